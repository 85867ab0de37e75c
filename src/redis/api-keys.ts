import type { Redis } from "ioredis";
import { asking, pipelined } from "./connection.ts";
import type { Keys } from "./keys.ts";
import { script, serverNow } from "./script.ts";

/** What is known of an API key before it is kept. Never its secret. */
export interface NewApiKey {
  readonly id: string;
  /** SHA-256 of the secret, base64url. */
  readonly digest: string;
  readonly tenant: string;
  /** The id of the principal whose key it is. */
  readonly principal: string;
  /** Narrower than the principal's own; undefined: as the principal. */
  readonly scopes?: readonly string[] | undefined;
  /** For people who look after keys. */
  readonly label?: string | undefined;
}

export interface StoredApiKey extends NewApiKey {
  /** Server time, milliseconds. */
  readonly createdAt: number;
  /** Server time, milliseconds; there once the key is revoked, for good. */
  readonly revokedAt?: number | undefined;
}

export interface ApiKeyStore {
  /** Throws when the id is taken: ids are random, so two of a kind are a fault of ours. */
  create(key: NewApiKey): Promise<StoredApiKey>;
  find(id: string): Promise<StoredApiKey | undefined>;
  /** Keys of one tenant or of all, revoked ones too, oldest first. */
  list(tenant?: string): Promise<readonly StoredApiKey[]>;
  /** The key as revoked; the first time stands. Undefined when there is no such key. */
  revoke(id: string): Promise<StoredApiKey | undefined>;
}

/** One hash a key, and the set of all ids, in one slot. Revoked keys stay, so that their use is explained. */
export function createApiKeys(redis: Redis, keys: Keys, offsetMs: number): ApiKeyStore {
  const find = async (id: string) =>
    storedKey(id, await asking(() => redis.hgetall(keys.apiKey(id))));

  return {
    async create(key) {
      const { id, digest, tenant, principal, scopes, label } = key;
      const fields: [string, string][] = [
        ["digest", digest],
        ["tenant", tenant],
        ["principal", principal],
      ];
      if (scopes !== undefined) fields.push(["scopes", JSON.stringify(scopes)]);
      if (label !== undefined) fields.push(["label", label]);
      const createdAt = await keep(
        redis,
        [keys.apiKey(id), keys.apiKeys],
        [offsetMs, id, ...fields.flat()],
      );
      if (createdAt === null) throw new Error("an API key of this id is there already");
      return { ...key, createdAt: Number(createdAt) };
    },

    find,

    async list(tenant) {
      const ids = await asking(() => redis.smembers(keys.apiKeys));
      const pipeline = redis.pipeline();
      for (const id of ids) pipeline.hgetall(keys.apiKey(id));
      const hashes = (await pipelined(pipeline)) as readonly Record<string, string>[];
      return ids
        .map((id, index) => storedKey(id, hashes[index] ?? {}))
        .filter((key) => key !== undefined)
        .filter((key) => tenant === undefined || key.tenant === tenant)
        .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
    },

    async revoke(id) {
      return (await end(redis, [keys.apiKey(id)], [offsetMs])) === 0 ? undefined : find(id);
    },
  };
}

const keep = script(`
if redis.call('EXISTS', KEYS[1]) == 1 then return false end
${serverNow("ARGV[1]")}
redis.call('HSET', KEYS[1], 'createdAt', now, unpack(ARGV, 3))
redis.call('SADD', KEYS[2], ARGV[2])
return now
`);

const end = script(`
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
${serverNow("ARGV[1]")}
redis.call('HSETNX', KEYS[1], 'revokedAt', now)
return 1
`);

/** A hash without a digest is no key: nothing could match it. */
function storedKey(id: string, hash: Record<string, string>): StoredApiKey | undefined {
  const { digest, tenant, principal, scopes, label, createdAt, revokedAt } = hash;
  if (digest === undefined || tenant === undefined || principal === undefined) return undefined;
  return {
    id,
    digest,
    tenant,
    principal,
    ...(scopes === undefined ? {} : { scopes: JSON.parse(scopes) as string[] }),
    ...(label === undefined ? {} : { label }),
    createdAt: Number(createdAt),
    ...(revokedAt === undefined ? {} : { revokedAt: Number(revokedAt) }),
  };
}
