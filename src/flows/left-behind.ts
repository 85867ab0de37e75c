import { Fault } from "../core/fault.ts";
import type { Copies, Copy, CopyName, LeftBehind } from "../core/ports/copies.ts";
import { placeOf, type Target } from "./copy.ts";
import { isGone } from "./posting-again.ts";

/**
 * Shows what is true on a copy's other messages as well, and lets go of those that show the end. While people are
 * still asked, one that refuses (its thread was shut) is left at that until the next change: it can be answered on the
 * copy's own. The end has to get there, if only once somebody opens the thread.
 */
export async function bringLeft(
  { name, cards, card, interrupt }: Target,
  copy: Copy,
): Promise<{ readonly copy: Copy; readonly fault: Fault | undefined }> {
  const { version, outcome } = interrupt;
  const left: LeftBehind[] = [];
  let fault: Fault | undefined;
  for (const each of copy.left ?? []) {
    try {
      if ((each.shown ?? 0) < version) await cards.edit(placeOf(name, each), each.message, card);
      if (outcome === undefined) left.push({ ...each, shown: version });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      if (isGone(name, each, error)) continue;
      const isToRepeat = outcome !== undefined || error.retryable;
      left.push(isToRepeat ? each : { ...each, shown: version });
      if (isToRepeat) fault ??= error;
    }
  }
  return { copy: { ...copy, left: left.length === 0 ? undefined : left }, fault };
}

/** Where a copy's message is gone, another one that still stands takes its place; false where there is none. */
export async function takeLeft(
  copies: Copies,
  name: CopyName,
  { left = [], remindedAt, again, revision }: Copy,
): Promise<boolean> {
  const [first, ...rest] = left;
  if (first === undefined) return false;
  const { message, within } = first;
  const others = rest.length === 0 ? undefined : rest;
  const next = {
    shown: 0,
    message,
    within,
    left: others,
    remindedAt,
    again,
    failures: 0,
    revision,
  };
  await copies.save(name, next, "due");
  return true;
}
