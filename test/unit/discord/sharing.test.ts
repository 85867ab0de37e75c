import { expect, it } from "vitest";
import { ShardKeeper } from "../../../adapters/discord/shard.ts";
import { ShardSharing } from "../../../adapters/discord/sharing.ts";
import { Fault } from "../../../src/core/fault.ts";
import { SteppedPause } from "../../support/stepped-pause.ts";
import { until } from "../../support/until.ts";

const lease = {
  renew: () => Promise.resolve(true),
  release: () => Promise.resolve(),
  passOn: () => Promise.resolve(false),
  listens: () => Promise.resolve(),
};

/** One replica with one shard, whose store and Discord do as the test says. */
async function sharing() {
  const steps = new SteppedPause();
  const told: string[] = [];
  const log = {
    info: () => undefined,
    warn: ({ reason }: { reason?: unknown }) => void told.push(`warn ${String(reason)}`),
    error: ({ reason }: { reason?: unknown }) => void told.push(`error ${String(reason)}`),
  };
  let beats = 0;
  let trouble: Error | undefined;
  const keep = (_: unknown, hasRoom: () => boolean) =>
    new ShardKeeper({
      shards: {
        take: () => Promise.resolve({ lease }),
        look: () => Promise.resolve({ leftMs: 0, listens: false, awaited: false }),
      },
      name: "s",
      fields: {},
      hasRoom,
      log,
      pause: steps.pause,
      open: () =>
        Promise.resolve({
          refusal: () => undefined,
          awayForMs: () => 0,
          problem: () => undefined,
          close: () => Promise.resolve(),
        }),
    });
  const made = new ShardSharing({
    crews: {
      async beat() {
        beats += 1;
        if (trouble !== undefined) throw trouble;
        return Promise.resolve({ replicas: 1, shards: 1 });
      },
      leave: () => Promise.resolve(0),
      agree: (_, shards) => Promise.resolve(shards),
    },
    name: "s",
    recommended: () => Promise.resolve(1),
    keep,
    log,
    pause: steps.pause,
  });
  await made.start();
  return {
    sharing: made,
    told,
    /** Three steps go so. */
    goes: async (how: Error | undefined) => {
      trouble = how;
      const since = beats;
      await until("three steps", () => {
        steps.pass(500);
        return beats >= since + 3 ? true : undefined;
      });
    },
  };
}

it("What goes wrong again and again while shards are shared is told once, and again when it has changed", async () => {
  const { sharing: one, told, goes } = await sharing();
  const away = new Fault("store-unavailable", "away", { retryable: true });
  await goes(away);
  expect(told).toEqual(["warn away"]);
  // No second try helps against this one, and it is as little told every time.
  await goes(new Fault("platform-refused", "refused", { retryable: false }));
  expect(told).toEqual(["warn away", "warn refused"]);
  await goes(undefined);
  await goes(away);
  expect(told).toEqual(["warn away", "warn refused", "warn away"]);
  // What is no Fault is a mistake in parley.
  await goes(new TypeError("a mistake"));
  expect(told.at(-1)).toBe("error a mistake");
  expect([told.length, one.state()]).toEqual([4, "serving"]);
  await one.stop();
});
