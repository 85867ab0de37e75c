import { until } from "../../support/until.ts";
import type { MessageView, ModalView, Outcome, PersonView } from "../../platforms/slack/people.ts";
import { members } from "../json.ts";
import { type Person, SLACK_CHANNEL } from "../world.ts";
import { PeopleDoor } from "./people-door.ts";
import { readMessage, type Spelling } from "./readable.ts";
import { buttonOf, type Card, type Seat } from "./seat.ts";

const SPELLING: Spelling = {
  textMembers: ["text", "fallback", "title"],
  button: (part) =>
    part["type"] === "button"
      ? {
          label: String(members(part["text"])["text"]),
          action: String(part["action_id"]),
        }
      : undefined,
};

/** People in Slack: cards stand in the channel, notes come as "Only visible to you", questions open a dialog. */
export function slackSeat(url: string): Seat {
  const door = new PeopleDoor(url);
  const see = async ({ slack }: Person) => (await door.view(slack)) as unknown as PersonView;
  const act = async (what: string, { slack }: Person, body: object) =>
    (await door.act(what, { as: slack, ...body })) as unknown as Outcome;

  const press: Seat["press"] = (person, { place, message }, { action }) =>
    act("press", person, { place, message, action });

  return {
    platform: "slack",
    press,
    async cards(person, mark) {
      const messages = channelOf(await see(person)).filter(({ isEphemeral }) => !isEphemeral);
      return messages.map(cardFrom).filter(({ text }) => text.includes(mark));
    },
    async privateNotes(person) {
      const messages = channelOf(await see(person));
      return messages
        .flatMap((message) => [message, ...message.replies])
        .filter(({ isEphemeral }) => isEphemeral)
        .map((message) => cardFrom(message).text);
    },
    async answer(person, card, text) {
      await press(person, card, buttonOf(card, "Answer"));
      const modal = await until("a dialog", async () => (await see(person)).modal ?? undefined);
      const values = { [inputOf(modal)]: text };
      const outcome = await act("submit", person, { modal: modal.id, values });
      if (!outcome.ok) throw new Error(`The dialog was refused: ${JSON.stringify(outcome)}`);
    },
    async command(person, command) {
      await act("command", person, { place: SLACK_CHANNEL, command: `/${command}` });
    },
  };
}

function channelOf(view: PersonView): readonly MessageView[] {
  return view.places.find(({ id }) => id === SLACK_CHANNEL)?.messages ?? [];
}

/** A message with blocks shows those; its `text` is for notifications then. */
function cardFrom({ id, text, blocks, attachments }: MessageView): Card {
  const shown = blocks.length + attachments.length > 0 ? { blocks, attachments } : { text };
  return { place: SLACK_CHANNEL, message: id, ...readMessage(shown, SPELLING) };
}

/** The dialog asks one thing. */
function inputOf({ view }: ModalView): string {
  const inputs = ((view["blocks"] ?? []) as readonly unknown[])
    .map(members)
    .filter(({ type }) => type === "input");
  if (inputs.length !== 1) throw new Error(`The dialog has ${inputs.length} inputs, not one.`);
  return String(inputs[0]?.["block_id"]);
}
