/** What Discord says of this application's sessions; a test may change it while clients are connected. */
export interface Sharding {
  /** The number of shards that it recommends (docs, events/gateway, get gateway bot). */
  shards: number;
  /** Buckets, by shard id modulo this, that may identify at the same time. */
  maxConcurrency: number;
  /** A shard with more is closed: the bot has to have more shards. */
  guildsPerShard: number;
}

/** Discord docs, events/gateway: sharding, and the session start limit object. */
export const usualSharding: Sharding = { shards: 1, maxConcurrency: 1, guildsPerShard: 2500 };

/** `[id, count]`. */
export type ShardOf = readonly [id: number, count: number];

/** Undefined for what is no shard. Without one it is the only one. */
export function parseShard(value: unknown = [0, 1]): ShardOf | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [id, count] = value as unknown[];
  if (!Number.isInteger(id) || !Number.isInteger(count)) return undefined;
  const shard: ShardOf = [Number(id), Number(count)];
  return shard[0] >= 0 && shard[0] < shard[1] ? shard : undefined;
}

/** Direct messages, which have no guild, are heard by shard 0. */
export function isOfShard(guildId: string | undefined, [id, count]: ShardOf): boolean {
  return id === (guildId === undefined ? 0 : Number((BigInt(guildId) >> 22n) % BigInt(count)));
}

/** When each bucket let somebody identify last. */
export class IdentifyTurns {
  readonly #everyMs: number;
  readonly #lastAt = new Map<number, number>();

  /** `everyMs`: 0 lets all pass. */
  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  /** False when it is too soon. */
  take([id]: ShardOf, maxConcurrency: number, now: number): boolean {
    const bucket = id % maxConcurrency;
    const lastAt = this.#lastAt.get(bucket);
    if (lastAt !== undefined && now - lastAt < this.#everyMs) return false;
    this.#lastAt.set(bucket, now);
    return true;
  }
}
