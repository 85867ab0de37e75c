import calculateSlot from "cluster-key-slot";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layOut } from "../../../src/redis/commit.ts";
import { keysUnder, PARTITION_TAGS, PARTITIONS, partitionOf } from "../../../src/redis/keys.ts";
import { fieldsOf, instantOf } from "../../../src/redis/stream-ids.ts";

const keys = keysUnder("parley");

describe("partitions", () => {
  it("are spaced evenly over a cluster's 16,384 slots", () => {
    expect(PARTITION_TAGS.map((tag) => calculateSlot(tag))).toEqual(
      PARTITIONS.map((partition) => 512 + 1024 * partition),
    );
  });

  it("never change for a run, since its keys are there", () => {
    // The first four bytes of SHA-256, by another program: printf %s acme/0123456789abcdef | sha256sum.
    expect(partitionOf("acme/0123456789abcdef")).toBe(14);
    fc.assert(
      fc.property(fc.string(), (runId) => {
        expect(PARTITIONS).toContain(partitionOf(runId));
      }),
    );
  });

  it("share runs out evenly", () => {
    const counts = PARTITIONS.map(() => 0);
    for (let run = 0; run < 16_000; run += 1) {
      const partition = partitionOf(`acme/run-${run}`);
      counts[partition] = (counts[partition] ?? 0) + 1;
    }
    // A thousand each; four standard deviations are about 120.
    expect(Math.min(...counts)).toBeGreaterThan(870);
    expect(Math.max(...counts)).toBeLessThan(1130);
  });
});

describe("keys", () => {
  it("of one partition are in one slot, whatever names stand in them", () => {
    const hostile = ["acme/{x}", "}{", "a:b", "", "😀", "{other}"];
    for (const partition of PARTITIONS) {
      const slot = 512 + 1024 * partition;
      for (const name of hostile) {
        const all = [
          keys.payload(partition, name),
          keys.interrupt(partition, name),
          keys.run(partition, name),
          keys.hints(partition, name),
          keys.runInterrupts(partition, name),
          keys.outbox(partition),
          keys.presses(partition),
          keys.press(partition, name),
          keys.deadlines(partition),
          keys.copies(partition, name),
          keys.copiesDue(partition),
          keys.waiting(partition, name, name),
          keys.lease(partition, name),
        ];
        expect(all.map((key) => calculateSlot(key))).toEqual(all.map(() => slot));
        expect(new Set(all).size).toBe(all.length);
      }
    }
  });

  it("that one script needs together stand in one slot", () => {
    expect(calculateSlot(keys.relayed)).toBe(calculateSlot(keys.resolutions));
    expect(calculateSlot(keys.buried("parley:events", "1-0"))).toBe(
      calculateSlot(keys.deadLetters),
    );
    expect(calculateSlot(keys.apiKey("0123456789abcdef"))).toBe(calculateSlot(keys.apiKeys));
  });

  it("that engines and operators use have the names that are documented", () => {
    const { events, resolutions, deadLetters } = keysUnder("acme:parley");
    expect([events, resolutions, deadLetters]).toEqual([
      "acme:parley:events",
      "acme:parley:resolutions",
      "acme:parley:dead-letters",
    ]);
  });

  it("hold no id of a press, only its hash", () => {
    expect(keys.press(0, "slack secret-ish id")).toMatch(
      /^\{ms3\}:parley:press:[A-Za-z0-9_-]{43}$/,
    );
  });
});

describe("a partition that there is not", () => {
  it("has no keys, so that nothing is written where nobody sweeps", () => {
    for (const partition of [16, -1, 0.5])
      expect(() => keys.presses(partition)).toThrow(RangeError);
  });
});

describe("a commit's layout", () => {
  const fixed = ["interrupt", "press", "run", "outbox", "hints"] as const;

  it("numbers a key once and counts the arguments of each write", () => {
    expect(
      layOut(fixed, [
        { command: "SEEN", args: [7] },
        { command: "HSET", key: "interrupt", args: ["version", 2, "state", "{}"] },
        { command: "ZADD", key: "due", args: [0, "a"] },
        { command: "ZREM", key: "waiting", args: ["ref"] },
        { command: "ZADD", key: "due", args: [0, "b"] },
        { command: "ANNOUNCE", args: ["{", "}"] },
      ]),
    ).toEqual({
      keys: ["interrupt", "press", "run", "outbox", "hints", "due", "waiting"],
      // Lua counts from one.
      args: [
        ["SEEN", 3, 1, 7],
        ["HSET", 1, 4, "version", 2, "state", "{}"],
        ["ZADD", 6, 2, 0, "a"],
        ["ZREM", 7, 1, "ref"],
        ["ZADD", 6, 2, 0, "b"],
        ["ANNOUNCE", 3, 2, "{", "}"],
      ].flat(),
    });
  });

  it("of nothing is the fixed keys, also where one stands for two", () => {
    const one = ["i", "i", "r", "o", "h"] as const;
    expect(layOut(one, [])).toEqual({ keys: one, args: [] });
  });

  it("can be read back write by write", () => {
    const write = fc.record({
      command: fc.constantFrom("SET" as const, "SADD" as const),
      key: fc.constantFrom("interrupt", "x", "y", "z"),
      args: fc.array(fc.oneof(fc.string(), fc.nat()), { maxLength: 4 }),
    });
    fc.assert(
      fc.property(fc.array(write), (writes) => {
        const laid = layOut(fixed, writes);
        const read: unknown[] = [];
        for (let at = 0; at < laid.args.length; at += 3 + Number(laid.args[at + 2])) {
          const [command, key, count] = laid.args.slice(at, at + 3);
          read.push({
            command,
            key: laid.keys[Number(key) - 1],
            args: laid.args.slice(at + 3, at + 3 + Number(count)),
          });
        }
        expect(read).toEqual(writes);
      }),
    );
  });
});

describe("stream ids", () => {
  it("hold the server's time", () => {
    expect(instantOf("1772532000000-3")).toBe(1772532000000);
  });
});

describe("the fields of a stream entry", () => {
  it("are read from a flat list, the last of a name", () => {
    expect({ ...fieldsOf(["event", "{}", "context", "", "event", "[]"]) }).toEqual({
      event: "[]",
      context: "",
    });
    expect({ ...fieldsOf([]) }).toEqual({});
    expect({ ...fieldsOf(["event"]) }).toEqual({});
  });

  it("have nothing that was not written, and lose nothing of an odd name", () => {
    const fields = fieldsOf(["__proto__", "x"]);
    expect(fields["event"]).toBeUndefined();
    expect(fields["constructor"]).toBeUndefined();
    expect(Object.keys(fields)).toEqual(["__proto__"]);
  });
});
