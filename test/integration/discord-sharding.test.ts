import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { parseReference } from "../../src/core/reference.ts";
import {
  type LocalDiscord,
  type LocalDiscordOptions,
  startLocalDiscord,
} from "../platforms/discord/server.ts";
import { type RedisServer, startRedis } from "../support/redis.ts";
import { until } from "../support/until.ts";
import { approval, cardOf, question } from "../unit/discord/samples.ts";
import { openReplica, type Replica, type ReplicaOptions } from "./discord-replica.ts";
import { ADA, CHANNEL, GUILD } from "./discord-stage.ts";

/** Two guilds, one on each of two shards, and replicas that share them. */

/** (GUILD >> 22) % 2 is 0, and this one's is 1 (docs, events/gateway, sharding). */
const ODD = String(BigInt(GUILD) + (1n << 22n));
const ODD_CHANNEL = "400000000000000009";
const CHANNELS: Readonly<Record<string, string>> = { [GUILD]: CHANNEL, [ODD]: ODD_CHANNEL };
/** Longer than the two introductions, five and a half seconds apart, that a move may wait for. */
const MOVED_WITHIN_MS = 40_000;
/** Nobody waits for others to settle, and Discord is asked all the time. */
const AT_ONCE = { settledMs: 0, askEveryMs: 100 };
const ONE_EACH = ["0 of 2 held here", "1 of 2 held here"];

let redis: RedisServer;
const open: (() => unknown)[] = [];
beforeAll(async () => {
  redis = await startRedis();
});
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});
afterAll(async () => {
  await redis.stop();
});

async function discordWith(options: Partial<LocalDiscordOptions> = {}): Promise<LocalDiscord> {
  const guildOf = (id: string) => ({
    id,
    name: `Guild ${id}`,
    channels: [{ id: CHANNELS[id] ?? "", name: "finance" }],
    members: [{ id: ADA, name: "Ada" }],
  });
  const discord = await startLocalDiscord({
    messageContentEnabled: true,
    // As at Discord: one introduction of a bucket in five seconds, or the session is refused.
    rateLimits: { scale: 500, identifyEveryMs: 5_000 },
    guilds: [guildOf(GUILD), guildOf(ODD)],
    sharding: { shards: 2, maxConcurrency: 2 },
    ...options,
  });
  open.push(() => discord.close());
  return discord;
}

const newPrefix = () => `test-${randomBytes(6).toString("hex")}`;

async function replica(discord: LocalDiscord, prefix: string, options: ReplicaOptions = {}) {
  const made = await openReplica(redis, discord, prefix, { guilds: [GUILD, ODD], ...options });
  open.push(made.close);
  await made.platform.start(made.inbound);
  return made;
}

const sorted = (discord: LocalDiscord) => discord.shards.map((each) => each.join("/")).toSorted();
const heldBy = ({ platform }: Replica) => platform.held?.() ?? "the only one";

const waitFor = (what: string, condition: () => boolean) =>
  until(what, () => (condition() ? true : undefined), { withinMs: MOVED_WITHIN_MS });

async function postIn(guild: string, { platform }: Replica, card = cardOf(approval())) {
  const channel = CHANNELS[guild] ?? "";
  const address = { platform: "discord", workspace: guild, channel } as const;
  // Two cards with one nonce would be one message.
  const nonce = randomBytes(11).toString("hex");
  return { card, message: await platform.cards.post(address, card, nonce), channel };
}

type Posted = Awaited<ReturnType<typeof postIn>>;

const press = async (discord: LocalDiscord, { card, message, channel }: Posted) => {
  const action = `parley:accept:${card.reference}`;
  return discord.people(ADA).press({ place: channel, message: message.id, action });
};

