import type { Command } from "../core/decide.ts";
import type { Fault } from "../core/fault.ts";
import type { Interrupt } from "../core/interrupt.ts";
import type { Log } from "../core/log.ts";
import type { Copies, Copy, CopyName } from "../core/ports/copies.ts";
import { isSeen } from "./copy.ts";
import { attempt, type DecidingOptions } from "./deciding.ts";

export interface FallbackOptions extends DecidingOptions {
  readonly copies: Copies;
  /** Where it would have gone, had its work begun nowhere: what an operator named, by the roster of now. */
  readonly usualFor: (interrupt: Interrupt) => readonly string[];
  readonly log: Log;
}

/**
 * A copy was refused for good. An open question that nobody sees goes to the tenant's usual channels, once; where
 * these refuse as well, an operator hears that nobody was asked. The commit makes each happen once, whoever else
 * found the same. What still may be shown elsewhere is waited for until this copy's next try.
 */
export async function fallBack(
  options: FallbackOptions,
  name: CopyName,
  { failures, reason }: { readonly failures: number; readonly reason: Fault },
): Promise<void> {
  const { partition, ref, address } = name;
  const all = await options.copies.all(partition, ref);
  const attempted = await attempt(options, {
    partition,
    ref,
    command: (interrupt) => {
      const others = othersOf(interrupt, address, all);
      const mayCome = failures === 1 && others.some((other) => (other?.failures ?? 0) === 0);
      if (interrupt.outcome !== undefined || mayCome || others.some(isSeen)) return undefined;
      return commandFor(interrupt, options.usualFor(interrupt), others);
    },
  });
  if (attempted.state !== "changed") return;
  const { tenant, fallback } = attempted.next;
  const facts = { ref, tenant, address, reason: reason.message };
  if (fallback === "nobody") {
    options.log.error(
      facts,
      "a question can be shown nowhere, so nobody was asked in chat; /pending lists it, and it is tried again",
    );
  } else {
    options.log.error(
      facts,
      "a question could not be shown where it was to go; it goes to the tenant's usual channels instead",
    );
  }
}

type Others = readonly (Copy | undefined)[];

function othersOf(
  { destinations }: Interrupt,
  address: string,
  all: ReadonlyMap<string, Copy>,
): Others {
  return destinations.filter((each) => each !== address).map((each) => all.get(each));
}

/** Undefined while there is somewhere left that has not refused for good. */
function commandFor(
  { destinations, fallback }: Interrupt,
  usual: readonly string[],
  others: Others,
): Command | undefined {
  const to = usual.filter((each) => !destinations.includes(each));
  if (fallback === undefined && to.length > 0) return { type: "fall-back", to };
  return others.every((other) => other?.refused === true)
    ? { type: "fall-back", to: [] }
    : undefined;
}
