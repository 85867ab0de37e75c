import { describe, expect, it } from "vitest";
import type { Interrupt } from "../../../src/core/interrupt.ts";
import type { Identify } from "../../../src/flows/presses.ts";
import { PARTITIONS } from "../../../src/redis/keys.ts";
import type { Store } from "../../../src/redis/redis.ts";
import { until } from "../../support/until.ts";
import { ownRedis } from "../redis/own-redis.ts";
import { holders } from "../redis/pending.ts";
import { approval, newInterrupt, openStore, pressOn } from "../redis/stores.ts";
import { accountOf, flowsOver, known, listener } from "./people.ts";
import { serve } from "./serving.ts";

const own = ownRedis();

/** A directory that answers nobody until it is asked to; `most` are those who waited for it at a time. */
function slowDirectory() {
  const waiting: (() => void)[] = [];
  let isOpen = false;
  let most = 0;
  const identify: Identify = async (asked) => {
    if (!isOpen) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        most = Math.max(most, waiting.length);
      });
    }
    return known(asked);
  };
  return {
    identify,
    waiting: () => waiting.length,
    most: () => most,
    answerOne: () => waiting.shift()?.(),
    open: () => {
      isOpen = true;
      for (const answer of waiting.splice(0)) answer();
    },
  };
}

/** One replica, and another one that is gone. */
async function withDead() {
  const dead = await openStore(own.server);
  const heir = await openStore(own.server, dead.prefix);
  const close = () => {
    dead.close();
    heir.close();
  };
  return { dead, heir, close };
}

/** Interrupts of one run, so of one partition. */
async function ofOneRun(store: Store, count: number): Promise<readonly Interrupt[]> {
  const { runId } = newInterrupt();
  const all = Array.from({ length: count }, (_, index) =>
    newInterrupt({
      runId,
      ref: `${index}`.padEnd(22, "x"),
      payload: approval({ approversList: ["ada", "grace"] }),
    }),
  );
  for (const next of all) await store.interrupts.commit({ from: 0, next });
  return all;
}

const outcomeOf = async (store: Store, { partition, ref }: Interrupt) =>
  (await store.interrupts.load(partition, ref))?.outcome;

describe("While nobody says who pressed", () => {
  it("deadlines pass everywhere else, and the press counts once somebody does", async () => {
    const { dead, heir, close } = await withDead();
    const pressed = newInterrupt();
    await dead.interrupts.commit({ from: 0, next: pressed });
    await dead.presses.append(pressOn(pressed, "p1"), 2000);
    await dead.replicas.leave();
    const directory = slowDirectory();
    const stop = serve(heir, flowsOver(heir, directory.identify));
    await until("who pressed is looked up", () => (directory.waiting() > 0 ? true : undefined));

    const partition = PARTITIONS.find((each) => each !== pressed.partition) ?? 0;
    const late = newInterrupt({ partition, deadlineAt: heir.clock.now() - 1 });
    await heir.interrupts.commit({ from: 0, next: late });
    expect(await until("the other one ends", async () => outcomeOf(heir, late))).toMatchObject({
      kind: "expired",
    });
    expect(await outcomeOf(heir, pressed)).toBeUndefined();
    directory.open();
    expect(await until("it is decided", async () => outcomeOf(heir, pressed))).toMatchObject({
      kind: "decided",
      by: { id: "ada" },
    });
    await stop();
    close();
  });

  it("a few presses of a partition are handled side by side, and no more in a second turn", async () => {
    const { dead, heir, close } = await withDead();
    const asked = await ofOneRun(dead, 6);
    for (const each of asked) await dead.presses.append(pressOn(each, `p-${each.ref}`), 2000);
    await dead.replicas.leave();
    const partition = asked[0]?.partition ?? 0;
    expect(await holders(own.redis, heir, partition)).toHaveLength(6);
    const directory = slowDirectory();
    const { presses } = flowsOver(heir, directory.identify);
    const { heard, tell } = listener();
    const turns: Promise<void>[] = [];
    await until("four are looked up", async () => {
      turns.push(presses.recover(partition, tell));
      await heir.presses.oldest(partition);
      return directory.waiting() === 4 ? true : undefined;
    });
    for (let left = 6; left > 0; left -= 1) {
      await until("the next one is looked up", () =>
        directory.waiting() === Math.min(left, 4) ? true : undefined,
      );
      directory.answerOne();
    }
    await Promise.all(turns);
    expect(heard).toEqual(Array(6).fill("ok"));
    expect(directory.most()).toBe(4);
    close();
  });

  it("whoever pressed first on one interrupt stays the first", async () => {
    const { dead, heir, close } = await withDead();
    const [asked] = await ofOneRun(dead, 1);
    if (asked === undefined) throw new Error("there is one");
    for (const name of ["grace", "ada"]) {
      const press = pressOn(asked, `p-${name}`, { account: accountOf(name) });
      await dead.presses.append(press, 2000);
    }
    await dead.replicas.leave();
    expect(await holders(own.redis, heir, asked.partition)).toHaveLength(2);
    const directory = slowDirectory();
    const { presses } = flowsOver(heir, directory.identify);
    const { heard, tell } = listener();
    const turns: Promise<void>[] = [];
    await until("somebody is looked up", () => {
      turns.push(presses.recover(asked.partition, tell));
      return directory.waiting() > 0 ? true : undefined;
    });
    directory.open();
    await Promise.all(turns);
    expect(directory.most()).toBe(1);
    expect(await outcomeOf(heir, asked)).toMatchObject({ by: { id: "grace" } });
    expect(heard).toEqual(["ok", expect.stringContaining("Grace")]);
    close();
  });
});
