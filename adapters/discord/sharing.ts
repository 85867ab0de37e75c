import type { Crews } from "../../src/core/ports/crews.ts";
import type { Log } from "../../src/core/log.ts";
import type { PlatformState } from "../../src/presentation/platform.ts";
import { type Pause, pausing, realPause } from "../../src/waiting/within.ts";
import { Generation } from "./generation.ts";
import type { ShardKeeper } from "./shard.ts";
import type { Shard } from "./shard-of.ts";
import { Trouble } from "./trouble.ts";

/** How often this replica says that it is there, and for how long that counts. Milliseconds. */
const EVERY_MS = 500;
const THERE_MS = 3_000;
const ASK_SOON_MS = 5_000;
/** What was agreed on outlives a restart of all replicas, and then Discord is asked anew. */
const AGREED_MS = 5 * 60_000;
/** A replica that leaves listens for so long for each shard, and so long in all, until others do. */
const HAND_OVER_MS = 6_500;
const LONGEST_HAND_OVER_MS = 12_000;

export interface SharingDeps {
  readonly crews: Crews;
  /** Names the application among all that share the store. */
  readonly name: string;
  /** How many shards Discord wants. Throws a Fault. */
  readonly recommended: () => Promise<number>;
  readonly keep: (shard: Shard, hasRoom: () => boolean) => ShardKeeper;
  readonly log: Log;
  readonly pause?: Pause;
  readonly times?: Partial<SharingTimes>;
}

/** Milliseconds; other than these only where a test does not want to wait. */
export interface SharingTimes {
  /** Discord is asked so often how many shards there should be. */
  readonly askEveryMs: number;
  /** Shards move to who came only when nobody came or went for so long. */
  readonly settledMs: number;
}

const TIMES: SharingTimes = { askEveryMs: 60_000, settledMs: 5_000 };

/**
 * The shards of an application, shared by its replicas. The number is Discord's, agreed on by all; when it
 * grows, the new shards are connected while the old ones still listen. Each number has leases of its own, so
 * that replicas which disagree for a moment each hear everything: what is heard twice is one press by its id.
 */
export class ShardSharing {
  readonly #deps: SharingDeps;
  readonly #pause: Pause;
  readonly #times: SharingTimes;
  readonly #stopping = new AbortController();
  #ticking: Promise<void> = Promise.resolve();
  #now: Generation | undefined;
  /** Of a number that is over; listens until the present one does. */
  #before: Generation[] = [];
  #replicas = 1;
  #changedAt = performance.now();
  #askedAt = 0;
  #askAt = 0;
  /** How many there should be, as far as is known here. */
  #wanted = 0;
  readonly #trouble: Trouble;

  constructor(deps: SharingDeps) {
    this.#deps = deps;
    this.#trouble = new Trouble((level, fields) => {
      deps.log[level](
        fields,
        "The Discord shards cannot be looked after now; what is held stays held",
      );
    });
    this.#pause = deps.pause ?? realPause;
    this.#times = { ...TIMES, ...deps.times };
  }

  /** Resolves once every shard is listened to, here or elsewhere, or tried again. Rejects as `open` does. */
  async start(): Promise<void> {
    const count = await this.#ask();
    await this.#beat();
    const generation = new Generation(count, this.#deps.keep, this.#replicas);
    this.#now = generation;
    this.#ticking = this.#tick();
    try {
      await generation.start();
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  state(): PlatformState {
    // While the number changes, people are heard by the shards of before.
    return (this.#before.at(-1) ?? this.#now)?.state() ?? "starting";
  }

  /** Which shards are held here, where there are several. */
  held(): string | undefined {
    const { count = 1 } = this.#now ?? {};
    if (count === 1) return undefined;
    const here = this.#now?.held() ?? [];
    return `${here.length === 0 ? "none" : here.join(", ")} of ${count} held here`;
  }

  /** Passes on what is held here to whoever is there, listening until they do. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#ticking;
    const others = await this.#deps.crews.leave(this.#deps.name).catch(() => 0);
    await Promise.all(
      this.#all().map(async (each) => each.stop(others > 0, HAND_OVER_MS, LONGEST_HAND_OVER_MS)),
    );
  }

  async #tick(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#step();
        this.#trouble.isOver();
      } catch (error) {
        // What is held is held, and the next look comes soon.
        this.#trouble.tell(error);
      }
      await pausing(this.#pause, EVERY_MS, this.#stopping.signal).catch(() => undefined);
    }
  }

  async #step(): Promise<void> {
    await this.#beat();
    const now = this.#now;
    if (now === undefined) return;
    // A refusal that says so is asked about at once, and again soon.
    if (now.wantsShards()) this.#askAt = Math.min(this.#askAt, this.#askedAt + ASK_SOON_MS);
    if (performance.now() >= this.#askAt) await this.#ask();
    if (this.#wanted > now.count) this.#grow(now);
    else if (this.#before.length > 0 && now.isHeard()) await this.#endBefore();
    else if (performance.now() - this.#changedAt > this.#times.settledMs) await now.balance();
  }

  /** Says that this replica is there, and hears how many there are and what they agreed on. */
  async #beat(): Promise<void> {
    const { replicas, shards } = await this.#deps.crews.beat(this.#deps.name, THERE_MS);
    if (replicas !== this.#replicas) this.#changedAt = performance.now();
    this.#replicas = replicas;
    this.#wanted = Math.max(this.#wanted, shards ?? 0);
    for (const each of this.#all()) each.shareAmong(replicas);
  }

  /** The number only grows while somebody is there: a move costs an introduction for every shard. */
  async #ask(): Promise<number> {
    const { crews, name, recommended } = this.#deps;
    this.#askedAt = performance.now();
    this.#askAt = this.#askedAt + this.#times.askEveryMs;
    const wanted = Math.max(1, await recommended(), this.#wanted);
    this.#wanted = Math.max(wanted, await crews.agree(name, wanted, AGREED_MS));
    return this.#wanted;
  }

  #grow(from: Generation): void {
    const to = this.#wanted;
    const words = "Discord wants more shards: connecting all of them anew, and listening meanwhile";
    this.#deps.log.warn({ from: from.count, to }, words);
    from.retire();
    this.#before.push(from);
    this.#now = new Generation(to, this.#deps.keep, this.#replicas);
    void this.#now.goOn();
  }

  async #endBefore(): Promise<void> {
    await Promise.all(this.#before.splice(0).map(async (each) => each.stop(false)));
    this.#deps.log.info({ shards: this.#now?.count }, "All shards of Discord are listened to");
  }

  #all(): readonly Generation[] {
    return [...this.#before, ...(this.#now === undefined ? [] : [this.#now])];
  }
}
