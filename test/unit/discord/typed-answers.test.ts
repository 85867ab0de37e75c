import { describe, expect, it } from "vitest";
import type { PlainMessage } from "../../../adapters/discord/receive.ts";
import type { Rest } from "../../../adapters/discord/rest.ts";
import { typedAnswers } from "../../../adapters/discord/typed-answers.ts";
import { Fault } from "../../../src/core/fault.ts";
import type { Taken } from "../../../src/presentation/platform.ts";
import { SteppedPause } from "../../support/stepped-pause.ts";

/** What was typed and nobody heard, in threads of which Discord and the store are what each test says. */

const BOT = "1";
const GUILD = "7";
const REFERENCE = { partition: 0, ref: "r".repeat(22), shown: "s" };
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const away = () => new Fault("platform-unavailable", "away", { retryable: true });

/** Discord's history and the cursors that all replicas share. The id of a message is all that is said in it. */
class World {
  readonly cursors = new Map<string, string>();
  readonly #written = new Map<string, string[]>();
  /** How often each thread was asked for. */
  readonly asked: string[] = [];
  /** Holds an answer of Discord back, or refuses it. */
  beforeReading: (thread: string) => Promise<void> | void = () => undefined;
  beforeListing: () => void = () => undefined;

  constructor(threads: readonly string[]) {
    for (const thread of threads) this.cursors.set(thread, thread);
  }

  write(thread: string, ...ids: readonly string[]): void {
    this.#written.set(thread, [...(this.#written.get(thread) ?? []), ...ids]);
  }

  readonly rest: Rest = {
    close: () => undefined,
    call: async ({ path, query }) => {
      const thread = path.split("/")[2] ?? "";
      this.asked.push(thread);
      await this.beforeReading(thread);
      const later = (this.#written.get(thread) ?? []).filter(
        (id) => BigInt(id) > BigInt(query?.["after"] ?? "0"),
      );
      // Discord gives those right after it, the latest of them first.
      return later
        .slice(0, 100)
        .toReversed()
        .map((id) => ({ id, type: 0, content: id, author: { id: "9" } }));
    },
  };
}

/** Somebody who listens; each hears what is typed from when it begins. */
function listener(world: World) {
  const over = new AbortController();
  const pause = new SteppedPause();
  const heard: string[] = [];
  const replica: { taken: (said: string) => Taken } = { taken: () => ({ state: "duplicate" }) };
  const typed = typedAnswers({
    inbound: {
      threadReference: async () => REFERENCE,
      hear: async () => ({ state: "none" }),
      press: async ({ response }) => {
        const said = "answer" in response ? response.answer : "";
        heard.push(said);
        return replica.taken(said);
      },
    },
    rest: world.rest,
    log: quiet,
    self: { id: BOT, readsContent: true },
    guilds: [GUILD],
    store: {
      cursors: {
        begin: async () => undefined,
        all: async () => world.cursors,
        drop: async () => undefined,
        advance: async (_, thread, id) => void world.cursors.set(thread, id),
      },
      openThreads: async () => {
        world.beforeListing();
        return [...world.cursors].map(([threadId, after]) => ({
          threadId,
          workspace: GUILD,
          after,
        }));
      },
    },
    works: { run: (work) => void work(), finished: async () => undefined },
    pause: pause.pause,
    shard: { id: 0, count: 1 },
    over: over.signal,
  });
  return {
    heard,
    pause,
    replica,
    begin: typed.sessionBegins,
    end: () => {
      over.abort();
    },
    hear: (thread: string, id: string) => typed.take(messageIn(thread, id)),
  };
}

const messageIn = (thread: string, id: string): PlainMessage => ({
  id,
  channelId: thread,
  guildId: GUILD,
  inThread: true,
  threadOwnerId: BOT,
  authorId: "9",
  automatic: false,
  type: 0,
  content: id,
});

const never = () => new Promise<void>(() => undefined);
/** Five tries have four pauses: one second, and twice as long each time. */
const retries = async (pause: SteppedPause) => {
  for (const ms of [1_000, 2_000, 4_000, 8_000]) {
    await expect.poll(() => pause.waits(ms - 1, ms)).toBe(true);
    pause.pass(ms);
  }
};
const halfAMinute = async (pause: SteppedPause) => {
  await expect.poll(() => pause.waits(29_999, 30_000)).toBe(true);
  pause.pass(30_000);
};

