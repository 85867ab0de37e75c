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
  heldBack,
  recorded,
  refusal,
  setUp,
  type Setup,
} from "./discord-stage.ts";
import { NOT_CONFIRMED_TYPED } from "../../src/presentation/wording.ts";
import { plainWords } from "../../src/presentation/words.ts";
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

describe("A reply to the card in its channel while the store is away", () => {
  async function repliedWhileAway({ silently = false, content = true } = {}) {
    const setup = await setUp({ content });
    const { discord, inbound } = setup;
    const { card } = await asked(setup, one);
    inbound.threadFails = true;
    const said = discord.people(ADA).say({
      place: CHANNEL,
      text: "Friday",
      replyTo: card,
      silently,
    });
    await heldBack(setup.pause);
    return { ...setup, message: said.ok ? said.message : "" };
  }

  const repliesTo = ({ discord }: Pick<Setup, "discord">, message: string) =>
    discord.stored
      .messages(CHANNEL)
      .filter(({ reference }) => reference?.messageId === message)
      .map(({ content }) => content);

  it.each([
    ["notifies the bot", { content: false }],
    ["notifies nobody", { silently: true }],
  ])("is told so, and recorded without being written again; it %s", async (_, how) => {
    const setup = await repliedWhileAway(how);
    const { discord, inbound, pause, message } = setup;
    // What else the bot says in the channel is no answer to it.
    await post(setup.platform, present(other, nameOf), other.ref);
    pause.pass(1_000);
    await discord.until(() => repliesTo(setup, message).length === 1);
    // Half a minute later it is tried again, first in vain, and nothing is said twice.
    await expect.poll(() => pause.waits(29_999, 30_000)).toBe(true);
    pause.pass(30_000);
    await heldBack(pause);
    pause.pass(1_000);
    await expect.poll(() => pause.waits(29_999, 30_000)).toBe(true);
    inbound.threadFails = false;
    pause.pass(30_000);
    await expect.poll(() => heard(setup)).toEqual([[REF("a"), { answer: "Friday" }]]);
    await setup.platform.stop();
    expect(repliesTo(setup, message)).toEqual([plainWords(NOT_CONFIRMED_TYPED)]);
  });

  it("is tried again for five minutes and no longer", async () => {
    const { inbound, pause } = await repliedWhileAway();
    // Ten tries, of which the first has been made, half a minute apart.
    for (let left = 9; left > 0; left -= 1) {
      pause.pass(1_000);
      await expect.poll(() => pause.waits(29_999, 30_000)).toBe(true);
      pause.pass(30_000);
      await heldBack(pause);
    }
    pause.pass(1_000);
    await expect.poll(() => pause.waits(0, 30_000)).toBe(false);
    expect(inbound.presses).toEqual([]);
  });

  it("does not keep the bot from stopping at once", async () => {
    const { platform, pause, lines } = await repliedWhileAway();
    pause.pass(1_000);
    await expect.poll(() => pause.waits(29_999, 30_000)).toBe(true);
    await platform.stop();
    expect(lines.filter((line) => line.includes("Stopped before"))).toEqual([]);
  });

  it("is nothing to the bot where it is said to somebody else", async () => {
    const setup = await setUp({ content: true });
    const { discord, inbound, lines } = setup;
    const ada = discord.people(ADA);
    const began = ada.say({ place: CHANNEL, text: "Lunch?" });
    inbound.threadFails = true;
    ada.say({ place: CHANNEL, text: "Friday", replyTo: began.ok ? began.message : "" });
    await expect.poll(() => lines.filter((line) => line.includes("look up"))).toHaveLength(1);
    await setup.platform.stop();
    expect(setup.pause.waits(0, 30_000)).toBe(false);
    expect(discord.stored.messages(CHANNEL)).toHaveLength(2);
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
