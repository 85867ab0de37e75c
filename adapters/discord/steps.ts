import { discordAccount } from "../../src/core/account.ts";
import type { Heard, Said } from "../../src/presentation/platform.ts";
import type { StepPress } from "../../src/presentation/step-ids.ts";
import { ANSWERS_SENT, QUESTION_OVER } from "../../src/presentation/wording.ts";
import { within } from "../../src/waiting/within.ts";
import { RECORD_WITHIN_MS, RESULT_WITHIN_MS } from "./limits.ts";
import { problemWords } from "./form-words.ts";
import { type Deps, followResult, type Served, take } from "./presses.ts";
import { pressOf } from "./receive.ts";
import { afterOthers, firstAnswerClock } from "./waiting.ts";

/** A button or a menu below a question that is asked in a thread, or below the summary of the answers. */
export async function pressStep(
  deps: Deps,
  interaction: Served,
  pressed: StepPress,
): Promise<void> {
  const { channelId } = interaction;
  if (channelId === undefined) return void (await deps.respond.say(interaction, QUESTION_OVER));
  if (pressed.act.act === "send") return send(deps, interaction, pressed, channelId);
  const did = didOf(pressed, interaction);
  if (did === undefined) return void (await deps.respond.say(interaction, QUESTION_OVER));
  const left = firstAnswerClock(interaction);
  const { guildId: workspace, userId, roles } = interaction;
  const said = { workspace, account: discordAccount(userId), roles, thread: channelId, did };
  const heard = await deps.inbound.hear(
    { ...said, reference: pressed.reference },
    RECORD_WITHIN_MS,
  );
  await tell(deps, interaction, heard, left);
}

function didOf({ act, step }: StepPress, { what }: Served): Said["did"] | undefined {
  const values = what.kind === "button" ? what.values : undefined;
  switch (act.act) {
    case "pick": {
      const given = act.value ?? values;
      return given === undefined ? undefined : { type: "picked", step, given };
    }
    case "skip":
      return { type: "skipped", step };
    case "change": {
      const [field] = values ?? [];
      return field === undefined ? undefined : { type: "change", step, field };
    }
    case "send":
      return undefined;
  }
}

/** What was answered stands where the question was, without its buttons. */
async function tell(
  { respond, pause }: Deps,
  interaction: Served,
  heard: Heard,
  left: () => number,
): Promise<void> {
  if (heard.state === "heard") {
    return heard.words === undefined
      ? respond.acknowledge(interaction)
      : respond.replace(interaction, heard.words);
  }
  const isUnsure = heard.state === "not-recorded" || heard.state === "not-confirmed";
  if (isUnsure) await afterOthers(pause, left);
  await respond.say(interaction, heard.state === "none" ? QUESTION_OVER : heard.words);
}

/** The answers as a form that was filled in: recorded, then decided, like any press. */
async function send(
  deps: Deps,
  interaction: Served,
  { reference, step }: StepPress,
  thread: string,
): Promise<void> {
  // It was made on a line of the thread, and the card stands elsewhere.
  const press = { ...pressOf(interaction, reference), message: undefined };
  const sending = deps.inbound.sendAnswers(press, thread, step, RECORD_WITHIN_MS);
  const about = { reference, typed: () => ({}) };
  const taken = await take(deps, interaction, sending, about);
  if (taken === undefined) return;
  if (taken.state === "refused") {
    const { words, problems = [] } = taken.result;
    await deps.respond.say(interaction, problemWords(words, problems, undefined));
    return;
  }
  // A summary that says that nothing is sent yet would be untrue from now on.
  const result = await within(taken.result, RESULT_WITHIN_MS, deps.pause);
  if (result?.ok === true) return deps.respond.replace(interaction, ANSWERS_SENT);
  await deps.respond.acknowledge(interaction);
  await followResult(deps, interaction, await taken.result, about);
}
