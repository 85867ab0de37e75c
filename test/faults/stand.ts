import { type Demo, startDemo } from "../demo/demo.ts";
import { discordSeat } from "../demo/once/discord-seat.ts";
import { slackSeat } from "../demo/once/slack-seat.ts";
import type { Stage } from "../demo/once/stage.ts";
import { type RedisServer, startRedis } from "../support/redis.ts";
import { type RedisProxy, startRedisProxy } from "../support/redis-proxy.ts";

/** The whole of parley on a stage, with a faulty wire between the bot and a Redis that can be killed. */
export interface Stand extends Stage {
  readonly demo: Demo;
  readonly redis: RedisServer;
  readonly proxy: RedisProxy;
  stop(): Promise<void>;
}

export async function startStand(): Promise<Stand> {
  const redis = await startRedis({ appendonly: true });
  const proxy = await startRedisProxy(redis);
  const demo = await startDemo({
    redisUrl: redis.url,
    botRedisUrl: proxy.url,
    rateScale: 50,
    onBotDeath: (error) => {
      throw error;
    },
  });
  return {
    demo,
    redis,
    proxy,
    engine: demo.engine,
    bot: demo.bot,
    slack: slackSeat(demo.slackUrl),
    discord: discordSeat(demo.discordUrl),
    async stop() {
      await demo.stop();
      await proxy.close();
      await redis.stop();
    },
  };
}
