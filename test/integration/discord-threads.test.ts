import { describe, expect, it } from "vitest";
import type { CardThreads } from "../../src/presentation/platform.ts";
import { ManualClock } from "../platforms/discord/clock.ts";
import { approval, cardOf, OUTCOMES, question } from "../unit/discord/samples.ts";
import { ADA, ADDRESS, CHANNEL, NONCE, post, setUp, type Setup } from "./discord-stage.ts";

/** Threads on Discord: what is said in them, and what stands in them. The real SDK's requests. */

const LINE_NONCE = "l".repeat(22);
const ASKED = { name: "asked-0", words: ["Ada asked: “Why?”"] };
const card = cardOf(question());

async function stage(options: { content?: boolean; clock?: ManualClock } = {}) {
  const setup = await setUp({ ...options, start: false });
  const { threads } = setup.platform.cards;
  if (threads === undefined) throw new Error("Discord has threads");
  const posted = await post(setup.platform, card);
  return { ...setup, threads, posted, opened: async () => open(threads, posted.id) };
}

async function open(threads: CardThreads, id: string): Promise<string> {
  await threads.open(ADDRESS, { id }, card);
  return id;
}

const textsIn = ({ discord }: Pick<Setup, "discord">, thread: string) =>
  discord.stored
    .messages(thread)
    .filter(({ type }) => type === 0)
    .map(({ content }) => content);

const requests = ({ discord }: Pick<Setup, "discord">, method: string) =>
  discord.log.filter((request) => request.method === method).length;

describe("The thread of a card on Discord", () => {
  it("has the card's title and its id, and is one however often it is opened", async () => {
    const setup = await stage();
    const thread = await setup.opened();
    await setup.opened();
    expect(await setup.threads.idOf(ADDRESS, setup.posted)).toBe(thread);
    expect(setup.discord.stored.threads()).toMatchObject([
      { id: thread, name: "Which evening should the hotel expect you?" },
    ]);
    expect(textsIn(setup, thread)).toEqual([]);
  });

  it("is none below a direct message, and in a thread that one", async () => {
    const { threads, posted } = await stage();
    const direct = { ...ADDRESS, channel: "", user: ADA };
    expect(await threads.idOf(direct, posted)).toBeUndefined();
    expect(await threads.idOf({ ...ADDRESS, thread: "7" }, posted)).toBe("7");
  });

  it.each([
    [true, "in one message."],
    [false, "in one message that mentions <@BOT>."],
  ])("says how to answer; content may be read: %s", async (content, ending) => {
    const setup = await stage({ content });
    const thread = await setup.opened();
    const how = { name: "how", question: "Which *evening*?" } as const;
    await setup.threads.say(thread, how, "h".repeat(22));
    await setup.threads.say(thread, { name: "how" }, LINE_NONCE);
    const sentence = `Write your answer here, ${ending.replace("BOT", setup.discord.applicationId)}`;
    expect(textsIn(setup, thread)).toEqual([`> Which \\*evening\\*?\n${sentence}`, sentence]);
  });

  it("shows what people wrote as text, in a quote, and pings nobody", async () => {
    const setup = await stage();
    const thread = await setup.opened();
    const words = [`Answer to @everyone:\n<@${ADA}> **now**`];
    await setup.threads.say(thread, { name: "answered-0", words }, LINE_NONCE);
    const said = setup.discord.stored.messages(thread).find(({ type }) => type === 0);
    expect(said).toMatchObject({
      content: `Answer to \\@everyone:\n> \\<\\@${ADA}> \\*\\*now\\*\\*`,
      pings: { everyone: false, users: [], roles: [] },
    });
  });

  it("keeps a line one whose answer was lost, also when it is looked for long afterwards", async () => {
    const clock = new ManualClock();
    const setup = await stage({ clock });
    const thread = await setup.opened();
    const since = clock.now();
    setup.discord.faults.onRest({ method: "POST" }, { kind: "error", when: "after", status: 500 });
    await expect(setup.threads.say(thread, ASKED, LINE_NONCE)).rejects.toMatchObject({
      retryable: true,
    });
    // At once the nonce makes it one; an hour later it has to be found.
    await setup.threads.say(thread, ASKED, LINE_NONCE);
    expect(textsIn(setup, thread)).toHaveLength(1);
    clock.advance(3_600_000);
    expect(await setup.threads.find(thread, ASKED, { nonce: LINE_NONCE, since })).toBe(
      setup.discord.stored.messages(thread).at(-1)?.id,
    );
  });

  it("is looked through for a line behind the last one, and not for what people say", async () => {
    const clock = new ManualClock();
    const setup = await stage({ clock });
    const thread = await setup.opened();
    const tried = { nonce: LINE_NONCE, since: clock.now() };
    setup.discord.people(ADA).say({ place: CHANNEL, thread, text: "Ada asked: “Why?”" });
    expect(await setup.threads.find(thread, ASKED, tried)).toBeUndefined();
    const first = await setup.threads.say(thread, ASKED, LINE_NONCE);
    expect(await setup.threads.find(thread, ASKED, tried)).toBe(first);
    expect(await setup.threads.find(thread, ASKED, { ...tried, after: first })).toBeUndefined();
  });

  it("that was put away comes back by a line; once locked or deleted it refuses for good, at one request", async () => {
    const setup = await stage();
    const thread = await setup.opened();
    setup.discord.setThread(thread, { archived: true });
    await setup.threads.say(thread, ASKED, LINE_NONCE);
    expect(setup.discord.stored.threads()).toMatchObject([{ archived: false }]);
    setup.discord.setThread(thread, { locked: true });
    const before = requests(setup, "POST");
    const end = { name: "end", words: ["Withdrawn"] };
    await expect(setup.threads.say(thread, end, NONCE)).rejects.toMatchObject({ retryable: false });
    setup.discord.deleteChannel(thread);
    await expect(setup.threads.say(thread, end, NONCE)).rejects.toMatchObject({ retryable: false });
    expect(requests(setup, "POST")).toBe(before + 2);
  });

  it("is put away when its conversation is over", async () => {
    const setup = await stage();
    const thread = await setup.opened();
    await setup.threads.close?.(thread);
    expect(setup.discord.stored.threads()).toMatchObject([{ archived: true }]);
  });
});

