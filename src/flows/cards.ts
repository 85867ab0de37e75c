import type { Interrupt } from "../core/interrupt.ts";
import type { Log } from "../core/log.ts";
import type { Copy, CopyName } from "../core/ports/copies.ts";
import type { Press } from "../core/press.ts";
import { type CopyWorkOptions, createCopyWork } from "./copy-work.ts";
import { mendStray } from "./drawing.ts";
import { createTurns } from "./turns.ts";

/** What waits for a budget asks again after this long at most: by then it may have become more urgent. */
const ASK_AGAIN_MS = 1_000;

export type CardFlow = ReturnType<typeof createCardFlow>;

/**
 * Brings every copy of a card to what its interrupt is now. Copies are compared by version and drawn from
 * the current state, so many changes fold into one edit and none goes back in time.
 */
export function createCardFlow(options: CopyWorkOptions) {
  const { schedule, log } = options;
  const { work, pausedForMs } = createCopyWork(options);
  const sweeping = new Set<number>();
  const turns = createTurns();
  let isStopping = false;

  /** One after the other: a channel takes about one message a second. */
  async function inTurn(names: readonly CopyName[]): Promise<void> {
    for (const name of names) {
      if (isStopping) return;
      const pausedMs = pausedForMs(name.address);
      const waitMs = pausedMs > 0 ? pausedMs : Math.min(await work(name), ASK_AGAIN_MS);
      // Put off, so that what is due elsewhere is not hidden behind it.
      if (waitMs > 0) await schedule.postpone(name, waitMs);
    }
  }

  async function refreshNow(interrupt: Interrupt, press?: Press): Promise<void> {
    const { partition, ref, destinations } = interrupt;
    const known = await options.copies.all(partition, ref);
    const pressed = pressedAddress(known, press);
    await Promise.allSettled(
      destinations.map(async (address) => {
        const reply = address === pressed ? press?.reply : undefined;
        if (reply === undefined && pausedForMs(address) > 0) return;
        await work({ partition, ref, address }, { reply });
      }),
    );
    if (press?.message !== undefined && pressed === undefined)
      await mendStray(options, interrupt, press);
  }

  return {
    /**
     * Works on the copies of one interrupt soon; a press on one of them brings its own way to edit. What has no
     * turn or no budget is left to the sweep.
     */
    refresh(interrupt: Interrupt, press?: Press): Promise<void> {
      // The first is the channel, which counts; direct messages are as many places as people.
      const [place = ""] = interrupt.destinations;
      return turns.take(place, interrupt.outcome !== undefined, () => refreshNow(interrupt, press));
    },

    /** Draws every copy once more, whatever it is thought to show. */
    async redraw({ partition, ref, destinations }: Interrupt): Promise<void> {
      await Promise.allSettled(
        destinations.map(async (address) => work({ partition, ref, address }, { always: true })),
      );
    },

    /** Begins nothing new in a sweep; what is due waits for another replica. */
    stop(): void {
      isStopping = true;
    },

    /** Works on every copy of a partition that is due, unless an earlier sweep still does. */
    async sweep(partition: number): Promise<void> {
      if (sweeping.has(partition)) return;
      sweeping.add(partition);
      try {
        const due = await schedule.due(partition);
        noteLeft(log, await Promise.allSettled(byAddress(due).map(inTurn)));
      } finally {
        sweeping.delete(partition);
      }
    },
  };
}

function noteLeft(log: Log, results: readonly PromiseSettledResult<void>[]): void {
  for (const result of results) {
    if (result.status === "rejected") log.warn({ err: result.reason }, "a card was left for later");
  }
}

/** The address of the copy that a press was made on, if it is one that we know. */
function pressedAddress(
  known: ReadonlyMap<string, Copy>,
  press: Press | undefined,
): string | undefined {
  if (press?.message === undefined) return undefined;
  const workspace = `${press.platform}:${press.workspace}/`;
  for (const [address, { message }] of known) {
    if (address.startsWith(workspace) && message?.id === press.message) return address;
  }
  return undefined;
}

function byAddress(names: readonly CopyName[]): readonly (readonly CopyName[])[] {
  const groups = new Map<string, CopyName[]>();
  for (const name of names) {
    const group = groups.get(name.address);
    if (group === undefined) groups.set(name.address, [name]);
    else group.push(name);
  }
  return [...groups.values()];
}
