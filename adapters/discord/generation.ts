import type { PlatformState } from "../../src/presentation/platform.ts";
import type { ShardKeeper } from "./shard.ts";
import type { Shard } from "./shard-of.ts";

/**
 * All shards of one number, as this replica sees them. What it holds is its fair share: as many as there
 * are shards for each replica, rounded up. Nobody takes more, and who has more gives one to who stands by,
 * so that things come to rest as soon as everybody holds no more than that.
 */
export class Generation {
  readonly count: number;
  readonly #keepers: readonly ShardKeeper[];
  #replicas: number;
  #isRetired = false;

  /** `make` is asked for one keeper of each shard. */
  constructor(
    count: number,
    make: (shard: Shard, hasRoom: () => boolean) => ShardKeeper,
    replicas: number,
  ) {
    this.count = count;
    this.#replicas = replicas;
    const hasRoom = () => this.#held().length < this.#share();
    this.#keepers = Array.from({ length: count }, (_, id) => make({ id, count }, hasRoom));
  }

  /**
   * Resolves once each shard is held, here or elsewhere, or is being tried again. Rejects as the first
   * shard does: what Discord says to that one it would say to all.
   */
  async start(): Promise<void> {
    const [first, ...others] = this.#keepers;
    await first?.start();
    await this.goOn(others);
  }

  /** As {@link start}, when it is known already that Discord lets us in: one that fails is tried again. */
  async goOn(keepers = this.#keepers): Promise<void> {
    await Promise.all(keepers.map(async (keeper) => keeper.start(false)));
  }

  shareAmong(replicas: number): void {
    this.#replicas = replicas;
  }

  /**
   * Another number takes its place: what is held stays, and nothing more is taken but what nobody holds, so
   * that all is heard until the new shards are there.
   */
  retire(): void {
    this.#isRetired = true;
  }

  /** Gives one shard away, if there are more than the share and somebody wants one. */
  async balance(): Promise<void> {
    const held = this.#held();
    if (held.length <= this.#share() || this.#keepers.some((each) => each.isPassing())) return;
    for (const keeper of held.toReversed()) if (await keeper.give()) return;
  }

  /** Does somebody listen on every shard? */
  isHeard(): boolean {
    return this.#keepers.every((each) => each.isHeard());
  }

  wantsShards(): boolean {
    return this.#keepers.some((each) => each.wantsShards());
  }

  state(): PlatformState {
    const states = this.#keepers.map((each) => each.state());
    const problem = states.findIndex((each) => each.startsWith("degraded"));
    if (problem >= 0) return this.#named(problem, states[problem] ?? "starting");
    if (states.includes("serving")) return "serving";
    return states.includes("starting") ? "starting" : "standby";
  }

  /** Ids of the shards that are held here. */
  held(): readonly number[] {
    return this.#keepers.flatMap((each, id) => (each.state() === "serving" ? [id] : []));
  }

  /** `others`: there are replicas that may take over, and get `withinMs` for each shard, up to `atMostMs`. */
  async stop(others: boolean, withinMs = 0, atMostMs = 0): Promise<void> {
    const patienceMs = Math.min(withinMs * this.#held().length, atMostMs);
    await Promise.all(this.#keepers.map(async (each) => each.stop(others, patienceMs)));
  }

  #held(): readonly ShardKeeper[] {
    return this.#keepers.filter((each) => each.isHeld());
  }

  #share(): number {
    return this.#isRetired ? 0 : Math.ceil(this.count / Math.max(1, this.#replicas));
  }

  #named(id: number, state: PlatformState): PlatformState {
    if (this.count === 1) return state;
    return `degraded: shard ${id} of ${this.count}: ${state.replace(/^degraded: /, "")}`;
  }
}
