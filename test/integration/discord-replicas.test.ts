import { randomBytes } from "node:crypto";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { parseReference } from "../../src/core/reference.ts";
import { type LocalDiscord, startLocalDiscord } from "../platforms/discord/server.ts";
import { type RedisServer, startRedis } from "../support/redis.ts";
import { until } from "../support/until.ts";
import { cardOf, approval, question } from "../unit/discord/samples.ts";
import { openReplica, type Replica } from "./discord-replica.ts";
import { ADA, CHANNEL, GUILD, post, pressOn, recorded } from "./discord-stage.ts";
import { openStore } from "./redis/stores.ts";

/** Replicas that share a Redis and one Discord application. What parley answers, each test says. */

const HIDDEN_MS = 30_000;

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

async function discordWith(more: object = {}): Promise<LocalDiscord> {
  const discord = await startLocalDiscord({
    messageContentEnabled: true,
    // As at Discord: one introduction in five seconds, or the session is refused.
    rateLimits: { scale: 50, identifyEveryMs: 5_000 },
    guilds: [
      {
        id: GUILD,
        name: "Acme",
        channels: [{ id: CHANNEL, name: "finance" }],
        members: [{ id: ADA, name: "Ada" }],
      },
    ],
    ...more,
  });
  open.push(() => discord.close());
  return discord;
}

async function replica(discord: LocalDiscord, prefix: string): Promise<Replica> {
  const made = await openReplica(redis, discord, prefix);
  open.push(made.close);
  return made;
}

const newPrefix = () => `test-${randomBytes(6).toString("hex")}`;
const start = ({ platform, inbound }: Replica) => platform.start(inbound);

