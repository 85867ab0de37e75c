import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Gateway } from "../../adapters/discord/gateway.ts";
import { ShardKeeper } from "../../adapters/discord/shard.ts";
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

async function keeper(prefix?: string) {
  const store = await openStore(redis, prefix);
  open.push(() => {
    store.close();
  });
  const lines: Line[] = [];
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const made = new ShardKeeper({
    shards: store.shards,
    name: "s",
    log: quiet,
    open: async () => {
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
  await until("one of them serves, and one stands by", () => {
    const states = [one.keeper.state(), other.keeper.state()].toSorted();
    return states.join() === "serving,standby" ? true : undefined;
  });
  const openLines = [...one.lines, ...other.lines].filter(({ closed }) => !closed);
  expect(openLines).toHaveLength(1);
});
