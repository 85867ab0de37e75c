import { describe, expect, it } from "vitest";
import { LAYOUT } from "../../../src/core/interrupt.ts";
import type { Press } from "../../../src/core/press.ts";
import type { Store } from "../../../src/redis/redis.ts";
import { GROUP, keysUnder } from "../../../src/redis/keys.ts";
import { ownRedis } from "./own-redis.ts";
import { accepted, ASKED_AT, announcementOf, newInterrupt, openStore, pressOn } from "./stores.ts";

const own = ownRedis();

const eventsIn = async (outbox: string) =>
  (await own.redis.xrange(outbox, "-", "+")).map(
    ([, fields]) => JSON.parse(fields[1] ?? "") as Record<string, unknown>,
  );

/** Where a press stands that was recorded just now. */
async function placeOf({ presses }: Pick<Store, "presses">, press: Press): Promise<string> {
  const appended = await presses.append(press, 2000);
  if (appended.state !== "recorded") throw new Error(appended.state);
  return appended.taken.place;
}

const overdueIn = async (store: Pick<Store, "interrupts">, partition: number) =>
  (await store.interrupts.overdue(partition)).due.map(({ ref }) => ref);

describe("A commit", () => {
  it("opens an interrupt once: the second request finds it and writes nothing", async () => {
    const store = await openStore(own.server);
    const interrupt = newInterrupt();
    const change = {
      from: 0,
      next: interrupt,
      announcement: announcementOf(interrupt),
      seen: 7,
    };
    expect(await store.interrupts.commit(change)).toEqual({ state: "committed" });
    expect(await store.interrupts.commit(change)).toEqual({ state: "conflict" });
    expect(await store.interrupts.load(interrupt.partition, interrupt.ref)).toEqual(interrupt);
    const events = await eventsIn(store.keys.outbox(interrupt.partition));
    // One event, its sequence above the engine's 7.
    expect(events).toMatchObject([{ type: "node.suspended", sequence: 8, schemaVersion: 1 }]);
    store.close();
  });

  it("of two made on the same version lets one through and leaves no trace of the other", async () => {
    const store = await openStore(own.server);
    const open = newInterrupt();
    await store.interrupts.commit({ from: 0, next: open });
    const yes = accepted(open);
    const no = {
      ...yes,
      outcome: { ...yes.outcome, action: "reject" },
    } as typeof yes;
    const states = await Promise.all(
      [yes, no].map((next) =>
        store.interrupts.commit({ from: 1, next, announcement: announcementOf(next) }),
      ),
    );
    expect(states.map(({ state }) => state).sort()).toEqual(["committed", "conflict"]);
    const events = await eventsIn(store.keys.outbox(open.partition));
    const stored = await store.interrupts.load(open.partition, open.ref);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      payload: {
        resumeValue: { action: stored?.outcome?.kind === "decided" && stored.outcome.action },
      },
    });
    store.close();
  });

  it("for a press that was committed before answers so, even after the version moved on", async () => {
    const store = await openStore(own.server);
    const open = newInterrupt();
    await store.interrupts.commit({ from: 0, next: open });
    const next = accepted(open);
    const place = await placeOf(store, pressOn(open, "press-1"));
    const change = { from: 1, next, press: { id: "press-1", place } };
    expect(await store.interrupts.commit(change)).toEqual({ state: "committed" });
    expect(await store.interrupts.commit(change)).toEqual({
      state: "replayed",
      answer: "committed",
    });
    const another = { ...change, press: { id: "press-2", place: "1-0" } };
    expect(await store.interrupts.commit(another)).toEqual({ state: "conflict" });
    store.close();
  });

  it("takes the press that brings it out of its stream, and leaves one that lost the race there", async () => {
    const store = await openStore(own.server);
    const open = newInterrupt();
    await store.interrupts.commit({ from: 0, next: open });
    const first = await placeOf(store, pressOn(open, "press-1"));
    const second = await placeOf(store, pressOn(open, "press-2"));
    const next = accepted(open);
    for (const [id, place] of [
      ["press-1", first],
      ["press-2", second],
    ] as const) {
      await store.interrupts.commit({ from: 1, next, press: { id, place } });
    }
    const stream = store.keys.presses(open.partition);
    expect((await own.redis.xrange(stream, "-", "+")).map(([id]) => id)).toEqual([second]);
    // Nor does anybody have to take it again.
    const pending = (await own.redis.xpending(stream, GROUP, "-", "+", 10)) as readonly string[][];
    expect(pending.map(([id]) => id)).toEqual([second]);
    store.close();
  });

  it("for a request that was committed before answers with what it was answered then", async () => {
    const store = await openStore(own.server);
    const open = newInterrupt();
    await store.interrupts.commit({ from: 0, next: open });
    const next = accepted(open);
    const answer = { record: "r".repeat(43), text: '{"digest":"d","status":200}' };
    const change = { from: 1, next, answer, announcement: announcementOf(next) };
    expect(await store.interrupts.commit(change)).toEqual({ state: "committed" });
    // Whatever the second try would be answered, and whatever it was decided on.
    for (const from of [1, 2]) {
      const again = { ...change, from, answer: { ...answer, text: "another answer" } };
      expect(await store.interrupts.commit(again)).toEqual({
        state: "replayed",
        answer: answer.text,
      });
    }
    expect((await store.interrupts.load(open.partition, open.ref))?.version).toBe(2);
    expect(await eventsIn(store.keys.outbox(open.partition))).toHaveLength(1);
    // A client may ask again for a day at least.
    const life = await own.redis.pttl(store.keys.answer(open.partition, answer.record));
    expect(life).toBeGreaterThan(24 * 60 * 60 * 1000);
    store.close();
  });

  it("that lost its race leaves no answer behind for its request", async () => {
    const store = await openStore(own.server);
    const open = newInterrupt();
    await store.interrupts.commit({ from: 0, next: open });
    const requests = ["a", "b"].map((name) => ({
      from: 1,
      next: accepted(open),
      answer: { record: name.repeat(43), text: name },
    }));
    const states = await Promise.all(
      requests.map(async (change) => store.interrupts.commit(change)),
    );
    expect(states.map(({ state }) => state).sort()).toEqual(["committed", "conflict"]);
    const kept = await Promise.all(
      requests.map(async ({ answer }) =>
        own.redis.exists(store.keys.answer(open.partition, answer.record)),
      ),
    );
    expect(kept).toEqual(states.map(({ state }) => (state === "committed" ? 1 : 0)));
    store.close();
  });

  it("does not open a question of a run that has ended, and says why", async () => {
    const store = await openStore(own.server);
    const late = newInterrupt();
    await store.runs.end(late.runId, { reason: "run.cancelled", at: ASKED_AT, sequence: 3 });
    // A second end changes nothing: the first is what happened.
    await store.runs.end(late.runId, { reason: "run.failed", at: ASKED_AT, sequence: 4 });
    expect(await store.interrupts.commit({ from: 0, next: late })).toEqual({
      state: "run-ended",
      end: { reason: "run.cancelled", at: ASKED_AT, sequence: 3 },
    });
    expect(await store.interrupts.load(late.partition, late.ref)).toBeUndefined();
    store.close();
  });

  it("keeps the lists of what waits, by urgency, until the end", async () => {
    const store = await openStore(own.server);
    const later = newInterrupt({ deadlineAt: ASKED_AT + 2000 });
    const never = newInterrupt();
    const soon = newInterrupt({ deadlineAt: ASKED_AT + 1000 });
    for (const next of [later, never, soon]) await store.interrupts.commit({ from: 0, next });
    const waitingFor = async (
      tenant: string,
      references: readonly string[],
      from = 0,
      limit = 10,
    ) => store.interrupts.waiting({ of: [{ tenant, references }], from, limit });
    const waiting = await waitingFor("acme", ["principal:ada", "open"], 0, 2);
    expect(waiting.total).toBe(3);
    // Soonest deadline first; what has none comes last.
    expect(waiting.interrupts.map(({ ref }) => ref)).toEqual([soon.ref, later.ref]);
    const rest = await waitingFor("acme", ["principal:ada", "open"], 2, 2);
    expect(rest.interrupts.map(({ ref }) => ref)).toEqual([never.ref]);
    // Everything of the tenant, whoever may decide it.
    expect((await waitingFor("acme", ["all"])).total).toBe(3);
    await store.interrupts.commit({ from: 1, next: accepted(soon) });
    const after = await waitingFor("acme", ["principal:ada"]);
    expect(after.interrupts.map(({ ref }) => ref)).toEqual([later.ref, never.ref]);
    expect((await waitingFor("acme", ["all"])).total).toBe(2);
    expect((await waitingFor("other", ["principal:ada", "all"])).total).toBe(0);
    store.close();
  });

  it("merges the lists of several tenants into one order", async () => {
    const store = await openStore(own.server);
    const [soon, later] = [1000, 2000].map((ms) => newInterrupt({ deadlineAt: ASKED_AT + ms }));
    if (soon === undefined || later === undefined) throw new Error("two were made");
    await store.interrupts.commit({ from: 0, next: { ...later, tenant: "acme" } });
    await store.interrupts.commit({ from: 0, next: { ...soon, tenant: "globex" } });
    const of = ["acme", "globex"].map((tenant) => ({ tenant, references: ["principal:ada"] }));
    const { interrupts } = await store.interrupts.waiting({ of, from: 0, limit: 10 });
    expect(interrupts.map(({ ref }) => ref)).toEqual([soon.ref, later.ref]);
    store.close();
  });

  it("sets a deadline that is due by the server's clock and gone with the end", async () => {
    const store = await openStore(own.server);
    const open = newInterrupt({ deadlineAt: ASKED_AT });
    const future = newInterrupt({ runId: open.runId, deadlineAt: Date.now() + 3_600_000 });
    await store.interrupts.commit({ from: 0, next: open });
    expect(await overdueIn(store, open.partition)).toEqual([open.ref]);
    await store.interrupts.commit({ from: 1, next: accepted(open) });
    expect(await overdueIn(store, open.partition)).toEqual([]);
    await store.interrupts.commit({ from: 0, next: { ...future, ref: "f".repeat(22) } });
    expect(await overdueIn(store, open.partition)).toEqual([]);
    // The same store two hours later: the offset is how tests step the server's clock.
    const twoHours = await openStore(own.server, store.prefix, 7_200_000);
    expect(await overdueIn(twoHours, open.partition)).toEqual(["f".repeat(22)]);
    store.close();
    twoHours.close();
  });

  it("announces an end again with the same event, to the letter", async () => {
    const store = await openStore(own.server);
    const open = newInterrupt();
    await store.interrupts.commit({ from: 0, next: open });
    const next = accepted(open);
    await store.interrupts.commit({ from: 1, next, announcement: announcementOf(next) });
    await store.interrupts.announceAgain(next);
    const [first, second, ...more] = await eventsIn(store.keys.outbox(open.partition));
    expect(second).toEqual(first);
    expect(more).toEqual([]);
    store.close();
  });

  it("reads what layout 1 wrote, and writes what becomes of it as the present layout", async () => {
    const store = await openStore(own.server);
    const open = newInterrupt();
    await store.interrupts.commit({ from: 0, next: open });
    const key = store.keys.interrupt(open.partition, open.ref);
    const { votes: _v, exchanges: _e, payload: _p, ...first } = open;
    await own.redis.hset(key, "state", JSON.stringify({ ...first, layout: 1 }));
    const loaded = await store.interrupts.load(open.partition, open.ref);
    expect(loaded).toEqual(open);
    if (loaded === undefined) throw new Error("it was not read");
    await store.interrupts.commit({ from: 1, next: accepted(loaded) });
    // A replica that knows only layout 1 must not take this for a record of its own.
    const state = JSON.parse((await own.redis.hget(key, "state")) ?? "{}") as { layout: number };
    expect(state.layout).toBe(LAYOUT);
    store.close();
  });

  it("leaves a record of a newer layout alone", async () => {
    const store = await openStore(own.server);
    const open = newInterrupt({ layout: 99 });
    await store.interrupts.commit({ from: 0, next: open });
    await expect(store.interrupts.load(open.partition, open.ref)).rejects.toMatchObject({
      code: "newer-layout",
      retryable: true,
    });
    store.close();
  });

  it("writes nothing at all when one of its keys holds something else", async () => {
    const store = await openStore(own.server);
    const open = newInterrupt();
    await store.interrupts.commit({ from: 0, next: open });
    const next = accepted(open);
    for (const key of [
      store.keys.deadlines(open.partition),
      store.keys.copiesDue(open.partition),
      store.keys.outbox(open.partition),
    ]) {
      await own.redis.rename(key, `${key}:aside`).catch(() => undefined);
      await own.redis.set(key, "not ours");
      const change = { from: 1, next, announcement: announcementOf(next) };
      await expect(store.interrupts.commit(change)).rejects.toThrow("WRONGTYPE");
      expect((await store.interrupts.load(open.partition, open.ref))?.version).toBe(1);
      await own.redis.del(key);
      await own.redis.rename(`${key}:aside`, key).catch(() => undefined);
    }
    store.close();
  });

  it("touches keys of one slot only, whatever it writes", async () => {
    const { interrupts, prefix, close, keys } = await openStore(own.server);
    const open = newInterrupt({ deadlineAt: ASKED_AT + 1000 });
    await interrupts.commit({
      from: 0,
      next: open,
      announcement: announcementOf(open),
      seen: 0,
    });
    const written = await own.redis.keys(`*${prefix}*`);
    const tag = /^\{[a-z0-9]{3}\}/.exec(keys.outbox(open.partition))?.[0] ?? "none";
    // The replica's heartbeat is no part of the commit.
    const committed = written.filter((key) => !key.includes(":replica:"));
    expect(committed.length).toBeGreaterThanOrEqual(7);
    expect(committed.filter((key) => !key.startsWith(tag))).toEqual([]);
    expect(keysUnder(prefix).events).toBe(`${prefix}:events`);
    close();
  });
});
