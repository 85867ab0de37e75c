import { announceChange, type ResolvedShape } from "../core/announce.ts";
import { type Command, decide } from "../core/decide.ts";
import type { Interrupt } from "../core/interrupt.ts";
import type { StoredAnswer } from "../core/ports/idempotency.ts";
import type { Interrupts } from "../core/ports/interrupts.ts";
import type { PressMade } from "../core/ports/presses.ts";
import type { Refusal } from "../core/refusal.ts";

export interface DecidingOptions {
  readonly interrupts: Interrupts;
  readonly shape: ResolvedShape;
}

/** What wants to change an interrupt, and what makes it count once. */
export interface Attempt {
  readonly partition: number;
  readonly ref: string;
  /**
   * The command, once the record is there to look at, or why there is none; undefined when it is not the
   * interrupt that is meant. Asked again whenever somebody else was faster.
   */
  readonly command: (
    interrupt: Interrupt,
  ) => Command | Refusal | undefined | Promise<Command | Refusal | undefined>;
  /** The record, where it was read a moment ago: should it have changed, the commit says so. */
  readonly known?: Interrupt | undefined;
  readonly press?: PressMade | undefined;
  readonly seen?: number | undefined;
  /** What a request with an idempotency key is answered with, once the change is known. */
  readonly answer?: ((next: Interrupt) => StoredAnswer) | undefined;
}

export type Attempted =
  | { readonly state: "unknown" }
  | { readonly state: "refused"; readonly interrupt: Interrupt; readonly refusal: Refusal }
  /** It is so already, by what the same principal did before; nothing was written. */
  | { readonly state: "unchanged"; readonly interrupt: Interrupt }
  | { readonly state: "changed"; readonly previous: Interrupt; readonly next: Interrupt }
  /** The same press or request was committed before; `answer` is what it was answered with. */
  | { readonly state: "replayed"; readonly interrupt: Interrupt; readonly answer: string };

/**
 * Loads, decides and commits, again from the start whenever somebody else was faster: the second time the
 * core may refuse, and its refusal says who decided. Every door, timer and engine event goes through here.
 */
export async function attempt(options: DecidingOptions, asked: Attempt): Promise<Attempted> {
  const { interrupts, shape } = options;
  for (let { known } = asked; ; known = undefined) {
    const interrupt = known ?? (await interrupts.load(asked.partition, asked.ref));
    const command = interrupt === undefined ? undefined : await asked.command(interrupt);
    if (interrupt === undefined || command === undefined) return { state: "unknown" };
    if ("code" in command) return { state: "refused", interrupt, refusal: command };
    const decision = decide(interrupt, command);
    if (!decision.ok) return { state: "refused", interrupt, refusal: decision.refusal };
    const { next } = decision;
    if (next === interrupt) return { state: "unchanged", interrupt };
    const committed = await interrupts.commit({
      from: interrupt.version,
      next,
      announcement: announceChange(interrupt, next, shape),
      quiet: next.outcome?.kind === "resolved-elsewhere",
      press: asked.press,
      seen: asked.seen,
      answer: asked.answer?.(next),
    });
    if (committed.state === "committed") return { state: "changed", previous: interrupt, next };
    if (committed.state === "replayed") {
      return { state: "replayed", interrupt, answer: committed.answer };
    }
  }
}
