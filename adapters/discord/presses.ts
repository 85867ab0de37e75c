import type { Reference } from "../../src/core/reference.ts";
import { openingOf, PRESSED_VALUES, type PressedAction } from "../../src/presentation/buttons.ts";
import type {
  Inbound,
  Offer,
  PressResult,
  Refused,
  Submitted,
} from "../../src/presentation/platform.ts";
import { NOT_CONFIRMED } from "../../src/presentation/wording.ts";
import { formatReference } from "../../src/core/reference.ts";
import type { Log } from "../../src/core/log.ts";
import { RECORD_WITHIN_MS } from "./limits.ts";
import { offeredButton } from "./offered-button.ts";
import { type PlainInteraction, pressOf } from "./receive.ts";
import { buttonRows, customId } from "./render.ts";
import type { Extra, Responder } from "./respond.ts";
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
  const press = {
    ...pressOf(interaction, reference),
    response: { resumeValue: PRESSED_VALUES[action] },
  };
  const about = { reference, typed: () => ({}) };
  const taken = await take(deps, interaction, deps.inbound.press(press, RECORD_WITHIN_MS), about);
  if (taken === undefined) return;
  await deps.respond.acknowledge(interaction);
  await followResult(deps, interaction, await taken.result, about);
}

/** What a press is about, and what was typed with it, to go with whatever does not take it. */
export interface About {
  readonly reference: Reference;
  readonly typed: () => Extra;
}

/** Recorded, or refused before anything was. */
export type Heard = Extract<Submitted, { readonly result: unknown }>;

/**
 * The press once it is recorded or refused. Undefined when somebody else answers it, or when the person
 * has heard that it is not, or not yet, recorded: in time, whatever the store does. `left` is what remains
 * of that time, where some of it is gone already.
 */
export async function take(
  deps: Deps,
  interaction: Served,
  taking: Promise<Submitted>,
  about: About,
  left = firstAnswerClock(interaction),
): Promise<Heard | undefined> {
  const { respond, pause } = deps;
  const taken = await within(taking, left(), pause);
  if (taken?.state === "recorded" || taken?.state === "refused") return taken;
  if (taken?.state === "duplicate") return undefined;
  if (taken !== undefined) {
    await afterOthers(pause, left);
    await respond.say(interaction, taken.words, about.typed());
    return undefined;
  }
  const wasHeard = await respond.say(interaction, NOT_CONFIRMED, about.typed());
  const late = await taking;
  if (late.state === "recorded" || late.state === "refused") {
    await followResult(deps, interaction, await late.result, about);
  }
  // Where another replica answered, it is that one's to say what was recorded.
  if (late.state === "not-recorded" && wasHeard) await respond.follow(interaction, late.words);
  return undefined;
}

/** What became of a press, for the presser alone, after its first answer. */
export async function followResult(
  { respond }: Pick<Deps, "respond">,
  interaction: Served,
  result: PressResult,
  about: About,
): Promise<void> {
  if (!result.ok) await respond.follow(interaction, result.words, beside(result, about));
  else if (result.words !== undefined) await respond.follow(interaction, result.words);
}

/** What stands with a refusal: what was typed, and the form that would help. */
export function beside({ offer }: Refused, about: About): Extra {
  return offeredBeside(offer, about);
}

/** The same of what is offered alone. */
export function offeredBeside(offer: Offer | undefined, { reference, typed }: About): Extra {
  if (offer === undefined) return typed();
  const id = customId(openingOf(offer.purpose), formatReference(reference));
  return { ...typed(), components: buttonRows([offeredButton(offer.label, id)]) };
}
