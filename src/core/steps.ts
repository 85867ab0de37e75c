import type { Interrupt, Step } from "./interrupt.ts";

/** What happens by itself while an interrupt waits: people are reminded, others are asked as well. */

/** What an operator planned for interrupts of a route. */
export interface StepPlan {
  /** Reminders, each so many milliseconds before the deadline; none where there is no deadline. */
  readonly remindBeforeMs: readonly number[];
  /** So many milliseconds after it was asked, it is shown at these addresses besides. */
  readonly escalate?: { readonly afterMs: number; readonly to: readonly string[] } | undefined;
  /** The span around an instant in which nobody is to be reminded; undefined where there is none. */
  readonly quietAt?: ((at: number) => Span | undefined) | undefined;
}

/** From one instant up to another; milliseconds. */
export interface Span {
  readonly begin: number;
  readonly end: number;
}

/** The steps of an interrupt, soonest first. What would come before it was asked or after its deadline does not. */
export function planSteps(
  { requestedAt, deadlineAt }: Pick<Interrupt, "requestedAt" | "deadlineAt">,
  { remindBeforeMs, escalate, quietAt = () => undefined }: StepPlan,
): readonly Step[] {
  const reminders: Step[] = remindBeforeMs.flatMap((beforeMs) =>
    deadlineAt === undefined
      ? []
      : [{ kind: "remind", at: awake(deadlineAt - beforeMs, deadlineAt, quietAt) }],
  );
  const escalation: Step[] =
    escalate === undefined
      ? []
      : [{ kind: "escalate", at: requestedAt + escalate.afterMs, to: escalate.to }];
  return [...reminders, ...escalation]
    .filter(({ at }) => at > requestedAt && at < (deadlineAt ?? Infinity))
    .sort((one, other) => one.at - other.at);
}

/** After the quiet hours that it falls in; before them, where nobody could answer in time after them. */
function awake(at: number, deadlineAt: number, quietAt: NonNullable<StepPlan["quietAt"]>): number {
  const quiet = quietAt(at);
  if (quiet === undefined) return at;
  return quiet.end < deadlineAt ? quiet.end : quiet.begin;
}

/** When something of an interrupt is due next: a step, or its deadline. Undefined where nothing is. */
export function nextDue({ steps, deadlineAt, outcome }: Interrupt): number | undefined {
  if (outcome !== undefined) return undefined;
  const [first] = steps;
  return first === undefined ? deadlineAt : Math.min(first.at, deadlineAt ?? Infinity);
}

/**
 * The interrupt after none of its addresses took it: shown at these besides, once, or nowhere where there is no
 * other. Undefined when that was so before.
 */
export function fallenBack(
  { destinations, fallback }: Interrupt,
  to: readonly string[],
): Partial<Interrupt> | undefined {
  const added = to.filter((address) => !destinations.includes(address));
  if (added.length > 0) {
    return fallback === undefined
      ? { destinations: [...destinations, ...added], fallback: "usual-channels" }
      : undefined;
  }
  return fallback === "nobody" ? undefined : { fallback: "nobody" };
}

/**
 * The interrupt after everything that was due by then; undefined when nothing was. Of several reminders that
 * are overdue (after an outage) only the newest is given.
 */
export function stepped(interrupt: Interrupt, at: number): Partial<Interrupt> | undefined {
  const due = interrupt.steps.filter((step) => step.at <= at);
  if (due.length === 0) return undefined;
  const reminders = due.filter(({ kind }) => kind === "remind").map((step) => step.at);
  const added = due.flatMap((step) => (step.kind === "escalate" ? step.to : []));
  return {
    steps: interrupt.steps.filter((step) => step.at > at),
    destinations: [...new Set([...interrupt.destinations, ...added])],
    remindedAt: reminders.length === 0 ? interrupt.remindedAt : Math.max(...reminders),
  };
}
