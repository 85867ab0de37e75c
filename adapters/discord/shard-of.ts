/** One of so many: `id` from 0 on. */
export interface Shard {
  readonly id: number;
  readonly count: number;
}

/** The shard that hears of a guild (docs, events/gateway, sharding); what is no guild's comes on shard 0. */
export function shardOf(guildId: string, count: number): number {
  return /^\d{1,20}$/.test(guildId) ? Number((BigInt(guildId) >> 22n) % BigInt(count)) : 0;
}
