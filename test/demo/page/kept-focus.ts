/** Under which name a child of a list is found again after it was built anew. */
export function nameOf(child: HTMLElement): string {
  const { key, message, thread, note } = child.dataset;
  if (thread !== undefined) return `thread ${thread}`;
  return key ?? message ?? note ?? "";
}

export function childrenOf(list: HTMLElement): readonly HTMLElement[] {
  return [...list.children].filter((child) => child instanceof HTMLElement);
}

/**
 * Remembers which message has the focus, and gives back what puts it there again if it was lost. A pressed button
 * is built anew, disabled for a while, or gone with the question: then its message has the focus, so that who uses
 * the keyboard does not start over.
 */
export function rememberFocus(root: HTMLElement): () => void {
  const { activeElement: active } = document;
  const message = root.contains(active) ? active?.closest<HTMLElement>("[data-message]") : null;
  if (!(active instanceof HTMLElement) || !message) return () => {};
  const action = active.dataset["action"] ?? active.dataset["lostAction"] ?? "";
  const id = message.dataset["message"] ?? "";
  return () => {
    const { activeElement: now } = document;
    if (now !== document.body && now !== message) return;
    const again = root.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`);
    if (again !== null) focusWithin(again, action);
  };
}

function focusWithin(message: HTMLElement, action: string): void {
  const button = message.querySelector<HTMLElement>(
    `[data-action="${CSS.escape(action)}"]:not(:disabled)`,
  );
  if (button !== null) return button.focus({ preventScroll: true });
  message.tabIndex = -1;
  message.dataset["lostAction"] = action;
  message.focus({ preventScroll: true });
}
