import { randomBytes, randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "../../src/core/json.ts";
import { parseRoster } from "../../src/identity/roster.ts";
import { type Parley, startParley } from "../../src/main.ts";
import { type LocalDiscord, startLocalDiscord } from "../platforms/discord/server.ts";
import { type LocalSlack, startLocalSlack } from "../platforms/slack/server.ts";
import { type RedisServer, startRedis } from "../support/redis.ts";

/** Threads as people and engines have them: two replicas as `parley start` runs them, on both platforms. */

const SLACK_CHANNEL = "C0FINANCE";
const GUILD = "300000000000000001";
const DISCORD_CHANNEL = "400000000000000001";
const ADA = { slack: "U0ADA", discord: "200000000000000001" };

let server: RedisServer;
let redis: Redis;
let slack: LocalSlack;
let discord: LocalDiscord;
let replicas: readonly Parley[] = [];

const prefix = `threads-${randomBytes(6).toString("hex")}`;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

beforeAll(async () => {
  server = await startRedis();
  redis = new Redis(server.url);
  slack = await startLocalSlack({
    workspace: { id: "T0ACME", name: "Acme" },
    people: [{ id: ADA.slack, name: "Ada" }],
    channels: [{ id: SLACK_CHANNEL, name: "finance", members: [ADA.slack] }],
    rateLimits: "off",
  });
  discord = await startLocalDiscord({
    messageContentEnabled: true,
    guilds: [
      {
        id: GUILD,
        name: "Acme",
        channels: [{ id: DISCORD_CHANNEL, name: "finance" }],
        members: [{ id: ADA.discord, name: "Ada" }],
      },
    ],
  });
  replicas = await Promise.all([start(), start()]);
});

afterAll(async () => {
  await Promise.all(replicas.map((parley) => parley.stop()));
  await discord.close();
  await slack.close();
  redis.disconnect();
  await server.stop();
});

async function start(): Promise<Parley> {
  const roster = parseRoster(
    JSON.stringify({
      principals: [
        {
          id: "ada",
          name: "Ada Lovelace",
          tenants: ["acme"],
          accounts: [`slack:T0ACME/${ADA.slack}`, `discord:${ADA.discord}`],
        },
      ],
      tenants: [
        {
          id: "acme",
          slack: { workspace: "T0ACME", channels: [SLACK_CHANNEL] },
          discord: { guild: GUILD, channels: [DISCORD_CHANNEL] },
        },
      ],
    }),
  );
  if (!roster.ok) throw new Error(roster.problems.join("; "));
  const parley = await startParley(
    {
      redisUrl: server.url,
      streamPrefix: prefix,
      logLevel: "info",
      roster: roster.roster,
      http: { host: "127.0.0.1", port: 0 },
      resolvedShape: "v2.1",
      slack: {
        botTokens: [slack.botToken],
        apiUrl: slack.apiUrl,
        mode: { kind: "socket", appToken: slack.appToken },
      },
      discord: { token: discord.token, apiUrl: discord.apiUrl },
    },
    quiet,
  );
  await parley.ready;
  return parley;
}

/** A run of an engine. */
function newRun() {
  const runId = `acme/${randomBytes(12).toString("hex")}`;
  const say = async (type: string, payload: Json) => {
    const event = {
      eventId: randomUUID(),
      runId,
      type,
      payload,
      timestamp: new Date().toISOString(),
      sequence: 1,
      schemaVersion: 1,
      nodeId: "gate",
    };
    await redis.xadd(`${prefix}:events`, "*", "event", JSON.stringify(event));
  };
  return {
    say,
    ask: async (payload: Json) => say("interrupt.requested", payload),
    /** Payloads of what the engine was told. */
    async told(type: string): Promise<readonly Record<string, Json>[]> {
      const entries = await redis.xrange(`${prefix}:resolutions`, "-", "+");
      return entries
        .map(([, fields]) => JSON.parse(fields[1] ?? "") as ToldEvent)
        .filter((event) => event.runId === runId && event.type === type)
        .map(({ payload }) => payload);
    },
  };
}

interface ToldEvent {
  readonly runId: string;
  readonly type: string;
  readonly payload: Record<string, Json>;
}

/** The message that is not in a thread and says this. */
const onSlack = (text: string) =>
  slack.stored
    .inChannel(SLACK_CHANNEL)
    .find((message) => message.threadTs === undefined && message.text.includes(text))?.ts ?? "";
const below = (thread: string) =>
  slack.stored
    .inChannel(SLACK_CHANNEL)
    .filter(({ threadTs }) => threadTs === thread && thread !== "")
    .map(({ text }) => text);
/** What Slack shows to Ada and to nobody else. */
const onlyForAda = () =>
  slack
    .people(ADA.slack)
    .view()
    .places.flatMap(({ messages }) => messages.flatMap((each) => [each, ...each.replies]))
    .filter(({ isEphemeral }) => isEphemeral)
    .map(({ text }) => text);
const onDiscord = (text: string) =>
  discord.stored.messages(DISCORD_CHANNEL).find(({ content }) => content.includes(text))?.id ?? "";
const inThread = (thread: string) =>
  discord.stored
    .messages(thread)
    .filter(({ type }) => type === 0 || type === 19)
    .map(({ content }) => content);

const WITHIN = { timeout: 20_000 };

describe("What happens to a card", () => {
  it("is told below it on both platforms, each thing once", async () => {
    const run = newRun();
    await run.ask({
      kind: "approval",
      key: "gate:1",
      data: {
        artifactId: "INV-7",
        artifactType: "invoice",
        title: "Settle INV-7",
        actions: ["accept", "ask"],
        approversList: ["ada"],
      },
    });
    await expect.poll(() => onSlack("Settle INV-7"), WITHIN).not.toBe("");
    await expect.poll(() => onDiscord("Settle INV-7"), WITHIN).not.toBe("");
    const [card, copy] = [onSlack("Settle INV-7"), onDiscord("Settle INV-7")];
    const ada = slack.people(ADA.slack);
    await ada.press({ place: SLACK_CHANNEL, message: card, action: "parley:ask" });
    // On a slow machine the dialog is up before its form: that cannot be sent yet.
    await expect.poll(() => ada.view().modal?.view["submit"], WITHIN).toBeTruthy();
    const modal = ada.view().modal?.id ?? "";
    expect(await ada.submit({ modal, values: { f0: "Why now?" } })).toEqual({ ok: true });
    await expect.poll(async () => run.told("parley.interrupt.asked"), WITHIN).toHaveLength(1);
    const [asked] = await run.told("parley.interrupt.asked");
    await expect.poll(() => inThread(copy), WITHIN).toHaveLength(1);
    await run.say("parley.interrupt.answered", {
      nodeId: "gate",
      interruptId: asked?.["interruptId"] ?? "",
      askId: asked?.["askId"] ?? "",
      answer: "The bank closes.",
    });
    await expect.poll(() => [below(card).length, inThread(copy).length], WITHIN).toEqual([2, 2]);
    // Whoever writes that they agree has decided nothing: a button says it, and only that.
    ada.say({ place: SLACK_CHANNEL, thread: card, text: "approve" });
    discord.people(ADA.discord).say({ place: DISCORD_CHANNEL, thread: copy, text: "approve" });
    await ada.press({ place: SLACK_CHANNEL, message: card, action: "parley:accept" });
    await expect.poll(() => [below(card).length, inThread(copy).length], WITHIN).toEqual([4, 4]);
    expect(below(card)).toEqual([
      "Ada Lovelace asked: “Why now?”",
      "Answer to Ada Lovelace:\nThe bank closes.",
      "approve",
      expect.stringMatching(/^Accepted by Ada Lovelace · .* · from Slack$/),
    ]);
    expect(inThread(copy)).toEqual([
      "Ada Lovelace asked: “Why now?”",
      "Answer to Ada Lovelace:\n> The bank closes.",
      "approve",
      expect.stringMatching(/^Accepted by Ada Lovelace · .* · from Slack$/),
    ]);
  });
});

describe("A conversation", () => {
  it("lives in one thread on each platform, is answered there in words, and is put away at its end", async () => {
    const run = newRun();
    const conversationId = randomUUID();
    const title = `About ${conversationId}`;
    await run.ask({ kind: "conversation.start", key: "talk", data: { conversationId, title } });
    const exchange = async (turn: number) =>
      run.ask({
        kind: "conversation.exchange",
        key: `talk:${turn}`,
        data: { conversationId, turnIndex: turn, prompt: `Turn ${turn}?` },
      });
    await exchange(1);
    await expect.poll(() => below(onSlack(title)), WITHIN).toHaveLength(2);
    await expect.poll(() => inThread(onDiscord(title)), WITHIN).toHaveLength(2);
    const [root, thread] = [onSlack(title), onDiscord(title)];
    expect(below(root)).toEqual([
      expect.stringContaining("Turn 1?"),
      "Write your answer here, in one message.",
    ]);
    slack.people(ADA.slack).say({ place: SLACK_CHANNEL, thread: root, text: "Friday" });
    const resolved = async () =>
      (await run.told("interrupt.resolved")).map(({ resumeValue }) => resumeValue ?? null);
    // The beginning resolves with null.
    await expect.poll(resolved, WITHIN).toEqual([null, "Friday"]);
    const answered = expect.stringMatching(/^Answered by Ada Lovelace · [^]*Friday/) as string;
    await expect.poll(() => below(root), WITHIN).toHaveLength(4);
    await expect.poll(() => inThread(thread).at(-1), WITHIN).toEqual(answered);

    await exchange(2);
    await expect.poll(() => inThread(thread), WITHIN).toHaveLength(5);
    // How to answer is said as long as there is no answer.
    await expect.poll(() => below(root), WITHIN).toHaveLength(6);
    discord.people(ADA.discord).say({ place: DISCORD_CHANNEL, thread, text: "Saturday" });
    await expect.poll(resolved, WITHIN).toEqual([null, "Friday", "Saturday"]);
    await expect.poll(() => inThread(thread), WITHIN).toHaveLength(7);
    await run.ask({ kind: "conversation.close", key: "talk:end", data: { conversationId } });
    const isAway = () => discord.stored.threads().find(({ id }) => id === thread)?.archived;
    await expect.poll(isAway, WITHIN).toBe(true);
    await expect.poll(() => below(root).length, WITHIN).toBe(8);
    const [first, , , end] = below(root);
    expect([first, end]).toEqual([expect.stringContaining("Turn 1?"), answered]);
  });

  it("says on each platform that a turn which a form answers is not answered in words", async () => {
    const run = newRun();
    const conversationId = randomUUID();
    const title = `About ${conversationId}`;
    await run.ask({ kind: "conversation.start", key: "talk", data: { conversationId, title } });
    // Words would even fit.
    const data = { conversationId, turnIndex: 1, prompt: "Say when", outcomeSchema: {} };
    await run.ask({ kind: "conversation.exchange", key: "talk:1", data });
    await expect.poll(() => below(onSlack(title)), WITHIN).toHaveLength(1);
    await expect.poll(() => inThread(onDiscord(title)), WITHIN).toHaveLength(1);
    const [root, thread] = [onSlack(title), onDiscord(title)];
    // The threads are pointed at once their cards are there.
    const questionsIn = async (id: string) => redis.exists(`${prefix}:thread-questions:${id}`);
    const slackId = `slack:T0ACME/${SLACK_CHANNEL}:${root}`;
    await expect.poll(async () => questionsIn(slackId), WITHIN).toBe(1);
    await expect.poll(async () => questionsIn(`discord:${thread}`), WITHIN).toBe(1);
    slack.people(ADA.slack).say({ place: SLACK_CHANNEL, thread: root, text: "Friday" });
    discord.people(ADA.discord).say({ place: DISCORD_CHANNEL, thread, text: "Saturday" });
    const words =
      "“Say when” is not answered by a message. Nothing changed. Use the Answer button on its card.";
    await expect.poll(() => onlyForAda(), WITHIN).toContain(words);
    await expect.poll(() => inThread(thread).at(-1), WITHIN).toBe(words);
    await expect.poll(async () => run.told("interrupt.resolved"), WITHIN).toHaveLength(1);
  });
});
