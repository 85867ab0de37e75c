import { Redis } from "ioredis";
import { startRedis } from "../support/redis.ts";
import type { Ground } from "./world.ts";

/** Starts the Redis server that all cases share. */
export async function startGround(): Promise<Ground & { readonly stop: () => Promise<void> }> {
  const server = await startRedis();
  const redis = new Redis(server.url);
  return {
    url: server.url,
    redis,
    async stop() {
      redis.disconnect();
      await server.stop();
    },
  };
}
