import { describe, expect, it } from "vitest";
import { parseReference, type Reference } from "../../src/core/reference.ts";
import type { Interrupt } from "../../src/core/interrupt.ts";
import { present } from "../../src/presentation/card.ts";
import { interruptOf, question } from "../unit/discord/samples.ts";
import {
  ADA,
  ADDRESS,
  CHANNEL,
  post,
  recorded,
  refusal,
  setUp,
  type Setup,
} from "./discord-stage.ts";
import { nameOf } from "../support/names.ts";

/** Which question somebody answers who writes: that of the thread, or of the card that is replied to. */

interface Open {
  readonly card: string;
  readonly reference: Reference;
}

/** A question with its thread, which parley knows as one of its own. */
async function asked({ platform, inbound }: Setup, interrupt: Interrupt): Promise<Open> {
  const card = present(interrupt, nameOf);
  const { id } = await post(platform, card, interrupt.ref);
  await platform.cards.threads?.open(ADDRESS, { id }, card);
  const reference = parseReference(card.reference);
  if (reference === undefined) throw new Error("a card has a reference");
  inbound.threads.set(id, reference);
  return { card: id, reference };
}

const REF = (letter: string) => letter.repeat(22);
const one = interruptOf(question("Which evening?"), { ref: REF("a") });
const other = interruptOf(question("Which hotel?"), { ref: REF("b") });

const heard = ({ inbound }: Setup) =>
  inbound.presses.map(({ reference, response }) => [reference.ref, response]);

describe("Of two questions in two threads", () => {
  it("each gets what was typed in its own, whichever is answered first", async () => {
    const setup = await setUp({ content: true });
    const [evening, hotel] = [await asked(setup, one), await asked(setup, other)];
    const ada = setup.discord.people(ADA);
    ada.say({ place: CHANNEL, thread: hotel.card, text: "The old one" });
    ada.say({ place: CHANNEL, thread: evening.card, text: "Friday" });
    await expect.poll(() => setup.inbound.presses.length).toBe(2);
    expect(heard(setup)).toEqual(
      expect.arrayContaining([
        [REF("b"), { answer: "The old one" }],
        [REF("a"), { answer: "Friday" }],
      ]),
    );
  });

  it("neither gets what is typed in a thread of people's own, and nobody hears anything there", async () => {
    const setup = await setUp({ content: true });
    const { discord, inbound } = setup;
    const { card } = await asked(setup, one);
    const ada = discord.people(ADA);
    const began = ada.say({ place: CHANNEL, text: "Lunch?" });
    if (!began.ok) throw new Error(began.shown);
    await fetch(`${discord.apiUrl}/v10/channels/${CHANNEL}/messages/${began.message}/threads`, {
      method: "POST",
      headers: { authorization: `Bot ${discord.token}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "Lunch" }),
    });
    ada.say({ place: CHANNEL, thread: began.message, text: "Friday" });
    // The same again where it counts: whoever hears this has heard the one before.
    ada.say({ place: CHANNEL, thread: card, text: "Saturday" });
    await expect.poll(() => inbound.presses.length).toBe(1);
    await setup.platform.stop();
    expect(heard(setup)).toEqual([[REF("a"), { answer: "Saturday" }]]);
    const said = discord.stored.messages(began.message).filter(({ type }) => type === 0);
    expect(said.map(({ content }) => content)).toEqual(["Friday"]);
  });
});

describe("A reply to the card in its channel", () => {
  it.each([true, false])(
    "is an answer, since it notifies the bot; content may be read: %s",
    async (content) => {
      const setup = await setUp({ content });
      const { discord, inbound } = setup;
      const { card } = await asked(setup, one);
      inbound.taken = () => recorded(refusal(true));
      const ada = discord.people(ADA);
      const said = ada.say({ place: CHANNEL, text: "Friday", replyTo: card });
      await discord.until(() => discord.stored.messages(CHANNEL).length === 3);
      await setup.platform.stop();
      expect(heard(setup)).toEqual([[REF("a"), { answer: "Friday" }]]);
      // What became of it is said where it was written.
      expect(discord.stored.messages(CHANNEL).at(-1)).toMatchObject({
        content: "Only ada can decide.",
        reference: { messageId: said.ok ? said.message : "" },
      });
    },
  );

  it("is none to what people say, and to nothing that was asked", async () => {
    const setup = await setUp({ content: true });
    const { discord, inbound } = setup;
    const { card } = await asked(setup, one);
    const ada = discord.people(ADA);
    const said = ada.say({ place: CHANNEL, text: "Friday" });
    ada.say({ place: CHANNEL, text: "Agreed", replyTo: said.ok ? said.message : "" });
    ada.say({ place: CHANNEL, text: "Saturday", replyTo: card });
    await expect.poll(() => inbound.presses.length).toBe(1);
    await setup.platform.stop();
    expect(heard(setup)).toEqual([[REF("a"), { answer: "Saturday" }]]);
  });
});

describe("A reply in the thread", () => {
  it("to the bot is an answer where content may not be read, without naming the bot", async () => {
    const setup = await setUp();
    const { card } = await asked(setup, one);
    const how = { name: "how", question: "Which evening?" } as const;
    const line = (await setup.platform.cards.threads?.say(card, how, REF("h"))) ?? "";
    const ada = setup.discord.people(ADA);
    ada.say({ place: CHANNEL, thread: card, text: "just talking" });
    ada.say({ place: CHANNEL, thread: card, text: "Friday", replyTo: line });
    await expect.poll(() => setup.inbound.presses.length).toBe(1);
    await setup.platform.stop();
    expect(heard(setup)).toEqual([[REF("a"), { answer: "Friday" }]]);
  });
});
