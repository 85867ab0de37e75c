import { until } from "../../support/until.ts";
import type { MessageView, ModalView, Outcome, PersonView } from "../../platforms/slack/people.ts";
import { members } from "../json.ts";
import { type Person, SLACK_CHANNEL } from "../world.ts";
import { PeopleDoor } from "./people-door.ts";
import { readMessage, type Spelling } from "./readable.ts";
import { buttonOf, type Card, type Seat } from "./seat.ts";
import { slackForm } from "./slack-form.ts";

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

  /** The dialog on the screen; one that only says that it is to come is none yet. */
  const dialog = async (person: Person) => {
    const { modal } = await see(person);
    return modal === null || isLoading(modal) ? undefined : modal;
  };

  const press: Seat["press"] = (person, { place, message }, { action }) =>
    act("press", person, { place, message, action });

  const notes: Seat["notes"] = async (person) => {
    const messages = channelOf(await see(person));
    return messages
      .flatMap((message) => [message, ...message.replies])
      .filter(({ isEphemeral }) => isEphemeral)
      .map(cardFrom);
  };
  const openForm: Seat["openForm"] = async (person, card, label) => {
    await press(person, card, buttonOf(card, label));
    const modal = await until("a dialog", async () => dialog(person));
    return slackForm(modal, (body) => act("submit", person, body));
  };

  /** What comes as files in somebody's messages with the app, once they have asked for it in a dialog. */
  const filesSent = async (person: Person, { id }: ModalView, action: string) => {
    const before = directFiles(await see(person)).length;
    await act("press", person, { place: "", message: id, action });
    const files = await until("the files", async () => {
      const now = directFiles(await see(person)).slice(before);
      return now.length > 0 ? now : undefined;
    });
    return Promise.all(files.map(async (file) => door.download(person.slack, file)));
  };

  return {
    platform: "slack",
    press,
    notes,
    openForm,
    async cards(person, mark) {
      const messages = channelOf(await see(person)).filter(({ isEphemeral }) => !isEphemeral);
      return messages.map(cardFrom).filter(({ text }) => text.includes(mark));
    },
    privateNotes: async (person) => (await notes(person)).map(({ text }) => text),
    async answer(person, card, text) {
      const form = await openForm(person, card, "Answer");
      await form.send({ "": text });
    },
    async showAll(person, card) {
      await press(person, card, buttonOf(card, "Show all"));
      let modal = await until("the dialog", async () => dialog(person));
      const pages = [pageIn(modal)];
      for (let next = nextIn(modal); next !== undefined; next = nextIn(modal)) {
        const turned = { place: card.place, message: modal.id, action: next };
        const hash = modal.view["hash"];
        await act("press", person, turned);
        modal = await until("the next page", async () => {
          const shown = await dialog(person);
          return shown?.view["hash"] === hash ? undefined : shown;
        });
        pages.push(pageIn(modal));
      }
      const send = buttonsOf(modal).find(({ label }) => label.startsWith("Send me the file"));
      const files = send === undefined ? [] : await filesSent(person, modal, send.action);
      await act("close", person, { modal: modal.id });
      return [pages.join(""), ...files];
    },
    async command(person, command) {
      await act("command", person, { place: SLACK_CHANNEL, command: `/${command}` });
    },
  };
}

function channelOf(view: PersonView): readonly MessageView[] {
  return view.places.find(({ id }) => id === SLACK_CHANNEL)?.messages ?? [];
}

/** Ids of the files in somebody's own messages with the app. */
function directFiles({ places }: PersonView): readonly string[] {
  return places
    .filter(({ kind }) => kind === "im")
    .flatMap(({ messages }) => messages.flatMap(({ files }) => files.map(({ id }) => id)));
}

/** A message with blocks shows those; its `text` is for notifications then. */
function cardFrom({ id, text, blocks, attachments }: MessageView): Card {
  const shown = blocks.length + attachments.length > 0 ? { blocks, attachments } : { text };
  return { place: SLACK_CHANNEL, message: id, ...readMessage(shown, SPELLING) };
}

const isLoading = ({ view }: ModalView) => members(view["title"])["text"] === "Loading";

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
  return buttonsOf(modal).find(({ label }) => label === "Next")?.action;
}

const buttonsOf = ({ view }: ModalView) => readMessage(view["blocks"], SPELLING).buttons;

function blocksOf({ view }: ModalView) {
  return ((view["blocks"] ?? []) as readonly unknown[]).map(members);
}

function elementsOf(part: Readonly<Record<string, unknown>>) {
  return ((part["elements"] ?? []) as readonly unknown[]).map(members);
}
