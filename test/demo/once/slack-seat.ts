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
    async showAll(person, card) {
      await press(person, card, buttonOf(card, "Show all"));
      let modal = await until("the dialog", async () => (await see(person)).modal ?? undefined);
      const pages = [pageIn(modal)];
      for (let next = nextIn(modal); next !== undefined; next = nextIn(modal)) {
        const turned = { place: card.place, message: modal.id, action: next };
        const hash = modal.view["hash"];
        await act("press", person, turned);
        modal = await until("the next page", async () => {
          const shown = (await see(person)).modal;
          return shown === null || shown.view["hash"] === hash ? undefined : shown;
        });
        pages.push(pageIn(modal));
      }
      await act("close", person, { modal: modal.id });
      return [pages.join("")];
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

/** Everything preformatted on the dialog, in order. */
function pageIn(modal: ModalView): string {
  const parts = blocksOf(modal).flatMap(elementsOf);
  return parts
    .filter(({ type }) => type === "rich_text_preformatted")
    .flatMap(elementsOf)
    .map(({ text }) => String(text))
    .join("");
}

/** What the button to the next page does, if there is one. */
function nextIn(modal: ModalView): string | undefined {
  const { buttons } = readMessage(modal.view["blocks"], SPELLING);
  return buttons.find(({ label }) => label === "Next")?.action;
}

function blocksOf({ view }: ModalView) {
  return ((view["blocks"] ?? []) as readonly unknown[]).map(members);
}

function elementsOf(part: Readonly<Record<string, unknown>>) {
  return ((part["elements"] ?? []) as readonly unknown[]).map(members);
}

/** The dialog asks one thing. */
function inputOf(modal: ModalView): string {
  const inputs = blocksOf(modal).filter(({ type }) => type === "input");
  if (inputs.length !== 1) throw new Error(`The dialog has ${inputs.length} inputs, not one.`);
  return String(inputs[0]?.["block_id"]);
}