describe("What was typed before somebody listened", () => {
  it("is not passed by what is heard before its thread has had its turn", async () => {
    const threads = ["1001", "1002", "1003", "1004", "1005"];
    const world = new World(threads);
    world.write("1005", "2000");
    // Four are read at a time, and Discord does not answer for them.
    world.beforeReading = never;
    const one = listener(world);
    one.begin();
    await expect.poll(() => world.asked.length).toBe(4);
    world.write("1005", "2001");
    await one.hear("1005", "2001");
    one.end();

    world.beforeReading = () => undefined;
    const next = listener(world);
    next.begin();
    await expect.poll(() => next.heard).toEqual(["2000", "2001"]);
    await expect.poll(() => world.cursors.get("1005")).toBe("2001");
  });

  it("is not passed before the threads are listed, nor where they cannot be", async () => {
    const world = new World(["1001"]);
    world.write("1001", "2000", "2001");
    world.beforeListing = () => {
      throw new Fault("store-unavailable", "away", { retryable: true });
    };
    const one = listener(world);
    await one.hear("1001", "2001");
    one.begin();
    await retries(one.pause);
    await one.hear("1001", "2001");
    expect(world.cursors.get("1001")).toBe("1001");
    world.beforeListing = () => undefined;
    await halfAMinute(one.pause);
    await expect.poll(() => world.cursors.get("1001")).toBe("2001");
    expect(one.heard).toContain("2000");
  });

  it("is read later where Discord could not give it, and nothing else is read again", async () => {
    const world = new World(["1001", "1002"]);
    world.write("1001", "2000");
    world.write("1002", "2002");
    world.beforeReading = (thread) => {
      if (thread === "1001") throw away();
    };
    const one = listener(world);
    one.begin();
    await retries(one.pause);
    world.write("1001", "2001");
    await one.hear("1001", "2001");
    expect([...world.cursors]).toEqual([
      ["1001", "1001"],
      ["1002", "2002"],
    ]);
    world.beforeReading = () => undefined;
    world.asked.length = 0;
    await halfAMinute(one.pause);
    await expect.poll(() => world.cursors.get("1001")).toBe("2001");
    expect(one.heard).toContain("2000");
    expect(world.asked).toEqual(["1001"]);
  });

  it("is not asked for again in a thread that is not for the bot, and is not passed there", async () => {
    const world = new World(["1001"]);
    world.beforeReading = () => {
      throw new Fault("no-access", "no", { retryable: false });
    };
    const one = listener(world);
    one.begin();
    await expect.poll(() => world.asked).toEqual(["1001"]);
    await one.hear("1001", "2001");
    expect(world.cursors.get("1001")).toBe("1001");
    expect(one.pause.waits(0, 30_000)).toBe(false);
  });

  it("is read to its end, however much it is", async () => {
    const world = new World(["1001"]);
    // More than fifty pages of a hundred.
    const ids = Array.from({ length: 5_101 }, (_, index) => String(10_000 + index));
    world.write("1001", ...ids);
    const one = listener(world);
    one.begin();
    await expect.poll(() => world.cursors.get("1001")).toBe("15100");
    expect(one.heard).toEqual(ids);
  });

  it("is read although one of it breaks us", async () => {
    const world = new World(["1001"]);
    world.write("1001", "2000", "2001");
    const one = listener(world);
    one.replica.taken = (said) => {
      if (said === "2000") throw new Error("a fault of ours");
      return { state: "duplicate" };
    };
    one.begin();
    await expect.poll(() => world.cursors.get("1001")).toBe("2001");
    expect(one.heard).toEqual(["2000", "2001"]);
  });
});

describe("A session that begins while the threads are read", () => {
  it("has all of them read once more, and what it hears passes nothing before", async () => {
    const world = new World(["1001", "1002"]);
    world.write("1001", "2000");
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    world.beforeReading = (thread) => (thread === "1002" ? answered : undefined);
    const one = listener(world);
    one.begin();
    await expect.poll(() => world.cursors.get("1001")).toBe("2000");

    // Typed between the two sessions, in the thread that has been read.
    world.write("1001", "2001");
    one.begin();
    world.write("1001", "2002");
    await one.hear("1001", "2002");
    expect(world.cursors.get("1001")).toBe("2000");
    expect(world.asked).toEqual(["1001", "1002"]);
    answer();
    await expect.poll(() => world.cursors.get("1001")).toBe("2002");
    expect(one.heard).toEqual(["2000", "2002", "2001", "2002"]);
    expect(world.asked).toEqual(["1001", "1002", "1001", "1002"]);
  });
});

describe("An answer that could not be recorded", () => {
  it("is read again after half a minute, as is no other thread, and passed only then", async () => {
    const world = new World(["1001", "1002"]);
    const one = listener(world);
    one.begin();
    await expect.poll(() => world.asked).toEqual(["1001", "1002"]);
    world.asked.length = 0;
    one.replica.taken = () => ({ state: "not-recorded", words: ["Nothing was recorded."] });
    world.write("1001", "2000");
    const hearing = one.hear("1001", "2000");
    // Others may answer first.
    await expect.poll(() => one.pause.waits(999, 1_000)).toBe(true);
    one.pause.pass(1_000);
    await hearing;
    one.replica.taken = () => ({ state: "duplicate" });
    await one.hear("1001", "2001");
    expect(world.cursors.get("1001")).toBe("1001");
    world.asked.length = 0;
    await halfAMinute(one.pause);
    await expect.poll(() => world.cursors.get("1001")).toBe("2001");
    expect(one.heard).toEqual(["2000", "2001", "2000"]);
    expect(world.asked).toEqual(["1001"]);
  });
});
