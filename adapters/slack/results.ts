import type { Log } from "../../src/core/log.ts";
import type { PressResult, Submitted } from "../../src/presentation/platform.ts";
import { tellQuietly } from "./tell.ts";
import type { ApiOf } from "./workspaces.ts";

/** How a press ended for the person; somebody else answers a duplicate, so here it is well. */
export async function resultOf(taken: Submitted): Promise<PressResult> {
  switch (taken.state) {
    case "recorded":
    case "refused":
      return taken.result;
    case "duplicate":
      return { ok: true };
    case "not-recorded":
    case "not-confirmed":
      return { ok: false, words: taken.words, correctable: true };
  }
}

/** Whom to tell, and about which interrupt. */
interface Teller {
  readonly reply: string;
  /** As buttons carry it. */
  readonly reference: string;
}

/**
 * Tells privately what became of a press or a form after its acknowledgement, and nothing twice: `inTime`
 * is what was known when it was acknowledged; without it, NOT_CONFIRMED has been said already.
 */
export function resultTeller(apiOf: ApiOf, log: Log) {
  return async (
    { reply, reference }: Teller,
    taking: Promise<Submitted>,
    inTime: Submitted | undefined,
  ): Promise<void> => {
    const taken = await taking;
    if (inTime === undefined && taken.state === "not-confirmed") return;
    const result = await resultOf(taken);
    if (result.words === undefined) return;
    const offer = result.ok ? undefined : result.offer;
    const form = offer === undefined ? undefined : { ...offer, reference };
    await tellQuietly(apiOf, log, reply, result.words, form);
  };
}
