import type { ShardHolder, ShardLease, Shards } from "../../src/core/ports/shards.ts";
import { Fault } from "../../src/core/fault.ts";
import type { Log } from "../../src/core/log.ts";
import type { PlatformState } from "../../src/presentation/platform.ts";
import { type Pause, pausing, realPause, within } from "../../src/waiting/within.ts";
import { reasonOf } from "./faults.ts";
import type { Gateway } from "./gateway.ts";
import { passOnSoon, untilHeard } from "./hand-over.ts";
import { Refusal } from "./refusal.ts";
import { Trouble } from "./trouble.ts";

/** How long the lease runs, and how often it is renewed, tried for, and looked after. Milliseconds. */
const LEASE_MS = 3_000;
const EVERY_MS = 500;
/** A shard that nobody held for so long is taken by whoever sees it, however many they hold. */
const LEFT_ALONE_MS = 5_000;
/** A shard that nobody could take over after all is not offered again for so long. */
const KEPT_MS = 5 * 60_000;
/** A connection that is away for this long is somebody else's turn, if anybody stands by. */
const AWAY_MS = 15_000;
/** After a try that failed: others first, and longer each time. */
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;

export interface ShardDeps {
  readonly shards: Shards;
  /** Names the shard among all applications that share the store. */
  readonly name: string;
  /** What the log says of it beside each line. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Connects. Rejects with a retryable Fault when it may work later, with any other error for good. */
  readonly open: () => Promise<Gateway>;
  /** May this replica hold one more? Asked before every try; one that nobody holds for long is tried all the same. */
  readonly hasRoom: () => boolean;
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
  #isTrying = false;
  #lease: ShardLease | undefined;
  #gateway: Gateway | undefined;
  #opening: Promise<void> | undefined;
  /** Still listens, until whoever has the lease now does. */
  #passing: { readonly gateway: Gateway; readonly over: Promise<void> } | undefined;
  #hasEnded = false;
  #keptUntil = 0;
  /** Whoever held the lease when we looked last, and until when by our clock. */
  #holderUntil: number | undefined;
  #heardUntil = 0;
  #freeSince: number | undefined;
  #retryAt = 0;
  #retryMs = FIRST_RETRY_MS;
  #state: "starting" | "begun" = "starting";
  #resolve = () => {};
  #reject: (error: unknown) => void = () => {};
  #refused: Error | undefined;
  readonly #mistakes = this.#troubleWith("A Discord shard cannot be looked after");
  readonly #waiting: { readonly pause: Pause; readonly hasEnded: () => boolean };

  constructor(deps: ShardDeps) {
    this.#deps = deps;
    this.#pause = deps.pause ?? realPause;
    this.#waiting = { pause: this.#pause, hasEnded: () => this.#hasEnded };
  }