describe("A card in a thread on Discord", () => {
  async function cardWithin() {
    const setup = await stage();
    const within = { ...ADDRESS, thread: await setup.opened() };
    const since = Date.now();
    const asked = cardOf(approval());
    const message = await setup.platform.cards.post(within, asked, "w".repeat(22));
    return { ...setup, within, asked, message, since };
  }

  it("stands there with its buttons, and is found and linked there", async () => {
    const { platform, discord, within, asked, message, since } = await cardWithin();
    const stands = discord.stored.messages(within.thread).at(-1);
    expect(stands).toMatchObject({ id: message.id });
    expect(JSON.stringify(stands?.components)).toContain("parley:accept");
    expect(await platform.cards.find(within, asked, since)).toEqual(message);
    expect(message.link).toContain(`/${within.thread}/${message.id}`);
  });

  it.each([
    ["stays out while it can be pressed", undefined, false],
    ["is put back once it is over", OUTCOMES["accepted"], true],
  ])("is edited in a thread that was put away, which %s", async (_, outcome, archived) => {
    const { platform, discord, within, message } = await cardWithin();
    discord.setThread(within.thread, { archived: true });
    await platform.cards.edit(within, message, cardOf(approval({ title: "Newer" }), outcome));
    expect(JSON.stringify(discord.stored.messages(within.thread).at(-1))).toContain("Newer");
    expect(discord.stored.threads()).toMatchObject([{ archived }]);
  });

  it.each(["locked", "deleted"])("is refused for good in one that was %s", async (what) => {
    const { platform, discord, within, asked, message } = await cardWithin();
    if (what === "deleted") discord.deleteChannel(within.thread);
    else discord.setThread(within.thread, { locked: true, archived: true });
    const code = what === "deleted" ? "place-gone" : "place-shut";
    const refusal = { code, retryable: false };
    await expect(platform.cards.edit(within, message, asked)).rejects.toMatchObject(refusal);
    await expect(platform.cards.post(within, asked, NONCE)).rejects.toMatchObject(refusal);
  });

  it("is refused for good in a private thread that the bot is not in", async () => {
    const { platform, discord, asked } = await cardWithin();
    const call = async (method: string, path: string, body?: object) =>
      fetch(`${discord.apiUrl}/v10${path}`, {
        method,
        headers: { authorization: `Bot ${discord.token}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const started = await call("POST", `/channels/${CHANNEL}/threads`, { name: "n", type: 12 });
    const { id: thread } = (await started.json()) as { id: string };
    await call("DELETE", `/channels/${thread}/thread-members/@me`);
    await expect(platform.cards.post({ ...ADDRESS, thread }, asked, NONCE)).rejects.toMatchObject({
      code: "no-access",
      retryable: false,
    });
  });
});
