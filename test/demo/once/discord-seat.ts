import { until } from "../../support/until.ts";
import type { MessageView, Outcome, PersonView, Said } from "../../platforms/discord/people.ts";
import { DISCORD_CHANNEL, type Person } from "../world.ts";
import { discordForm } from "./discord-form.ts";
import { members } from "../json.ts";
import { PeopleDoor } from "./people-door.ts";
import { readMessage, type Spelling } from "./readable.ts";
import { buttonOf, type Card, type Seat, type SeatWithThreads } from "./seat.ts";

const BUTTON = 2;
const MENU = 3;

/** What stands in a row. */
function partsOf(row: unknown): readonly Readonly<Record<string, unknown>>[] {
  const { components } = members(row);
  return Array.isArray(components) ? components.map(members) : [];
}

const SPELLING: Spelling = {
  textMembers: ["content", "title", "description", "name", "value", "text", "label"],
  button: (part) =>
    part["type"] === BUTTON
      ? { label: String(part["label"]), action: String(part["custom_id"]) }
      : undefined,
};

/** People in Discord: cards stand in the channel, notes come as "Only you can see this", answers go in a thread. */
export function discordSeat(url: string): SeatWithThreads {
  const door = new PeopleDoor(url);
  const see = async ({ discord }: Person) => (await door.view(discord)) as unknown as PersonView;

  const press: Seat["press"] = async (person, { place, message }, { action }) => {
    const body = { as: person.discord, place, message, action };
    return (await door.act("press", body)) as unknown as Outcome;
  };
  const notes: Seat["notes"] = async (person) => {
    const { ephemerals } = await see(person);
    return ephemerals.filter(({ loading }) => !loading).map(cardFrom);
  };
  /** Presses what opens a form, and again where parley was too slow and says so. */
  const pressForForm = async (person: Person, card: Card, label: string) => {
    for (;;) {
      const before = (await notes(person)).length;
      await press(person, card, buttonOf(card, label));
      const said = await until("a form, or words", async () =>
        (await see(person)).modal === null ? (await notes(person))[before]?.text : "",
      );
      if (!said.includes("Press again")) return;
    }
  };
  const openForm: Seat["openForm"] = async (person, card, label) => {
    const pressOn = async (on: Card, its: string) => pressForForm(person, on, its);
    await pressOn(card, label);
    return discordForm({
      modal: async () => (await see(person)).modal ?? undefined,
      submit: async (body) =>
        (await door.act("submit", { as: person.discord, ...body })) as unknown as Outcome,
      notes: () => notes(person),
      press: pressOn,
    });
  };
  const threadOf = async (person: Person, { message }: Card) =>
    channelOf(await see(person)).find(({ id }) => id === message)?.thread;
  const openThread = async (person: Person, card: Card) => {
    if ((await threadOf(person, card)) === undefined) {
      await press(person, card, buttonOf(card, "Answer"));
    }
    await until("a thread on the card", () => threadOf(person, card));
  };

  const threadCards = async (person: Person, card: Card) => {
    const thread = await threadOf(person, card);
    return (thread?.messages ?? []).map(cardFrom);
  };

  return {
    platform: "discord",
    press,
    async cards(person, mark) {
      return channelOf(await see(person))
        .filter(({ author, kind }) => author.bot && kind !== "thread-started")
        .map(cardFrom)
        .filter(({ text }) => text.includes(mark));
    },
    notes,
    privateNotes: async (person) => (await notes(person)).map(({ text }) => text),
    openForm,
    async answer(person, card, text) {
      await openThread(person, card);
      const thread = await threadOf(person, card);
      const body = { as: person.discord, place: card.place, thread: thread?.id, text };
      const said = (await door.act("say", body)) as unknown as Said;
      if (!said.ok) throw new Error(`The thread took no answer: ${said.shown}`);
    },
    openThread,
    threadCards,
    async choose(person, card, { place, message }, label) {
      const thread = await threadOf(person, card);
      const components = thread?.messages.find(({ id }) => id === message)?.components ?? [];
      const menu = components.flatMap(partsOf).find(({ type }) => type === MENU);
      const option = partsOf({ components: menu?.["options"] }).find(
        (each) => each["label"] === label,
      );
      if (menu === undefined || option === undefined)
        throw new Error(`There is no “${label}” to choose`);
      const body = { place, message, action: menu["custom_id"], values: [option["value"]] };
      const outcome = (await door.act("press", {
        as: person.discord,
        ...body,
      })) as unknown as Outcome;
      if (!outcome.ok) throw new Error(`The choice was refused: ${JSON.stringify(outcome)}`);
    },
    threadTexts: async (person, card) => (await threadCards(person, card)).map(({ text }) => text),
    async showAll(person, card) {
      const { ephemerals } = await see(person);
      const known = new Set(ephemerals.map(({ id }) => id));
      await press(person, card, buttonOf(card, "Show all"));
      const files = await until("the attached files", async () => {
        const fresh = (await see(person)).ephemerals.filter(({ id }) => !known.has(id));
        return fresh.find(({ attachments }) => attachments.length > 0)?.attachments;
      });
      return Promise.all(files.map(async (file) => (await fetch(file.url)).text()));
    },
    async command({ discord }, command) {
      await door.act("command", { as: discord, place: DISCORD_CHANNEL, command });
    },
  };
}

function channelOf(view: PersonView): readonly MessageView[] {
  return view.places.find(({ id }) => id === DISCORD_CHANNEL)?.messages ?? [];
}

function cardFrom({ id, place, content, embeds, components }: MessageView): Card {
  return { place, message: id, ...readMessage({ content, embeds, components }, SPELLING) };
}
