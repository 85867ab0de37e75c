import type { ShardLease, Shards } from "../../src/core/ports/shards.ts";
import { type Pause, pausing } from "../../src/waiting/within.ts";

/** How often a replica that hands a shard over looks how far the next one is. Milliseconds. */
const LOOK_EVERY_MS = 100;
/** A replica that is told to end waits so long for another to stand by: longer than others take to see it leave. */
const STANDBY_WITHIN_MS = 2_000;

interface Waiting {
  readonly pause: Pause;
  readonly hasEnded: () => boolean;
}

/** Passes the lease on as soon as somebody stands by; false where nobody comes. Throws a Fault. */
export async function passOnSoon(
  lease: ShardLease,
  { pause, hasEnded }: Waiting,
): Promise<boolean> {
  const until = performance.now() + STANDBY_WITHIN_MS;
  while (!(await lease.passOn())) {
    if (hasEnded() || performance.now() > until) return false;
    await pausing(pause, LOOK_EVERY_MS);
  }
  return true;
}

/**
 * Waits until whoever has the shard now listens. `free`: nobody has it and nobody waits for it, since who
 * stood by has died or could not connect. Throws nothing: while the store is away nobody can take it.
 */
export async function untilHeard(
  shards: Pick<Shards, "look">,
  name: string,
  { pause, hasEnded }: Waiting,
): Promise<"heard" | "free" | "ended"> {
  while (!hasEnded()) {
    const seen = await shards.look(name).catch(() => undefined);
    if (seen?.listens === true) return "heard";
    if (seen?.leftMs === 0 && !seen.awaited) return "free";
    await pausing(pause, LOOK_EVERY_MS);
  }
  return "ended";
}
