import type { ShardLease, Shards } from "../../src/core/connections.ts";
import { Fault } from "../../src/core/fault.ts";
import type { Log } from "../../src/core/log.ts";
import type { PlatformState } from "../../src/presentation/platform.ts";
import { type Pause, pausing, realPause, within } from "../../src/waiting/within.ts";
import { reasonOf } from "./faults.ts";
import type { Gateway } from "./gateway.ts";

/** How long the lease runs, and how often it is renewed, tried for, and looked after. Milliseconds. */
const LEASE_MS = 3_000;
const EVERY_MS = 500;
/** How long a replica that leaves goes on listening for the next one, which may have to wait for its introduction. */
const HAND_OVER_WITHIN_MS = 6_500;
const LOOK_EVERY_MS = 100;
/** A connection that is away for this long is somebody else's turn, if anybody stands by. */
const AWAY_MS = 15_000;
/** After a try that failed: others first, and longer each time. */
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;

export interface ShardDeps {
  readonly shards: Shards;
  /** Names the shard among all applications that share the store. */
  readonly name: string;
  /** Connects. Rejects with a retryable Fault when it may work later, with any other error for good. */
  readonly open: () => Promise<Gateway>;
  readonly log: Log;
  readonly pause?: Pause;
}

/**
 * Holds the one connection of a shard while it is this replica's turn. Every session of a shard hears
 * everything, so one is enough, and each costs one of the day's introductions. Two at a time, as when a
 * turn passes on or Redis is away, are harmless: the press id makes doubles one.
 */
export class ShardKeeper {
  readonly #deps: ShardDeps;
  readonly #pause: Pause;
  readonly #stopping = new AbortController();
  #ticking: Promise<void> = Promise.resolve();
  #lease: ShardLease | undefined;
  #gateway: Gateway | undefined;
  #opening: Promise<void> | undefined;
  /** Whoever held the lease when we looked last, and until when by our clock. */
  #holderUntil: number | undefined;
  #retryAt = 0;
  #retryMs = FIRST_RETRY_MS;
  #state: "starting" | "begun" = "starting";
  #resolve = () => {};
  #reject: (error: unknown) => void = () => {};
  #refused: string | undefined;

  constructor(deps: ShardDeps) {
    this.#deps = deps;
    this.#pause = deps.pause ?? realPause;
  }

  /** Resolves once this replica listens, or another one is seen to. Rejects as `open` does. */
  async start(): Promise<void> {
    const begun = new Promise<void>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#ticking = this.#tick();
    try {
      await begun;
    } catch (error) {
      this.#stopping.abort();
      await this.#ticking;
      throw error;
    }
  }

