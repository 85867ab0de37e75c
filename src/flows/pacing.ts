import { type CardCall, type Spending, type Urgency, URGENCY } from "../core/budget.ts";
import { type Address, type Interrupt, parseAddress } from "../core/interrupt.ts";
import type { Budgets } from "../core/ports/budgets.ts";
import type { Copies, Copy, CopyName } from "../core/ports/copies.ts";
import type { Interrupts } from "../core/ports/interrupts.ts";
import type { Cards } from "../presentation/platform.ts";

export interface PacingOptions {
  readonly interrupts: Interrupts;
  readonly copies: Copies;
  readonly budgets: Budgets;
  readonly cardsOf: (platform: Address["platform"]) => Cards | undefined;
}

/**
 * What bringing a copy up to date would spend now; undefined where nothing has to be asked for: on a platform
 * whose library keeps to its limits itself, or where there is nothing to do.
 */
export async function spendingOf(
  { interrupts, copies, cardsOf }: PacingOptions,
  name: CopyName,
): Promise<Spending | undefined> {
  const address = parseAddress(name.address);
  const limits = address === undefined ? undefined : cardsOf(address.platform)?.limits;
  if (address === undefined || limits === undefined) return undefined;
  const [interrupt, copy] = await Promise.all([
    interrupts.load(name.partition, name.ref),
    copies.load(name),
  ]);
  if (interrupt === undefined || copy === undefined) return undefined;
  const calls = callsFor(interrupt, copy);
  if (calls.length === 0) return undefined;
  const { platform, workspace, channel, user } = address;
  return {
    workspace: `${platform}:${workspace}`,
    channel: user === undefined ? channel : `@${user}`,
    urgency: urgencyOf(interrupt, copy),
    calls,
    limits,
  };
}

function callsFor(interrupt: Interrupt, copy: Copy): readonly CardCall[] {
  // What may have been posted is looked for, and only the few that are not found are posted once more.
  if (copy.intendedAt !== undefined && copy.message === undefined) return [];
  if (copy.message === undefined) return isOver(interrupt) ? [] : ["post"];
  const stale = [copy, ...(copy.left ?? [])].filter(({ shown = 0 }) => shown < interrupt.version);
  const edits = stale.map((): CardCall => "edit");
  return isToRemind(interrupt, copy) ? [...edits, "post"] : edits;
}

/** What ended before anybody tried to show it is not shown any more. */
function isOver({ outcome }: Interrupt): boolean {
  return outcome !== undefined && outcome.kind !== "noted";
}

function urgencyOf(interrupt: Interrupt, copy: Copy): Urgency {
  if (interrupt.outcome !== undefined) return URGENCY.ended;
  if (copy.message === undefined) return URGENCY.posted;
  return isToRemind(interrupt, copy) ? URGENCY.reminded : URGENCY.changed;
}

function isToRemind({ remindedAt, outcome }: Interrupt, copy: Copy): boolean {
  return outcome === undefined && remindedAt !== undefined && remindedAt > (copy.remindedAt ?? 0);
}
