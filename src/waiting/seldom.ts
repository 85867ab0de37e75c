/**
 * Says yes to the first of a kind, and again once `everyMs` have passed since the last yes: for log lines
 * that strangers could otherwise write without end. Kinds are few, and ours.
 */
export function seldom(
  everyMs: number,
  now: () => number = () => performance.now(),
): (kind: string) => boolean {
  const last = new Map<string, number>();
  return (kind) => {
    const at = now();
    const before = last.get(kind);
    if (before !== undefined && at - before < everyMs) return false;
    last.set(kind, at);
    return true;
  };
}
