/** Puts the children in place, moving only what has to move: whoever stays keeps focus and scroll position. */
export function arrange(parent: HTMLElement, children: readonly HTMLElement[]): void {
  const wanted = new Set<Node>(children);
  // A copy, because the list shrinks under the loop.
  for (const child of Array.from(parent.childNodes)) if (!wanted.has(child)) child.remove();
  for (const [index, child] of children.entries())
    if (parent.childNodes[index] !== child)
      parent.insertBefore(child, parent.childNodes[index] ?? null);
}
