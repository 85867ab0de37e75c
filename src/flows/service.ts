import { Fault } from "../core/fault.ts";
import type { Interrupt } from "../core/interrupt.ts";
import type { Log } from "../core/log.ts";
import type { EventSource } from "../core/ports/events.ts";
import type { StreamEntry } from "../core/ports/stream-entry.ts";
import type { Press } from "../core/press.ts";
import type { PressResult } from "../presentation/platform.ts";
import type { CardFlow } from "./cards.ts";
import type { createDeadlineFlow } from "./deadlines.ts";
import type { PressFlow } from "./presses.ts";
import type { Handled } from "./handled.ts";

export interface ServiceOptions {
  readonly partitions: readonly number[];
  readonly events: EventSource;
  readonly handle: (entry: StreamEntry) => Promise<Handled>;
  /** Groups entries that must stay in order: those of one run. */
  readonly orderOf: (entry: StreamEntry) => string;
  readonly presses: PressFlow;
  readonly cards: CardFlow;
  readonly deadlines: ReturnType<typeof createDeadlineFlow>;
  readonly relay: {
    readonly move: (partition: number) => Promise<void>;
    readonly moveAll: () => Promise<void>;
  };
  /** Says that this replica is alive, and compares clocks. */
  readonly beat: () => Promise<void>;
  /** Clears away what replicas that are gone leave behind. */
  readonly tidy: () => Promise<void>;
  readonly tell: (press: Press, result: PressResult) => Promise<void>;
  readonly log: Log;
}

/** An entry with which this many replicas died is put aside, so that it takes no more with it. */
const MOST_DELIVERIES = 20;
const SWEEP_EVERY_MS = 500;
const BEAT_EVERY_MS = 1_000;
const TIDY_EVERY_MS = 60_000;
const PAUSE_AFTER_FAULT_MS = 500;

export type Service = ReturnType<typeof createService>;

/** Everything that runs by itself: reading requests, sweeping up what was left, showing cards. */
export function createService(options: ServiceOptions) {
  const { relay, cards } = options;
  const stopping = new AbortController();
  const background = new Set<Promise<void>>();
  const health = createHealth(options.log, stopping.signal);

  function inBackground(what: string, work: Promise<void>): void {
    const settled = work
      .catch((error: unknown) => {
        health.failed(what, error);
      })
      .finally(() => background.delete(settled));
    background.add(settled);
  }

  /** A step that breaks does not stop the others; a store that is away stops them all. */
  async function step(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (isStoreAway(error)) throw error;
      health.failed("sweep", error);
    }
  }

  async function repeat(what: string, everyMs: number, work: () => Promise<void>): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await work();
        health.worked(what);
        await pause(everyMs, stopping.signal);
      } catch (error) {
        health.failed(what, error);
        await pause(Math.max(everyMs, PAUSE_AFTER_FAULT_MS), stopping.signal);
      }
    }
  }

  return {
    /** After a commit: the engine and the people see it at once, not at the next sweep. */
    changed(interrupt: Interrupt, press?: Press): void {
      inBackground("relay", relay.move(interrupt.partition));
      inBackground("cards", cards.refresh(interrupt, press));
    },

    /** Has every copy drawn once more. */
    redraw(interrupt: Interrupt): void {
      inBackground("cards", cards.redraw(interrupt));
    },

    /** Runs until {@link stop}; resolves when every loop has ended. */
    async run(): Promise<void> {
      await Promise.all([
        repeat("beat", BEAT_EVERY_MS, options.beat),
        repeat("tidy", TIDY_EVERY_MS, options.tidy),
        repeat("sweep", SWEEP_EVERY_MS, async () => sweep(options, step, inBackground)),
        repeat("read", 0, async () => handleAll(options, await options.events.next())),
      ]);
    },

    /** Lets the loops end after their present step. */
    stop(): void {
      stopping.abort();
      cards.stop();
    },

    /** Resolves when presses, edits and hand-overs that were begun have ended. */
    async idle(): Promise<void> {
      await options.presses.idle();
      while (background.size > 0) await Promise.allSettled(background);
    },
  };
}