  /**
   * Resolves once this replica listens, or another one is seen to. Rejects as `open` does; with `alone`
   * false it resolves then, too, and goes on trying.
   */
  async start(alone = true): Promise<void> {
    const begun = new Promise<void>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = alone
        ? reject
        : () => {
            this.#begin();
          };
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
    if (this.#refused !== undefined) return `degraded: ${this.#refused.message}`;
    if (this.#state === "starting") return "starting";
    if (this.#lease === undefined) return "standby";
    const problem = this.#gateway === undefined ? "connecting to Discord" : this.#gateway.problem();
    return problem === undefined ? "serving" : `degraded: ${problem}`;
  }

  /** Has Discord ended it because there have to be more shards? */
  wantsShards(): boolean {
    return this.#refused instanceof Refusal && this.#refused.wantsShards;
  }

  /** Counts against what this replica may hold. */
  isHeld(): boolean {
    return this.#isTrying || this.#lease !== undefined;
  }

  /** Does somebody listen, as far as was seen last? */
  isHeard(): boolean {
    const here = this.#gateway !== undefined || this.#passing !== undefined;
    return here || performance.now() < this.#heardUntil;
  }

  isPassing(): boolean {
    return this.#passing !== undefined;
  }

  /** Lets somebody who stands by have it, and listens until that one does. False where nobody wants it. */
  async give(): Promise<boolean> {
    const [lease, gateway] = [this.#lease, this.#gateway];
    if (lease === undefined || gateway === undefined) return false;
    if (performance.now() < this.#keptUntil || !(await lease.passOn())) return false;
    this.#pass(gateway, KEPT_MS);
    return true;
  }

  /** Passes the turn on where others are there, listening until one of them does; then disconnects. */
  async stop(others = false, withinMs = 0): Promise<void> {
    this.#stopping.abort();
    await this.#ticking;
    await within(this.#leave(others), withinMs).catch((error: unknown) => {
      this.#tell("warn", "Could not hand the Discord connection over", reasonOf(error));
    });
    await this.#lease?.release().catch(() => undefined);
    await this.#letGo();
  }

  async #leave(others: boolean): Promise<void> {
    await this.#passing?.over;
    const [lease, gateway] = [this.#lease, this.#gateway];
    if (!others || lease === undefined || gateway === undefined) return;
    if (!(await passOnSoon(lease, this.#waiting))) return;
    this.#tell("info", "Handing the Discord connection over to another replica");
    // Nobody there any more means that there is nothing to wait for: who stood by may have died.
    await untilHeard(this.#deps.shards, this.#deps.name, this.#waiting);
  }

  async #tick(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#step();
        this.#mistakes.isOver();
      } catch (error) {
        // Whoever has a connection keeps it while the store is away: people then hear an honest sentence.
        if (this.#state === "starting") this.#reject(error);
        // Faults of the store are told by whoever looks after all shards.
        if (!(error instanceof Fault)) this.#mistakes.tell(error);
      }
      await pausing(this.#pause, EVERY_MS, this.#stopping.signal).catch(() => undefined);
    }
  }

  async #step(): Promise<void> {
    if (this.#refused !== undefined || this.#passing !== undefined) return undefined;
    const lease = this.#lease;
    if (lease === undefined) return this.#try();
    const gateway = this.#gateway;
    if (!(await lease.renew())) {
      if (this.#lease !== lease) return undefined;
      return gateway === undefined ? this.#letGo() : this.#pass(gateway, 0);
    }
    const refusal = gateway?.refusal();
    if (refusal !== undefined) return this.#giveUp(refusal);
    const away = gateway?.awayForMs() ?? 0;
    if (away > AWAY_MS && (await lease.passOn())) {
      this.#tell("warn", "Discord is away from here; another replica tries instead");
      this.#later();
      await this.#letGo();
    }
    return undefined;
  }

  async #try(): Promise<void> {
    const now = performance.now();
    if (now < this.#retryAt) return;
    const { shards, name, hasRoom } = this.#deps;
    const isAlone = this.#freeSince !== undefined && now - this.#freeSince > LEFT_ALONE_MS;
    if (!isAlone && !hasRoom()) return this.#see(await shards.look(name));
    this.#isTrying = true;
    try {
      const tried = await shards.take(name, LEASE_MS);
      if (tried.lease === undefined) return this.#see(tried);
      this.#freeSince = undefined;
      this.#lease = tried.lease;
      // Not awaited: the lease is renewed meanwhile.
      this.#opening = this.#open(tried.lease);
    } finally {
      this.#isTrying = false;
    }
    return undefined;
  }

  /** A lease that was renewed between two looks has a holder that lives; one that only runs out may not. */
  #see({ leftMs, listens }: ShardHolder): void {
    const now = performance.now();
    this.#heardUntil = listens ? now + leftMs : 0;
    if (leftMs === 0) {
      this.#freeSince ??= now;
      return;
    }
    this.#freeSince = undefined;
    const until = now + leftMs;
    const renewed = this.#holderUntil !== undefined && until > this.#holderUntil + EVERY_MS / 2;
    this.#holderUntil = until;
    if (!renewed || this.#state === "begun") return;
    this.#tell("info", "Another replica holds the Discord connection; standing by");
    this.#begin();
  }

  #begin(): void {
    this.#state = "begun";
    this.#resolve();
  }

  async #open(lease: ShardLease): Promise<void> {
    try {
      const gateway = await this.#deps.open();
      if (this.#lease !== lease) return await this.#close(gateway);
      this.#gateway = gateway;
      this.#retryMs = FIRST_RETRY_MS;
      this.#tell("info", "Holding the Discord connection");
      this.#begin();
      await lease.listens().catch(() => undefined);
    } catch (error) {
      if (this.#lease !== lease) return;
      await this.#failed(lease, error);
    }
    return undefined;
  }

  /** Listens on until whoever has the lease does, or takes it back where nobody came for it. Never rejects. */
  #pass(gateway: Gateway, keptMs: number): void {
    this.#lease = undefined;
    this.#gateway = undefined;
    const over = this.#untilHeard(gateway, keptMs).finally(() => {
      this.#passing = undefined;
    });
    this.#passing = { gateway, over };
  }

  async #untilHeard(gateway: Gateway, keptMs: number): Promise<void> {
    const { shards, name } = this.#deps;
    const trouble = this.#troubleWith("The Discord connection cannot be taken back now");
    let next = await untilHeard(shards, name, this.#waiting);
    while (next === "free") {
      if (await this.#takeBack(gateway, keptMs, trouble)) return;
      next = await untilHeard(shards, name, this.#waiting);
    }
    if (next === "heard") {
      this.#tell("info", "Another replica has taken the Discord connection over");
    }
    await this.#close(gateway);
  }

  /** False where somebody else was faster, or, after a pause, where the store is away. */
  async #takeBack(gateway: Gateway, keptMs: number, trouble: Trouble): Promise<boolean> {
    const { shards, name } = this.#deps;
    const lease = await shards.take(name, LEASE_MS).then(
      (tried) => tried.lease,
      async (error: unknown) => {
        trouble.tell(error);
        await pausing(this.#pause, EVERY_MS);
        return undefined;
      },
    );
    if (lease === undefined) return false;
    this.#lease = lease;
    this.#gateway = gateway;
    this.#keptUntil = performance.now() + keptMs;
    await lease.listens().catch(() => undefined);
    return true;
  }

  async #failed(lease: ShardLease, error: unknown): Promise<void> {
    this.#lease = undefined;
    this.#later(error instanceof Fault ? error.retryAfterMs : undefined);
    await lease.release().catch(() => undefined);
    const mayWorkLater = error instanceof Fault && error.retryable;
    const refused = error instanceof Error ? error : new Error("Discord refused the connection.");
    if (!mayWorkLater) this.#refused = refused;
    if (this.#state === "starting") this.#reject(error);
    // Else whoever starts it ends with that very error.
    if (this.#state !== "begun") return undefined;
    if (mayWorkLater) {
      const words = "Cannot hold the Discord connection now; trying again";
      return this.#tell("warn", words, reasonOf(error));
    }
    const words = `Discord refused the connection, and parley will not try again here. ${refused.message}`;
    return this.#tell("error", words, { degraded: true });
  }

  /** Discord has ended it for good. Others may try: a token that was changed is theirs already. */
  async #giveUp(refusal: Error): Promise<void> {
    await this.#lease?.release().catch(() => undefined);
    await this.#letGo();
    this.#refused = refusal;
  }

  #later(afterMs = this.#retryMs): void {
    this.#retryAt = performance.now() + afterMs;
    this.#retryMs = Math.min(2 * this.#retryMs, LAST_RETRY_MS);
  }

  async #letGo(): Promise<void> {
    this.#hasEnded = this.#stopping.signal.aborted;
    const gateway = this.#gateway;
    this.#lease = undefined;
    this.#gateway = undefined;
    // One that is still connecting closes itself as soon as it sees that its lease is gone.
    const ending = gateway === undefined ? this.#opening : this.#close(gateway);
    const passing = this.#passing;
    await within(Promise.all([ending, passing?.over]), LEASE_MS);
  }

  /** A connection that does not end in order is left to end with the process. */
  async #close(gateway: Gateway): Promise<void> {
    await within(gateway.close(), LEASE_MS).catch((error: unknown) => {
      this.#tell("warn", "Could not end a Discord connection in order", reasonOf(error));
    });
  }

  #troubleWith(words: string): Trouble {
    return new Trouble((level, more) => {
      this.#tell(level, words, more);
    });
  }

  #tell(level: keyof Log, words: string, more: Readonly<Record<string, unknown>> = {}): void {
    this.#deps.log[level]({ ...this.#deps.fields, ...more }, words);
  }
}