describe("Of two replicas", () => {
  it("one holds the session, and the other is ready without one", async () => {
    const discord = await discordWith();
    const prefix = newPrefix();
    const [one, other] = [await replica(discord, prefix), await replica(discord, prefix)];
    await start(one);
    await start(other);
    expect(discord.connected).toBe(1);
    expect([one.platform.state(), other.platform.state()]).toEqual(["serving", "standby"]);

    // The other one posts, and the press is heard once, by the one.
    const card = cardOf(approval());
    const posted = await post(other.platform, card);
    const outcome = await pressOn(discord, posted, `parley:accept:${card.reference}`);
    expect(outcome.ok).toBe(true);
    expect([one.inbound.presses.length, other.inbound.presses.length]).toEqual([1, 0]);
  });

  it("the one that leaves listens until the next one does, so that no press is lost", async () => {
    const discord = await discordWith({ rateLimits: { scale: 50 } });
    const prefix = newPrefix();
    const [one, other] = [await replica(discord, prefix), await replica(discord, prefix)];
    await start(one);
    await start(other);
    // The throttle lets the next one introduce itself five and a half seconds after the first.
    const raw = new Redis(redis.url);
    open.push(() => {
      raw.disconnect();
    });
    const bucket = one.redis.keys.identifies(`discord:${discord.applicationId}:0`);
    await until("its turn", async () => {
      const next = Number(await raw.hget(bucket, "next"));
      const [seconds] = await raw.time();
      return Number(seconds) * 1000 > next ? true : undefined;
    });
    const card = cardOf(approval());
    const posted = await post(one.platform, card);

    const isOver = { yet: false };
    const stopping = one.platform.stop().finally(() => {
      isOver.yet = true;
    });
    // Pressed again and again while it changes over: every one of them is answered.
    const outcomes: boolean[] = [];
    while (!isOver.yet || outcomes.length < 3) {
      const { ok } = await pressOn(discord, posted, `parley:accept:${card.reference}`);
      outcomes.push(ok);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await stopping;
    await until("the other serves", () =>
      other.platform.state() === "serving" ? true : undefined,
    );
    expect(outcomes.every(Boolean)).toBe(true);
  });

  it("both hearing one press is harmless: the second answer is refused, and nobody calls that an error", async () => {
    const discord = await discordWith({ rateLimits: { scale: 50 } });
    // Two prefixes: neither knows of the other, as when one of them has lost its Redis.
    const [one, other] = [await replica(discord, newPrefix()), await replica(discord, newPrefix())];
    await start(one);
    await start(other);
    expect(discord.connected).toBe(2);
    const card = cardOf(approval());
    const posted = await post(one.platform, card);
    expect((await pressOn(discord, posted, `parley:accept:${card.reference}`)).ok).toBe(true);
    await until("both have heard it", () =>
      one.inbound.presses.length + other.inbound.presses.length === 2 ? true : undefined,
    );
    await Promise.all([one.platform.stop(), other.platform.stop()]);
    const said = [...one.lines, ...other.lines].filter((line) => line.includes("interaction"));
    expect(said).toEqual([]);
  });
});

describe("What was typed in a thread while nobody listened", () => {
  async function threadOn(discord: LocalDiscord, { platform, inbound, redis: store }: Replica) {
    const card = cardOf(question());
    const posted = await post(platform, card);
    await threadOpenedOn(discord, posted.id);
    const reference = parseReference(card.reference);
    if (reference === undefined) throw new Error("a card has a reference");
    inbound.threads.set(posted.id, reference);
    await store.threadCursors.begin("discord", posted.id, posted.id);
    return { thread: posted.id, reference };
  }

  async function threadOpenedOn(discord: LocalDiscord, message: string) {
    const answer = await fetch(
      `${discord.apiUrl}/v10/channels/${CHANNEL}/messages/${message}/threads`,
      {
        method: "POST",
        headers: { authorization: `Bot ${discord.token}`, "content-type": "application/json" },
        body: JSON.stringify({ name: "t" }),
      },
    );
    expect(answer.status).toBe(201);
  }

  const say = (discord: LocalDiscord, thread: string, text: string) =>
    discord.people(ADA).say({ place: CHANNEL, thread, text });
  const answersOf = ({ inbound }: Replica) =>
    inbound.presses.map(({ response }) => ("answer" in response ? response.answer : undefined));

  it("is read when the next one takes over, once each and in order, over more than a page", async () => {
    const discord = await discordWith({ rateLimits: { scale: 500 } });
    const prefix = newPrefix();
    const one = await replica(discord, prefix);
    await start(one);
    const { thread, reference } = await threadOn(discord, one);
    say(discord, thread, "heard");
    await until("it is heard", () => (one.inbound.presses.length === 1 ? true : undefined));
    await until("the cursor is behind it", async () =>
      (await one.redis.threadCursors.all("discord")).get(thread) === thread ? undefined : true,
    );
    await one.platform.stop();
    // 101 messages: two pages of Discord's history.
    const typed = Array.from({ length: 101 }, (_, index) => `answer ${index}`);
    for (const text of typed) say(discord, thread, text);

    const other = await replica(discord, prefix);
    other.inbound.threads.set(thread, reference);
    await start(other);
    await until("all are read", () => (other.inbound.presses.length === 101 ? true : undefined));
    expect(answersOf(other)).toEqual(typed);
    expect(new Set(other.inbound.presses.map(({ workspace }) => workspace))).toEqual(
      new Set([GUILD]),
    );
    // Nothing is left for a third.
    await until("the cursor is behind them", async () => {
      const last = discord.stored.messages(thread).at(-1)?.id;
      const at = (await other.redis.threadCursors.all("discord")).get(thread);
      return at === last ? true : undefined;
    });
  });

  it("is read after a session that could not be resumed, and by nobody twice", async () => {
    const discord = await discordWith({ rateLimits: { scale: 50 } });
    const one = await replica(discord, newPrefix());
    await start(one);
    const { thread } = await threadOn(discord, one);
    discord.faults.gateway.invalidateSessions(false);
    await until("the session is gone", () => (discord.connected === 0 ? true : undefined), {
      everyMs: 1,
    });
    say(discord, thread, "meanwhile");
    await until("it is read", () => (answersOf(one).includes("meanwhile") ? true : undefined), {
      withinMs: HIDDEN_MS,
    });
    expect(new Set(one.inbound.presses.map(({ id }) => id)).size).toBe(1);
  });

  it("is not passed by what comes before it is read, although whoever hears that dies then", async () => {
    const discord = await discordWith({ rateLimits: { scale: 50 } });
    const prefix = newPrefix();
    const one = await replica(discord, prefix);
    await start(one);
    const { thread, reference } = await threadOn(discord, one);
    await one.platform.stop();
    say(discord, thread, "meanwhile");

    const other = await replica(discord, prefix);
    other.inbound.threads.set(thread, reference);
    const history = { method: "GET", path: new RegExp(`^/channels/${thread}/messages`) };
    discord.faults.onRest(
      { ...history, times: 1_000 },
      { kind: "error", when: "before", status: 503 },
    );
    await start(other);
    say(discord, thread, "live");
    await until("it is heard", () => (other.inbound.presses.length === 1 ? true : undefined));
    await other.die();
    expect(answersOf(other)).toEqual(["live"]);

    discord.faults.clear();
    const third = await replica(discord, prefix);
    third.inbound.threads.set(thread, reference);
    await start(third);
    await until("both are read", () => (third.inbound.presses.length === 2 ? true : undefined));
    expect(answersOf(third)).toEqual(["meanwhile", "live"]);
  });

  it("is not passed by what a new session brings before the library calls it ready", async () => {
    const discord = await discordWith({ rateLimits: { scale: 50 } });
    const one = await replica(discord, newPrefix());
    await start(one);
    const { thread } = await threadOn(discord, one);
    say(discord, thread, "before");
    await until("it is heard", () => (one.inbound.presses.length === 1 ? true : undefined));
    // The library waits three tenths of a second for them, and hands out messages meanwhile.
    discord.faults.withholdGuilds = true;
    discord.faults.gateway.invalidateSessions(false);
    await until("the session is gone", () => (discord.connected === 0 ? true : undefined), {
      everyMs: 1,
    });
    say(discord, thread, "meanwhile");
    await until("the next one is there", () => (discord.connected === 1 ? true : undefined), {
      withinMs: HIDDEN_MS,
      everyMs: 1,
    });
    say(discord, thread, "live");
    await until("both are there", () => (new Set(answersOf(one)).size === 3 ? true : undefined));
    expect(new Set(answersOf(one))).toEqual(new Set(["before", "meanwhile", "live"]));
  });

  it("is read again when it could not be recorded, and not passed over by what came after it", async () => {
    const discord = await discordWith({ rateLimits: { scale: 50 } });
    const prefix = newPrefix();
    const one = await replica(discord, prefix);
    one.inbound.taken = (press) =>
      "answer" in press.response && press.response.answer === "lost"
        ? { state: "not-confirmed", words: ["Not confirmed."] }
        : recorded({ ok: true });
    await start(one);
    const { thread, reference } = await threadOn(discord, one);
    say(discord, thread, "lost");
    say(discord, thread, "kept");
    await until("both are heard", () => (one.inbound.presses.length === 2 ? true : undefined));
    await one.platform.stop();

    const other = await replica(discord, prefix);
    other.inbound.threads.set(thread, reference);
    await start(other);
    await until("both are read", () => (other.inbound.presses.length === 2 ? true : undefined));
    expect(answersOf(other)).toEqual(["lost", "kept"]);
  });
});

describe("A connection", () => {
  it("that Discord ends for good is degraded, said in one line with what to change, and never tried again", async () => {
    const discord = await discordWith({ rateLimits: { scale: 50 } });
    const prefix = newPrefix();
    const one = await replica(discord, prefix);
    await start(one);
    discord.faults.gateway.closeSockets(4014);
    await until("it is degraded", () =>
      one.platform.state().startsWith("degraded: Discord refused a privileged intent")
        ? true
        : undefined,
    );
    const said = one.lines.filter((line) => line.includes("Privileged Gateway Intents"));
    expect(said).toHaveLength(1);
    // The turn is free for a replica that is set up better.
    const other = await openStore(redis, prefix);
    open.push(() => {
      other.close();
    });
    await until("the lease is free", async () => {
      const { lease } = await other.shards.take(`discord:${discord.applicationId}:0/1`, 3_000);
      return lease;
    });
    expect(discord.connected).toBe(0);
  });

  /** Close codes that end it (docs, topics/opcodes-and-status-codes), and what each line has to name; 4011 is elsewhere. */
  it.each([
    [4004, "reset it there"],
    [4010, "fault in parley"],
    [4012, "update parley"],
    [4013, "update parley"],
    [4014, "Privileged Gateway Intents"],
  ])("that is closed with %i is degraded, and says what to change", async (code, named) => {
    const discord = await discordWith({ rateLimits: { scale: 50 } });
    const one = await replica(discord, newPrefix());
    await start(one);
    discord.faults.gateway.closeSockets(code);
    const state = await until("it is degraded", () => {
      const now = one.platform.state();
      return now.startsWith("degraded: Discord") ? now : undefined;
    });
    expect(state).toContain(named);
    expect(one.lines.filter((line) => line.includes(named))).toHaveLength(1);
  });

  it("is not made when nearly none are left today, which is said", async () => {
    // Ten are kept, for whoever has to mend it.
    const discord = await discordWith({ identifiesLeft: 10 });
    const one = await replica(discord, newPrefix());
    await expect(start(one)).rejects.toThrow(/Only 10 connections/);
    expect(discord.connected).toBe(0);
  });

  it("that breaks when nearly none are left is not made again, and the log says why", async () => {
    // One above the ten that are kept.
    const discord = await discordWith({ identifiesLeft: 11, rateLimits: { scale: 50 } });
    const one = await replica(discord, newPrefix());
    await start(one);
    discord.faults.gateway.invalidateSessions(false);
    await until("it is degraded", () =>
      one.platform.state().startsWith("degraded: Only 10 connections") ? true : undefined,
    );
    const said = one.lines.filter((line) => line.includes("Only 10 connections"));
    expect(said).toHaveLength(1);
    expect(discord.connected).toBe(0);
  });
});

describe("An interaction that arrives while a replica starts", () => {
  it("is answered within three seconds, although the guilds are still away", async () => {
    const discord = await discordWith({ rateLimits: { scale: 50 } });
    discord.faults.withholdGuilds = true;
    const one = await replica(discord, newPrefix());
    const card = cardOf(approval());
    const posted = await post(one.platform, card);
    const starting = start(one);
    await discord.until(() => discord.connected === 1);
    // The session has begun and the library is waiting: whoever presses now has three seconds.
    const pressed = await pressOn(discord, posted, `parley:accept:${card.reference}`);
    await starting;
    expect(pressed.ok).toBe(true);
  });
});
