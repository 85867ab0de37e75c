/** Discord docs, topics/opcodes-and-status-codes: the session would have handled too many servers. */
const SHARDING_REQUIRED = 4011;

/** Close codes after which connecting again is pointless (docs, topics/opcodes-and-status-codes), and what to change. */
const FATAL: Readonly<Record<number, string>> = {
  4004: "Discord refused the token: copy it again from Bot → Token, or reset it there.",
  4010: "Discord refused the shard: this is a fault in parley.",
  [SHARDING_REQUIRED]:
    "Discord wants more shards than it recommends. parley asks for the number every minute and moves over when it grows; until then let the bot serve fewer servers.",
  4012: "Discord no longer speaks this version of its gateway: update parley.",
  4013: "Discord refused the intents as unknown: update parley.",
  4014: "Discord refused a privileged intent (MessageContent or GuildMembers): switch it on again under Bot → Privileged Gateway Intents, or start again so that parley sees that it is off.",
};

/** Discord has ended a connection for good. The message says what to change. */
export class Refusal extends Error {
  /** Another try would do, with more shards. */
  readonly wantsShards: boolean;

  constructor(code: number) {
    super(FATAL[code] ?? `Discord ended the connection for good (${code}).`);
    this.wantsShards = code === SHARDING_REQUIRED;
  }
}
