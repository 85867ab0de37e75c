import { Fault } from "../core/fault.ts";
import type { Interrupt } from "../core/interrupt.ts";
import type { Log } from "../core/log.ts";
import type { Press } from "../core/press.ts";
import type { PressResult } from "../presentation/platform.ts";
import type { CardFlow } from "./cards.ts";
import type { createDeadlineFlow } from "./deadlines.ts";
import type { PressFlow } from "./presses.ts";
import type { Handled } from "./requests.ts";

/** One entry of the events stream, and what becomes of it. */
export interface EventSource {
  next(): Promise<readonly StreamEntry[]>;
  orphans(): Promise<readonly StreamEntry[]>;
  done(entry: StreamEntry): Promise<void>;
  bury(entry: StreamEntry, reason: string): Promise<void>;
  letGo(entry: StreamEntry): void;
}

export interface StreamEntry {
  readonly id: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly deliveries: number;
}

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
  readonly tell: (press: Press, result: PressResult) => Promise<void>;
  readonly log: Log;
}

const SWEEP_EVERY_MS = 500;
const BEAT_EVERY_MS = 1_000;
const PAUSE_AFTER_FAULT_MS = 500;

export type Service = ReturnType<typeof createService>;

/** Everything that runs by itself: reading requests, sweeping up what was left, showing cards. */
export function createService(options: ServiceOptions) {
  const { log, relay, cards } = options;
  const stopping = new AbortController();
  const background = new Set<Promise<void>>();
  let storeAway = false;

  function inBackground(work: Promise<void>): void {
    const settled = work
      .catch((error: unknown) => noteFault(error))
      .finally(() => background.delete(settled));
    background.add(settled);
  }

  /** Says once that the store is away, and once that it is back. */
  function noteFault(error: unknown): void {
    if (!(error instanceof Fault)) {
      log.error({ err: error }, "a step failed");
    } else if (!storeAway && !stopping.signal.aborted) {
      storeAway = true;
      log.error({ err: error }, "Redis is away; nothing is lost, work goes on when it is back");
    }
  }

  function noteHealth(): void {
    if (storeAway) log.info({}, "Redis is back");
    storeAway = false;
  }

  /** One turn of the sweep: everything that is due anywhere. */
  async function sweep(): Promise<void> {
    for (const partition of options.partitions) {
      await options.deadlines.sweep(partition);
      await options.presses.recover(partition, options.tell);
      inBackground(cards.sweep(partition).then(() => undefined));
    }
    await handleAll(options, await options.events.orphans());
    await relay.moveAll();
  }

  async function repeat(everyMs: number, step: () => Promise<void>): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await step();
        noteHealth();
        await pause(everyMs, stopping.signal);
      } catch (error) {
        noteFault(error);
        await pause(Math.max(everyMs, PAUSE_AFTER_FAULT_MS), stopping.signal);
      }
    }
  }

  return {
    /** After a commit: the engine and the people see it at once, not at the next sweep. */
    changed(interrupt: Interrupt, press?: Press): void {
      inBackground(relay.move(interrupt.partition));
      inBackground(cards.refresh(interrupt, press));
    },

    sweep,

    /** Runs until {@link stop}; resolves when every loop has ended. */
    async run(): Promise<void> {
      await Promise.all([
        repeat(BEAT_EVERY_MS, options.beat),
        repeat(SWEEP_EVERY_MS, sweep),
        repeat(0, async () => handleAll(options, await options.events.next())),
      ]);
    },

    /** Lets the loops end after their present step. */
    stop(): void {
      stopping.abort();
    },

    /** Resolves when presses, edits and hand-overs that were begun have ended. */
    async idle(): Promise<void> {
      await options.presses.idle();
      while (background.size > 0) await Promise.allSettled(background);
    },
  };
}

/** Entries of one run one after the other, runs side by side. */
async function handleAll(options: ServiceOptions, entries: readonly StreamEntry[]): Promise<void> {
  const byRun = new Map<string, StreamEntry[]>();
  for (const entry of entries) {
    const order = options.orderOf(entry);
    byRun.set(order, [...(byRun.get(order) ?? []), entry]);
  }
  const results = await Promise.allSettled(
    [...byRun.values()].map((ofRun) => handleInOrder(options, ofRun)),
  );
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

async function handleInOrder(options: ServiceOptions, entries: readonly StreamEntry[]) {
  const { events, log } = options;
  for (const [index, entry] of entries.entries()) {
    try {
      const handled = await options.handle(entry);
      if (handled.type === "dead") {
        log.warn({ id: entry.id, reason: handled.reason }, "an entry was put aside");
        await events.bury(entry, handled.reason);
      } else {
        await events.done(entry);
      }
    } catch (error) {
      if (error instanceof Fault) {
        for (const left of entries.slice(index)) events.letGo(left);
        throw error;
      }
      log.error({ err: error, id: entry.id }, "an entry could not be handled");
      await events.bury(entry, `bug: ${error instanceof Error ? error.message : "unknown"}`);
    }
  }
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