/** Presses in both guilds, again and again until the work is done; says whether every one was answered. */
async function pressingDuring(
  discord: LocalDiscord,
  posted: readonly Posted[],
  work: Promise<unknown>,
): Promise<boolean> {
  const isOver = { yet: false };
  const watched = work.finally(() => {
    isOver.yet = true;
  });
  const outcomes: boolean[] = [];
  while (!isOver.yet || outcomes.length < 4) {
    for (const each of posted) outcomes.push((await press(discord, each)).ok);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await watched;
  return outcomes.every(Boolean);
}

const workspacesHeard = ({ inbound }: Replica) =>
  [...new Set(inbound.presses.map(({ workspace }) => workspace))].toSorted();

describe("A replica that is alone", () => {
  it("holds every shard, introduces them one by one, and hears both guilds", async () => {
    const discord = await discordWith({ sharding: { shards: 2, maxConcurrency: 1 } });
    const one = await replica(discord, newPrefix());
    expect(sorted(discord)).toEqual(["0/2", "1/2"]);
    expect([one.platform.state(), heldBy(one)]).toEqual(["serving", "0, 1 of 2 held here"]);
    // Neither came too soon: Discord would have ended that session, and another one been begun.
    const spent = await sessionsLeft(discord);
    expect(spent).toBe(998);
    for (const guild of [GUILD, ODD]) {
      expect((await press(discord, await postIn(guild, one))).ok).toBe(true);
    }
    expect(one.inbound.presses.map(({ workspace }) => workspace)).toEqual([GUILD, ODD]);
  });
});

async function sessionsLeft(discord: LocalDiscord): Promise<number> {
  const headers = { authorization: `Bot ${discord.token}` };
  const answer = await fetch(`${discord.apiUrl}/v10/gateway/bot`, { headers });
  const { session_start_limit: limit } = (await answer.json()) as {
    session_start_limit: { remaining: number };
  };
  return limit.remaining;
}

describe("Two replicas", () => {
  it("share the shards out without losing a press, and then leave them where they are", async () => {
    const discord = await discordWith();
    const prefix = newPrefix();
    const one = await replica(discord, prefix, { times: AT_ONCE });
    const posted = [await postIn(GUILD, one), await postIn(ODD, one)];
    const other = await replica(discord, prefix, { times: AT_ONCE });
    const shared = waitFor(
      "each holds one",
      () => other.platform.state() === "serving" && sorted(discord).length === 2,
    );
    expect(await pressingDuring(discord, posted, shared)).toBe(true);
    const held = [heldBy(one), heldBy(other)];
    expect(held.toSorted()).toEqual(ONE_EACH);

    // Presses on both, each heard where its guild is.
    one.inbound.presses.length = 0;
    other.inbound.presses.length = 0;
    for (const each of posted) expect((await press(discord, each)).ok).toBe(true);
    const guilds = held.map((each) => (each === ONE_EACH[0] ? GUILD : ODD));
    expect([workspacesHeard(one), workspacesHeard(other)]).toEqual(guilds.map((each) => [each]));

    const left = await sessionsLeft(discord);
    const beats = one.beats();
    await waitFor("much later", () => one.beats() >= beats + 8);
    expect(await sessionsLeft(discord)).toBe(left);
    expect([heldBy(one), heldBy(other)]).toEqual(held);
  });

  it("take over from one that died, and read what was typed in the gap", async () => {
    const discord = await discordWith();
    const prefix = newPrefix();
    const guilds = new Map<string, string>();
    const guildOf = (thread: string) => guilds.get(thread) ?? "";
    const one = await replica(discord, prefix, { times: AT_ONCE, workspaceOf: guildOf });
    const other = await replica(discord, prefix, { times: AT_ONCE, workspaceOf: guildOf });
    await waitFor("each holds one, and nobody more", () => {
      const held = [heldBy(one), heldBy(other)].toSorted();
      return held.join() === ONE_EACH.join() && sorted(discord).length === 2;
    });
    const isOdd = heldBy(other) === ONE_EACH[1];
    const [dying, staying] = isOdd ? [ODD, "0/2"] : [GUILD, "1/2"];
    const { card, message, channel } = await postIn(dying, other, cardOf(question()));
    guilds.set(message.id, dying);
    await openThread(discord, channel, message.id);
    const reference = parseReference(card.reference);
    if (reference === undefined) throw new Error("a card has a reference");
    for (const each of [one, other]) each.inbound.threads.set(message.id, reference);
    await one.redis.threadCursors.begin("discord", message.id, message.id);

    await other.die();
    expect(sorted(discord)).toEqual([staying]);
    discord.people(ADA).say({ place: channel, thread: message.id, text: "in the gap" });
    await waitFor("it is read", () => one.inbound.presses.length > 0);
    const [answer] = one.inbound.presses;
    expect(answer).toMatchObject({ workspace: dying, response: { answer: "in the gap" } });
    expect(one.inbound.presses).toHaveLength(1);
    expect([sorted(discord), heldBy(one)]).toEqual([["0/2", "1/2"], "0, 1 of 2 held here"]);
    for (const guild of [GUILD, ODD]) {
      expect((await press(discord, await postIn(guild, one))).ok).toBe(true);
    }
  });

  it("that are told different numbers both hear everything, and one press is one by its id", async () => {
    const discord = await discordWith({ sharding: { shards: 1, maxConcurrency: 2 } });
    const prefix = newPrefix();
    // Neither hears what the other was told.
    const deaf: ReplicaOptions = {
      crews: {
        agree: async (_, shards) => shards,
        beat: async () => ({ replicas: 1, shards: undefined }),
      },
    };
    const one = await replica(discord, prefix, deaf);
    discord.sharding.shards = 2;
    const other = await replica(discord, prefix, deaf);
    expect(sorted(discord)).toEqual(["0/1", "0/2", "1/2"]);
    const posted = [await postIn(GUILD, one), await postIn(ODD, one)];
    for (const each of posted) expect((await press(discord, each)).ok).toBe(true);
    await waitFor(
      "both have heard both",
      () => one.inbound.presses.length === 2 && other.inbound.presses.length === 2,
    );
    const ids = [one, other].map(({ inbound }) => inbound.presses.map(({ id }) => id).toSorted());
    expect(ids[0]).toEqual(ids[1]);
    await one.close();
    for (const each of posted) expect((await press(discord, each)).ok).toBe(true);
  });
});

async function openThread(discord: LocalDiscord, channel: string, message: string) {
  const path = `${discord.apiUrl}/v10/channels/${channel}/messages/${message}/threads`;
  const answer = await fetch(path, {
    method: "POST",
    headers: { authorization: `Bot ${discord.token}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "t" }),
  });
  expect(answer.status).toBe(201);
}

describe("When Discord wants more shards", () => {
  it("all replicas move over together, listening meanwhile, and say so", async () => {
    const discord = await discordWith({ sharding: { shards: 1, maxConcurrency: 2 } });
    const prefix = newPrefix();
    // Only one of them asks: the other hears of it in Redis.
    const one = await replica(discord, prefix, { times: AT_ONCE });
    const other = await replica(discord, prefix, { times: { settledMs: 0 } });
    expect([one.platform.state(), other.platform.state()]).toEqual(["serving", "standby"]);
    expect([heldBy(one), heldBy(other)]).toEqual(["the only one", "the only one"]);
    const posted = [await postIn(GUILD, one), await postIn(ODD, one)];

    discord.sharding.shards = 2;
    const moved = waitFor(
      "there are two, and only those",
      () =>
        sorted(discord).join() === "0/2,1/2" &&
        other.platform.state() === "serving" &&
        one.platform.state() === "serving",
    );
    expect(await pressingDuring(discord, posted, moved)).toBe(true);
    expect([heldBy(one), heldBy(other)].toSorted()).toEqual(ONE_EACH);
    for (const { lines } of [one, other]) {
      const said = lines.filter((line) => line.startsWith("Discord wants more shards"));
      expect(said).toEqual([expect.stringContaining('"from":1,"to":2')]);
    }
    // Discord may recommend fewer again; nobody moves for that.
    discord.sharding.shards = 1;
    const beats = one.beats();
    await waitFor("it was asked since", () => one.beats() >= beats + 4);
    expect(sorted(discord)).toEqual(["0/2", "1/2"]);
  });

  it("and closes the connection for it (4011), parley asks for the number at once and moves over", async () => {
    const discord = await discordWith({
      rateLimits: { scale: 500 },
      sharding: { shards: 1, guildsPerShard: 1_000 },
    });
    const one = await replica(discord, newPrefix());
    discord.sharding.guildsPerShard = 1;
    discord.faults.gateway.closeSockets(4011);
    // Discord recommends no more yet: nothing can be done but say so.
    await waitFor("it is degraded", () =>
      one.platform.state().startsWith("degraded: Discord wants more shards than it recommends"),
    );
    discord.sharding.shards = 2;
    await waitFor(
      "it serves again",
      () => one.platform.state() === "serving" && sorted(discord).join() === "0/2,1/2",
    );
  });
});
