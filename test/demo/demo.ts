import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { startLocalDiscord } from "../platforms/discord/server.ts";
import { startLocalSlack } from "../platforms/slack/server.ts";
import { startRedis } from "../support/redis.ts";
import { type Bot, startBot } from "./bot.ts";
import { type Engine, startEngine } from "./engine.ts";
import { type Janitor, startJanitor } from "./janitor.ts";
import { writeRoster } from "./roster.ts";
import { sabotagedBuild } from "./sabotage.ts";
import { startDemoServer } from "./server.ts";
import { discordSetup, slackSetup, TENANT } from "./world.ts";

export interface DemoOptions {
  /** A Redis to use instead of one of the demo's own. */
  readonly redisUrl?: string | undefined;
  /** Another way for the bot alone to the same Redis: tests put faults on it. */
  readonly botRedisUrl?: string;
  /** Where the page is served; any free port if it is not said. */
  readonly port?: number | undefined;
  /** How many times the platforms' own rate limits; 1 unless said otherwise. */
  readonly rateScale?: number;
  /** A fault that is put into a copy of the build, to see that the cases find it. */
  readonly sabotage?: string | undefined;
  readonly onBotDeath: (error: Error) => void;
}

/** Everything running: the real bot between a small engine and two local platforms, and a page to see it on. */
export interface Demo {
  readonly pageUrl: string;
  readonly engine: Engine;
  readonly bot: Bot;
  /** What the bot was started with, for starting another one beside it. */
  readonly botEnv: Readonly<Record<string, string>>;
  /** A file with the same, as `node --env-file` reads it. */
  readonly envFile: string;
  readonly slackUrl: string;
  readonly discordUrl: string;
  readonly redisUrl: string;
  readonly prefix: string;
  stop(): Promise<void>;
}

export async function startDemo(options: DemoOptions): Promise<Demo> {
  const cleanUp: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const undo of cleanUp.splice(0).toReversed()) await undo();
  };
  try {
    return { ...(await start(options, (undo) => cleanUp.push(undo))), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type OnStop = (undo: () => Promise<unknown>) => void;

async function start(options: DemoOptions, onStop: OnStop): Promise<Omit<Demo, "stop">> {
  const janitor = startJanitor();
  const folder = await mkdtemp(join(tmpdir(), "parley-demo-"));
  janitor.keepFolder(folder);
  onStop(() => rm(folder, { recursive: true, force: true }));
  const { redisUrl, prefix } = await redisFor(options, janitor, onStop);
  const { rateScale: scale = 1 } = options;
  const slack = await startLocalSlack({ ...slackSetup(), rateLimits: scale });
  onStop(() => slack.close());
  const discord = await startLocalDiscord({ ...discordSetup(), rateLimits: { scale } });
  onStop(() => discord.close());
  const engine = await startEngine({ redisUrl, prefix, tenant: TENANT });
  onStop(() => engine.close());
  const botEnv = {
    REDIS_URL: options.botRedisUrl ?? redisUrl,
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_APP_TOKEN: slack.appToken,
    SLACK_API_URL: slack.apiUrl,
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    PARLEY_ROSTER: await writeRoster(folder),
    PARLEY_STREAM_PREFIX: prefix,
    PARLEY_LOG_LEVEL: "info",
    PARLEY_HTTP_HOST: "127.0.0.1",
    // Any free one: two bots may run beside each other, and somebody else may have the usual port.
    PARLEY_HTTP_PORT: "0",
    PARLEY_TOKEN_SECRETS: `demo:${randomBytes(32).toString("base64")}`,
  };
  const envFile = join(folder, "demo.env");
  await writeFile(envFile, envLines(botEnv));
  const build =
    options.sabotage === undefined ? undefined : await sabotagedBuild(options.sabotage, folder);
  const bot = await startBot({
    ...(build === undefined ? {} : { build }),
    onDeath: options.onBotDeath,
    env: botEnv,
    janitor,
  });
  onStop(() => bot.stop());
  const page = await startDemoServer({ engine, prefix, slack, discord, port: options.port });
  onStop(() => page.stop());
  return {
    pageUrl: page.url,
    engine,
    bot,
    botEnv,
    envFile,
    slackUrl: slack.origin,
    discordUrl: discord.url,
    redisUrl,
    prefix,
  };
}

function envLines(env: Readonly<Record<string, string>>): string {
  return Object.entries(env)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
}

/** On a Redis that belongs to somebody, the demo keeps to names of its own and takes them away again. */
async function redisFor({ redisUrl }: DemoOptions, janitor: Janitor, onStop: OnStop) {
  if (redisUrl !== undefined) {
    const prefix = `parley-demo-${randomBytes(6).toString("hex")}`;
    onStop(() => removeKeys(redisUrl, prefix));
    return { redisUrl, prefix };
  }
  // As parley wants it, so that doctor finds nothing to mend; the demo need not outlive the machine.
  const args = ["--appendfsync", "everysec"];
  const redis = await startRedis({ outOfReach: true, appendonly: true, args });
  janitor.keep(redis.process);
  janitor.keepFolder(redis.dir);
  onStop(() => redis.stop());
  return { redisUrl: redis.url, prefix: "parley" };
}

async function removeKeys(redisUrl: string, prefix: string): Promise<void> {
  const redis = new Redis(redisUrl);
  for await (const keys of redis.scanStream({ match: `*${prefix}*`, count: 500 })) {
    if ((keys as string[]).length > 0) await redis.unlink(keys as string[]);
  }
  redis.disconnect();
}