/** One turn: everything that is due anywhere. */
async function sweep(
  options: ServiceOptions,
  step: (work: () => Promise<void>) => Promise<void>,
  inBackground: (what: string, work: Promise<void>) => void,
): Promise<void> {
  // Side by side, since a Redis far away would make sixteen turns long.
  await Promise.all(
    options.partitions.map(async (partition) => {
      // Finding out who pressed can take seconds, for which nothing else is to wait.
      const recovering = options.presses.recover(partition, (press, result) => {
        inBackground("tell", options.tell(press, result));
      });
      inBackground("presses", recovering);
      await step(async () => options.deadlines.sweep(partition));
      inBackground("cards", options.cards.sweep(partition));
    }),
  );
  await step(async () => handleAll(options, await options.events.orphans()));
  await step(options.relay.moveAll);
}

function isStoreAway(error: unknown): boolean {
  return error instanceof Fault && error.code === "store-unavailable";
}

/** The same failure of the same step is said again after this long. */
const SAY_AGAIN_MS = 60_000;

/** Says once that the store is away and once that it is back; every other fault when it is new, and now and then. */
function createHealth(log: Log, stopping: AbortSignal) {
  const away = new Set<string>();
  const saidAt = new Map<string, number>();

  /** A step runs twice a second; a failure that lasts would bury everything else in the log. */
  function isNews(what: string, error: unknown): boolean {
    const failure = `${what}: ${error instanceof Error ? error.message.slice(0, 200) : "unknown"}`;
    const now = Date.now();
    if (now - (saidAt.get(failure) ?? 0) < SAY_AGAIN_MS) return false;
    if (saidAt.size > 1_000) saidAt.clear();
    saidAt.set(failure, now);
    return true;
  }

  return {
    worked(what: string): void {
      if (away.delete(what) && away.size === 0) log.info({}, "Redis serves again");
    },

    failed(what: string, error: unknown): void {
      if (!isStoreAway(error)) {
        if (isNews(what, error)) log.error({ err: error, step: what }, "a step failed");
        return;
      }
      // Work in the background is not repeated as such, so it could never be well again. The loops soon see the same.
      if (!LOOPS.has(what)) return;
      if (away.size === 0 && !stopping.aborted) {
        log.error(
          { err: error },
          "Redis does not answer, or refuses; nothing is lost, work goes on when it serves again",
        );
      }
      away.add(what);
    },
  };
}

const LOOPS: ReadonlySet<string> = new Set(["beat", "tidy", "sweep", "read"]);

/** Entries of one run one after the other, runs side by side. */
async function handleAll(options: ServiceOptions, entries: readonly StreamEntry[]): Promise<void> {
  const byRun = new Map<string, StreamEntry[]>();
  for (const entry of entries) {
    const order = options.orderOf(entry);
    byRun.set(order, [...(byRun.get(order) ?? []), entry]);
  }
  const failures: unknown[] = [];
  const working: Promise<void>[] = [];
  for (const ofRun of byRun.values()) {
    const handled = handleInOrder(options, ofRun);
    working.push(handled.catch((error: unknown) => void failures.push(error)));
    // Reading a request can take its time; what else waits comes in between.
    await turn();
  }
  await Promise.all(working);
  if (failures.length > 0) throw failures[0];
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

async function handleInOrder(options: ServiceOptions, entries: readonly StreamEntry[]) {
  for (const [index, entry] of entries.entries()) {
    try {
      await handleOne(options, entry);
    } catch (error) {
      // Later ones of the run wait with it; a sweep takes them again, in order.
      for (const left of entries.slice(index)) options.events.letGo(left);
      const isNewer = error instanceof Fault && error.code === "newer-layout";
      if (isNewer) await options.events.handOn(entry);
      throw error;
    }
  }
}

async function handleOne({ events, handle, log }: ServiceOptions, entry: StreamEntry) {
  if (entry.deliveries > MOST_DELIVERIES) {
    log.error({ id: entry.id }, "an entry with which many replicas died was put aside");
    return events.bury(entry, "undeliverable: too many replicas died with it");
  }
  let handled: Handled;
  try {
    handled = await handle(entry);
  } catch (error) {
    if (error instanceof Fault) throw error;
    log.error({ err: error, id: entry.id }, "an entry could not be handled");
    const problem = error instanceof Error ? error.message : "unknown error";
    return events.bury(entry, `bug: ${problem}`);
  }
  if (handled.type === "done") return events.done(entry);
  log.warn({ id: entry.id, reason: handled.reason }, "an entry was put aside");
  return events.bury(entry, handled.reason);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms === 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end, { once: true });
  });
}
