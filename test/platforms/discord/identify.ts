import { intentsProblem } from "./intents.ts";
import type { Json } from "./json.ts";
import { isOfShard, parseShard, type Sharding, type ShardOf } from "./sharding.ts";
import type { World } from "./world.ts";

/** Discord docs, topics/opcodes-and-status-codes: gateway close codes that answer an identify. */
const closed = {
  authenticationFailed: 4004,
  invalidShard: 4010,
  shardingRequired: 4011,
  invalidIntents: 4013,
  disallowedIntents: 4014,
} as const;

export interface Identified {
  readonly shard: ShardOf;
  readonly intents: number;
}

/** Who introduces itself, or the code and the reason to close with. */
export function readIdentify(
  world: World,
  data: Json,
  { sharding, identifiesLeft }: { readonly sharding: Sharding; readonly identifiesLeft: number },
): Identified | readonly [code: number, reason: string] {
  const { application, directory } = world;
  const token = String(data["token"]).replace(/^Bot /, "");
  // Discord resets the token when the day's identifies are used up.
  if (token !== application.token || identifiesLeft === 0)
    return [closed.authenticationFailed, "Authentication failed."];
  const shard = parseShard(data["shard"]);
  if (shard === undefined) return [closed.invalidShard, "Invalid shard."];
  const guilds = [...directory.guilds.keys()].filter((id) => isOfShard(id, shard));
  if (guilds.length > sharding.guildsPerShard)
    return [closed.shardingRequired, "Sharding required."];
  const problem = intentsProblem(data["intents"], application);
  if (problem === "invalid") return [closed.invalidIntents, "Invalid intent(s)."];
  if (problem === "disallowed") return [closed.disallowedIntents, "Disallowed intent(s)."];
  return { shard, intents: Number(data["intents"]) };
}
