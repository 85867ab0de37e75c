import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Gateway } from "../../adapters/discord/gateway.ts";
import { ShardKeeper } from "../../adapters/discord/shard.ts";
import { Fault } from "../../src/core/fault.ts";
import { type RedisServer, startRedis } from "../support/redis.ts";
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
  close = async () => {
    this.closed = true;
  };
}

async function keeper(prefix?: string, cannotConnect = false, hasRoom = () => true) {
  const store = await openStore(redis, prefix);
  open.push(() => {
    store.close();
  });
  const lines: Line[] = [];
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const made = new ShardKeeper({
    shards: store.shards,
    name: "s",
    fields: {},
    hasRoom,
    log: quiet,
    open: async () => {
      if (cannotConnect) throw new Fault("platform-unavailable", "away", { retryable: true });
      const line = new Line();
      lines.push(line);
      return line;
    },
  });
  open.push(() => made.stop());
  return { keeper: made, lines, prefix: store.prefix };
}

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