  state(): PlatformState {
    if (this.#refused !== undefined) return `degraded: ${this.#refused}`;
    if (this.#state === "starting") return "starting";
    if (this.#lease === undefined) return "standby";
    const problem = this.#gateway === undefined ? "connecting to Discord" : this.#gateway.problem();
    return problem === undefined ? "serving" : `degraded: ${problem}`;
  }

  /** Passes the turn on to who stands by, listening until that one does; then disconnects. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#ticking;
    const lease = this.#lease;
    if (lease === undefined) return;
    try {
      if (this.#gateway !== undefined && (await lease.passOn(2 * HAND_OVER_WITHIN_MS))) {
        this.#deps.log.info({}, "Handing the Discord connection over to another replica");
        await within(this.#untilFollowed(lease), HAND_OVER_WITHIN_MS);
      } else {
        await lease.release();
      }
    } catch (error) {
      this.#deps.log.warn(reasonOf(error), "Could not hand the Discord connection over");
    }
    await this.#letGo();
  }

  async #untilFollowed(lease: ShardLease): Promise<void> {
    while (!(await lease.isFollowed())) await pausing(this.#pause, LOOK_EVERY_MS);
  }

  async #tick(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#step();
      } catch (error) {
        // Whoever has a connection keeps it while the store is away: people then hear an honest sentence.
        if (this.#state === "starting") this.#reject(error);
      }
      await pausing(this.#pause, EVERY_MS, this.#stopping.signal).catch(() => undefined);
    }
  }

  async #step(): Promise<void> {
    if (this.#refused !== undefined) return;
    const lease = this.#lease;
    if (lease === undefined) return this.#try();
    if (!(await lease.renew())) {
      this.#deps.log.info({}, "Another replica has taken the Discord connection over");
      return this.#letGo();
    }
    const gateway = this.#gateway;
    const refusal = gateway?.refusal();
    if (refusal !== undefined) return this.#giveUp(refusal);
    const away = gateway?.awayForMs() ?? 0;
    if (away > AWAY_MS && (await lease.passOn(LEASE_MS))) {
      this.#deps.log.warn({}, "Discord is away from here; another replica tries instead");
      this.#later();
      await this.#letGo();
    }
    return undefined;
  }

  async #try(): Promise<void> {
    if (performance.now() < this.#retryAt) return;
    const tried = await this.#deps.shards.take(this.#deps.name, LEASE_MS);
    if (tried.lease === undefined) {
      this.#seeHolder(performance.now() + tried.leftMs);
      return;
    }
    this.#lease = tried.lease;
    // Not awaited: the lease is renewed meanwhile.
    this.#opening = this.#open(tried.lease);
  }

  /** A lease that was renewed between two looks has a holder that lives; one that only runs out may not. */
  #seeHolder(until: number): void {
    const renewed = this.#holderUntil !== undefined && until > this.#holderUntil + EVERY_MS / 2;
    this.#holderUntil = until;
    if (!renewed || this.#state === "begun") return;
    this.#deps.log.info({}, "Another replica holds the Discord connection; standing by");
    this.#begin();
  }

  #begin(): void {
    this.#state = "begun";
    this.#resolve();
  }

  async #open(lease: ShardLease): Promise<void> {
    try {
      const gateway = await this.#deps.open();
      if (this.#lease !== lease) return await gateway.close();
      this.#gateway = gateway;
      this.#retryMs = FIRST_RETRY_MS;
      this.#deps.log.info({}, "Holding the Discord connection");
      this.#begin();
      await lease.follow().catch(() => undefined);
    } catch (error) {
      if (this.#lease !== lease) return;
      await this.#failed(lease, error);
    }
    return undefined;
  }

  async #failed(lease: ShardLease, error: unknown): Promise<void> {
    this.#lease = undefined;
    this.#later(error instanceof Fault ? error.retryAfterMs : undefined);
    await lease.release().catch(() => undefined);
    if (this.#state === "starting") return this.#reject(error);
    if (error instanceof Fault && error.retryable) {
      this.#deps.log.warn(reasonOf(error), "Cannot hold the Discord connection now; trying again");
      return undefined;
    }
    this.#refuse(error instanceof Error ? error.message : "Discord refused the connection.");
    return undefined;
  }

  /** Discord has ended it for good. Others may try: a token that was changed is theirs already. */
  async #giveUp(refusal: string): Promise<void> {
    await this.#lease?.release().catch(() => undefined);
    await this.#letGo();
    this.#refused = refusal;
  }

  #refuse(refusal: string): void {
    this.#refused = refusal;
    const words = `Discord refused the connection, and parley will not try again here. ${refusal}`;
    this.#deps.log.error({ degraded: true }, words);
  }

  #later(afterMs = this.#retryMs): void {
    this.#retryAt = performance.now() + afterMs;
    this.#retryMs = Math.min(2 * this.#retryMs, LAST_RETRY_MS);
  }

  async #letGo(): Promise<void> {
    const gateway = this.#gateway;
    this.#lease = undefined;
    this.#gateway = undefined;
    // One that is still connecting closes itself as soon as it sees that its lease is gone.
    const ending = gateway === undefined ? this.#opening : gateway.close();
    // A connection that does not end in order is left to end with the process.
    if (ending !== undefined) await within(ending, LEASE_MS);
  }
}
