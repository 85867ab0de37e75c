import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Gateway } from "../../adapters/discord/gateway.ts";
import { ShardKeeper } from "../../adapters/discord/shard.ts";
import type { ShardLease, Shards } from "../../src/core/ports/shards.ts";
import { Fault } from "../../src/core/fault.ts";
import { type RedisServer, startRedis } from "../support/redis.ts";
import { SteppedPause } from "../support/stepped-pause.ts";
import { until } from "../support/until.ts";
import { openStore } from "./redis/stores.ts";

/** Whose turn it is, by a real Redis; connections are what each test says they are. */

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

class Line implements Gateway {
  away = 0;
  closed = false;
  refusal = () => undefined;
  awayForMs = () => this.away;
  problem = () => (this.away > 0 ? "no connection to Discord" : undefined);
  cannotClose = false;
  close = async () => {
    this.closed = true;
    if (this.cannotClose) throw new Error("stuck");
  };
}

async function keeper(prefix?: string, cannotConnect = false, hasRoom = () => true) {
  const store = await openStore(redis, prefix);
  open.push(() => {
    store.close();
  });
  const lines: Line[] = [];
  const told: string[] = [];
  const made = new ShardKeeper({
    shards: store.shards,
    name: "s",
    fields: {},
    hasRoom,
    log: logTo(told),
    open: async () => {
      if (cannotConnect) throw new Fault("platform-unavailable", "away", { retryable: true });
      const line = new Line();
      lines.push(line);
      return line;
    },
  });
  open.push(() => made.stop());
  return { keeper: made, lines, told, prefix: store.prefix };
}

/** Infos are not kept. */
const logTo = (told: string[]) => ({
  info: () => undefined,
  warn: (fields: object, words: string) =>
    void told.push(`warn ${words} ${JSON.stringify(fields)}`),
  error: (fields: object, words: string) =>
    void told.push(`error ${words} ${JSON.stringify(fields)}`),
});

it("A connection that is away for long is somebody else's turn, where somebody stands by", async () => {
  const one = await keeper();
  await one.keeper.start();
  const [line] = one.lines;
  if (line === undefined) throw new Error("it has connected");
  // A second more than the fifteen that are waited.
  line.away = 16_000;
  expect(one.keeper.state()).toBe("degraded: no connection to Discord");
  // Nobody stands by: it stays, and Discord's library goes on trying.
  const other = await keeper(one.prefix);
  expect(line.closed).toBe(false);
  await other.keeper.start();
  await until("the other one serves", () =>
    other.keeper.state() === "serving" ? true : undefined,
  );
  expect(line.closed).toBe(true);
  expect(one.keeper.state()).toBe("standby");
});

it("A replica that has lost Redis keeps its connection, and gives it up once it sees that another one has it", async () => {
  const one = await keeper();
  await one.keeper.start();
  // Without a file Redis forgets everything, and so the lease.
  await redis.kill();
  expect(one.keeper.state()).toBe("serving");
  await redis.restart();
  const other = await keeper(one.prefix);
  await other.keeper.start();
  await until("one of them serves, one stands by, and one connection is left", () => {
    const states = [one.keeper.state(), other.keeper.state()].toSorted();
    const left = [...one.lines, ...other.lines].filter(({ closed }) => !closed);
    return states.join() === "serving,standby" && left.length === 1 ? true : undefined;
  });
});

it("A connection that is given to one who then cannot connect is taken back, and never broken", async () => {
  const one = await keeper();
  await one.keeper.start();
  const [line] = one.lines;
  // Nobody wants it yet.
  expect(await one.keeper.give()).toBe(false);
  const other = await keeper(one.prefix, true);
  await other.keeper.start(false);
  await until("somebody stands by", async () => ((await one.keeper.give()) ? true : undefined));
  expect([one.keeper.state(), one.keeper.isHeard()]).toEqual(["standby", true]);
  await until("it is taken back", () => (one.keeper.state() === "serving" ? true : undefined));
  expect([line?.closed, one.lines.length]).toEqual([false, 1]);
  // Not offered again so soon, although somebody may stand by.
  expect(await one.keeper.give()).toBe(false);
});

it("A shard for which there is no room is left to others, and taken when nobody comes for it", async () => {
  const one = await keeper(undefined, false, () => false);
  const started = one.keeper.start();
  await until("it has looked", async () => (one.keeper.isHeld() ? undefined : true));
  expect(one.lines).toEqual([]);
  await started;
  expect([one.keeper.state(), one.lines.length]).toEqual(["serving", 1]);
});

it("A connection that cannot be closed when its turn has passed on is told, and breaks nothing", async () => {
  const one = await keeper();
  await one.keeper.start();
  const [line] = one.lines;
  if (line === undefined) throw new Error("it has connected");
  line.cannotClose = true;
  const other = await keeper(one.prefix);
  const started = other.keeper.start(false);
  await until("somebody stands by", async () => ((await one.keeper.give()) ? true : undefined));
  await started;
  await until("its turn is over", () => (one.keeper.isPassing() ? undefined : true));
  expect(one.told).toEqual([expect.stringMatching(/^warn Could not end .*stuck/)]);
  expect([line.closed, one.keeper.state()]).toEqual([true, "standby"]);
});

it("A first try that fails is told where it goes on by itself", async () => {
  const one = await keeper(undefined, true);
  await one.keeper.start(false);
  expect(one.told).toEqual([expect.stringMatching(/^warn Cannot hold .*trying again.*away/)]);
});

it("A store that shows a free shard and lets nobody take it is asked twice a second, and told of once", async () => {
  const lease: ShardLease = {
    renew: () => Promise.resolve(true),
    release: () => Promise.resolve(),
    passOn: () => Promise.resolve(true),
    listens: () => Promise.resolve(),
  };
  const away = new Fault("store-unavailable", "read only", { retryable: true });
  const turns = () => new Promise((resolve) => setImmediate(resolve));
  let takes = 0;
  let works = true;
  const shards: Shards = {
    async take() {
      takes += 1;
      await turns();
      if (!works) throw away;
      return { lease };
    },
    async look() {
      await turns();
      return { leftMs: 0, listens: false, awaited: false };
    },
  };
  const steps = new SteppedPause();
  const told: string[] = [];
  const line = new Line();
  const one = new ShardKeeper({
    shards,
    name: "s",
    fields: {},
    hasRoom: () => true,
    log: logTo(told),
    open: () => Promise.resolve(line),
    pause: steps.pause,
  });
  await one.start();
  works = false;
  expect(await one.give()).toBe(true);
  await until("it has tried to take it back", () => (told.length > 0 ? true : undefined));
  for (let turn = 0; turn < 20; turn += 1) await turns();
  // One that was taken at the start, one that failed.
  expect(takes).toBe(2);
  steps.pass(500);
  await until("it has tried again", () => (takes === 3 ? true : undefined));
  works = true;
  await until("it is taken back", () => {
    steps.pass(500);
    return one.state() === "serving" ? true : undefined;
  });
  expect(told).toEqual([expect.stringMatching(/^warn .*cannot be taken back.*read only/)]);
  expect(line.closed).toBe(false);
  const stopped = one.stop();
  steps.pass(500);
  await stopped;
});
