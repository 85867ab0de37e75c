import { Redis } from "ioredis";
import { afterAll, beforeAll } from "vitest";
import { type RedisServer, startRedis } from "../../support/redis.ts";

/** A Redis of a test file's own, from before its first test to after its last, and a connection to look into it. */
export function ownRedis() {
  let server: RedisServer | undefined;
  let redis: Redis | undefined;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(async () => {
    redis?.disconnect();
    await server?.stop();
  });
  const running = () => {
    if (server === undefined)
      throw new Error("only hooks and tests may ask: Redis is not there yet");
    return server;
  };
  return {
    get server(): RedisServer {
      return running();
    },
    get redis(): Redis {
      redis ??= new Redis(running().url);
      return redis;
    },
  };
}
