import type { Reference } from "../../src/core/reference.ts";
import type { Inbound, PressResult, Taken } from "../../src/presentation/platform.ts";
import type { Words } from "../../src/presentation/words.ts";
import { RECORDED } from "../../src/presentation/wording.ts";
import { ANSWER_INPUT } from "./api-types.ts";
import type { Log } from "../../src/core/log.ts";
import { RECORD_WITHIN_MS } from "./limits.ts";
import { handBack } from "./hand-back.ts";
import { type PlainInteraction, pressOf } from "./receive.ts";
import type { Responder } from "./respond.ts";

/** What every handler of an interaction needs. */
export interface Deps {
  readonly inbound: Inbound;
  readonly respond: Responder;
  readonly log: Log;
}

/** An interaction in a guild that is served. */
export type Served = PlainInteraction & { readonly guildId: string };

/**
 * A decision by one press. It is durable before Discord hears that it arrived, so that a press that looks
 * taken was taken; the card itself changes by way of its own edit.
 */
export async function pressButton(
  { inbound, respond }: Deps,
  interaction: Served,
  reference: Reference,
  action: "accept" | "reject",
): Promise<void> {
  const press = pressOf(interaction, reference, { action });
  const taken = await inbound.press(press, RECORD_WITHIN_MS);
  if (taken.state === "duplicate") return;
  if (taken.state !== "recorded") return respond.say(interaction, taken.words);
  await respond.acknowledge(interaction);
  const result = await taken.result;
  if (!result.ok) await respond.follow(interaction, result.words);
}

/**
 * An answer by form. The first answer has to wait for the result where it can: it alone can say what is
 * wrong beside what was typed. Nothing typed is lost by a refusal.
 */
export async function submitAnswer(
  { inbound, respond }: Deps,
  interaction: Served & { readonly what: { readonly kind: "modal" } },
  reference: Reference,
): Promise<void> {
  const answer = interaction.what.texts.get(ANSWER_INPUT) ?? "";
  const started = performance.now();
  const press = pressOf(interaction, reference, { action: "answer", answer });
  const taken = await inbound.press(press, RECORD_WITHIN_MS);
  if (taken.state === "duplicate") return;
  if (taken.state !== "recorded") {
    return respond.say(interaction, taken.words, handBack(answer));
  }
  const result = await within(taken, RECORD_WITHIN_MS - (performance.now() - started));
  if (result !== undefined) {
    return result.ok
      ? respond.acknowledge(interaction)
      : respond.say(interaction, ...refused(result, answer));
  }
  await respond.say(interaction, RECORDED);
  const later = await taken.result;
  if (!later.ok) await respond.follow(interaction, ...refused(later, answer));
}

function refused(result: PressResult & { readonly ok: false }, answer: string) {
  return [result.words, result.correctable ? handBack(answer) : {}] as const satisfies [
    Words,
    object,
  ];
}

/** The result, or undefined when it takes longer than that. */
async function within(
  { result }: Taken & { readonly state: "recorded" },
  ms: number,
): Promise<PressResult | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, ms), undefined);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}
