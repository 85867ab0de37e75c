import type { Press } from "../../src/core/press.ts";
import type { Reference } from "../../src/core/reference.ts";
import { PRESSED_VALUES, type PressedAction } from "../../src/presentation/buttons.ts";
import type { Inbound, PressResult, Taken } from "../../src/presentation/platform.ts";
import { NOT_CONFIRMED, RECORDED } from "../../src/presentation/wording.ts";
import { ANSWER_INPUT } from "./api-types.ts";
import type { Log } from "../../src/core/log.ts";
import { ANSWER_BY_MS, RECORD_WITHIN_MS, RESULT_WITHIN_MS } from "./limits.ts";
import { handBack } from "./hand-back.ts";
import { type PlainInteraction, pressOf } from "./receive.ts";
import type { Responder } from "./respond.ts";
import { type Pause, within } from "../../src/waiting/within.ts";
import { afterOthers, firstAnswerClock } from "./waiting.ts";

/** What every handler of an interaction needs. */
export interface Deps {
  readonly inbound: Inbound;
  readonly respond: Responder;
  readonly log: Log;
  readonly pause: Pause;
}

/** An interaction in a guild that is served. */
export type Served = PlainInteraction & { readonly guildId: string };

/**
 * A decision by one press. It is durable before Discord hears that it arrived, so that a press that looks
 * taken was taken; the card itself changes by way of its own edit.
 */
export async function pressButton(
  deps: Deps,
  interaction: Served,
  reference: Reference,
  action: PressedAction,
): Promise<void> {
  const { respond } = deps;
  const taken = await take(
    deps,
    interaction,
    pressOf(interaction, reference, { resumeValue: PRESSED_VALUES[action] }),
  );
  if (taken === undefined) return;
  await respond.acknowledge(interaction);
  const result = await taken.result;
  if (!result.ok) await respond.follow(interaction, result.words);
}

/**
 * An answer by form. The first answer waits for the result for a moment: it alone can say what is wrong
 * beside what was typed. Nothing typed is lost by a refusal.
 */
export async function submitAnswer(
  deps: Deps,
  interaction: Served & { readonly what: { readonly kind: "modal" } },
  reference: Reference,
): Promise<void> {
  const { respond, pause } = deps;
  const typed = interaction.what.texts.get(ANSWER_INPUT) ?? "";
  const started = performance.now();
  const press = pressOf(interaction, reference, { answer: typed });
  const taken = await take(deps, interaction, press, typed);
  if (taken === undefined) return;
  const left = Math.max(0, RESULT_WITHIN_MS - (performance.now() - started));
  const result = await within(taken.result, left, pause);
  if (result?.ok === true) return respond.acknowledge(interaction);
  if (result !== undefined) {
    await respond.say(interaction, result.words, handBack(typed));
    return;
  }
  await respond.say(interaction, RECORDED);
  await followRefusal(deps, interaction, await taken.result, typed);
}

type Recorded = Taken & { readonly state: "recorded" };

/**
 * The press once it is recorded. Undefined when somebody else answers it, or when the person has heard
 * that it is not, or not yet, recorded: in time, whatever the store does.
 */
async function take(
  { inbound, respond, pause }: Deps,
  interaction: Served,
  press: Press,
  typed = "",
): Promise<Recorded | undefined> {
  const left = firstAnswerClock();
  const taking = inbound.press(press, RECORD_WITHIN_MS);
  const taken = await within(taking, ANSWER_BY_MS, pause);
  if (taken?.state === "recorded") return taken;
  if (taken?.state === "duplicate") return undefined;
  if (taken !== undefined) {
    await afterOthers(pause, left);
    await respond.say(interaction, taken.words, handBack(typed));
    return undefined;
  }
  const wasHeard = await respond.say(interaction, NOT_CONFIRMED, handBack(typed));
  await followLate({ respond }, interaction, await taking, { typed, wasHeard });
  return undefined;
}

/** What became of a press after it was called not confirmed. */
async function followLate(
  deps: Pick<Deps, "respond">,
  interaction: Served,
  taken: Taken,
  { typed, wasHeard }: { readonly typed: string; readonly wasHeard: boolean },
): Promise<void> {
  if (taken.state === "recorded") {
    await followRefusal(deps, interaction, await taken.result, typed);
  }
  // Where another replica answered, it is that one's to say what was recorded.
  if (taken.state === "not-recorded" && wasHeard) {
    await deps.respond.follow(interaction, taken.words);
  }
}

async function followRefusal(
  { respond }: Pick<Deps, "respond">,
  interaction: Served,
  result: PressResult,
  typed: string,
): Promise<void> {
  if (result.ok) return;
  await respond.follow(interaction, result.words, handBack(typed));
}
