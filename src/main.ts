import { discordPlatform } from "../adapters/discord/index.ts";
import { slackPlatform } from "../adapters/slack/index.ts";
import type { Config } from "./config.ts";
import { Fault } from "./core/fault.ts";
import type { Interrupt, PlatformName } from "./core/interrupt.ts";
import type { Log } from "./core/log.ts";
import type { Press } from "./core/press.ts";
import { createCardFlow } from "./flows/cards.ts";
import { createDeadlineFlow } from "./flows/deadlines.ts";
import { createPressFlow, type Identify } from "./flows/presses.ts";
import { createReadingFlow } from "./flows/reading.ts";
import { createRequests, type Handled } from "./flows/requests.ts";
import { createService, type Service, type StreamEntry } from "./flows/service.ts";
import { type Door, openHttp } from "./http/server.ts";
import type { Inbound, Platform } from "./presentation/platform.ts";
import { OLDEST_REDIS } from "./redis/check.ts";
import { PARTITIONS, partitionOf } from "./redis/keys.ts";
import { instantOf } from "./redis/orphans.ts";
import { openRedis, type Store } from "./redis/redis.ts";

/** The composition root: the one file that knows every part. */

export interface Parley {
  /** Finishes what is in hand, leaves the rest to other replicas, and closes everything. */
  stop(): Promise<void>;
}

/**
 * Runs parley. Resolves once people can press and engines can ask; until Redis answers it says so and
 * waits. Rejects with a Fault that says what to change when a platform refuses the settings.
 */
export async function startParley(config: Config, log: Log): Promise<Parley> {
  const store = openRedis({
    url: config.redisUrl,
    prefix: config.streamPrefix,
    // The requests that fail because of it say so; one line an error would flood the log.
    onError: () => undefined,
  });
  const { platforms, doors } = openPlatforms(config, log);
  const parts = assemble(config, log, store, platforms);
  try {
    await untilReachable(store, log);
    await store.events.prepare();
    await store.replicas.beat();
    await startPlatforms(platforms, parts.inbound, log);
    const http = doors.length === 0 ? undefined : await openHttp(doors, config.http);
    const running = parts.service.run();
    log.info({ platforms: [...platforms.keys()], http: http?.address }, "ready");
    return {
      async stop() {
        await Promise.all([http?.close(), ...[...platforms.values()].map(stopPlatform)]);
        parts.service.stop();
        await store.events.wake().catch(() => undefined);
        await running;
        await parts.service.idle();
        await store.replicas.leave().catch(() => undefined);
        store.close();
      },
    };
  } catch (error) {
    await Promise.allSettled([...platforms.values()].map(stopPlatform));
    store.close();
    throw error;
  }
}

type Platforms = ReadonlyMap<PlatformName, Platform>;

function openPlatforms(config: Config, log: Log): { platforms: Platforms; doors: readonly Door[] } {
  const platforms = new Map<PlatformName, Platform>();
  const doors: Door[] = [];
  if (config.slack !== undefined) {
    const slack = slackPlatform({ ...config.slack, sockets: 2 }, { log });
    platforms.set("slack", slack);
    if (slack.listener !== undefined) doors.push({ path: "/slack/events", answer: slack.listener });
  }
  if (config.discord !== undefined) {
    const guilds = config.roster
      .addresses()
      .filter(({ platform }) => platform === "discord")
      .map(({ workspace }) => workspace);
    const discord = discordPlatform({ ...config.discord, guilds: [...new Set(guilds)] }, { log });
    platforms.set("discord", discord);
  }
  return { platforms, doors };
}

function assemble(config: Config, log: Log, store: Store, platforms: Platforms) {
  const { roster } = config;
  const { interrupts, copies } = store;
  const clock = store.clock.now;
  const identify: Identify = (asked) => roster.identify(asked);
  const changed = (interrupt: Interrupt, press?: Press) => {
    service.changed(interrupt, press);
  };
  const cards = createCardFlow({
    ...store,
    cardsOf: (platform) => platforms.get(platform)?.cards,
    clock,
    log,
  });
  const presses = createPressFlow({
    interrupts,
    presses: store.presses,
    identify,
    clock,
    log,
    changed,
    redraw: async (interrupt) => cards.redraw(interrupt),
  });
  const tenantsOf = (platform: PlatformName, workspace: string) =>
    roster.tenantsOf(platform, workspace);
  const reading = createReadingFlow({ interrupts, copies, identify, tenantsOf, clock, log });
  const service: Service = createService({
    partitions: PARTITIONS,
    events: store.events,
    handle: requestHandler(config, log, store, platforms, changed),
    orderOf: (entry) => runOf(entry.fields["event"]) ?? entry.id,
    presses,
    cards,
    deadlines: createDeadlineFlow({ interrupts, changed }),
    relay: store.relay,
    beat: async () => {
      await store.replicas.beat();
      await store.clock.sync();
    },
    tell: async (press, result) => {
      if (result.ok) return;
      await platforms
        .get(press.platform)
        ?.tell(press, result.words)
        .catch(() => undefined);
    },
    log,
  });
  const inbound = (platform: PlatformName): Inbound => ({
    press: async (press, withinMs) => presses.take(press, withinMs),
    open: async (request) => reading.open(platform, request),
    pending: async (account, workspace) => reading.pending(platform, account, workspace),
    threadReference: async (threadId) => store.threads.find(platform, threadId),
  });
  return { service, inbound };
}

/** What becomes of one entry of the events stream. */
function requestHandler(
  { roster }: Config,
  log: Log,
  store: Store,
  platforms: Platforms,
  changed: (interrupt: Interrupt) => void,
) {
  const names = new Set(platforms.keys());
  const requests = createRequests({
    interrupts: store.interrupts,
    runs: store.runs,
    partitionOf,
    destinationsOf: (tenant) => roster.destinationsOf(tenant, names),
    log,
  });
  return async (entry: StreamEntry): Promise<Handled> => {
    const handled = await requests.handle({ fields: entry.fields, at: instantOf(entry.id) });
    if (handled.type === "done") for (const each of handled.changed) changed(each);
    return handled;
  };
}

/** The run an entry is about, for keeping its entries in order; the flow itself reads it properly. */
function runOf(event: string | undefined): string | undefined {
  return /"runId"\s*:\s*"([^"\\]{1,300})"/.exec(event ?? "")?.[1];
}

const RETRY_MS = 1_000;

/** Says that Redis is away, and waits. */
async function untilReachable(store: Store, log: Log): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const version = await store.version();
      if (Number.parseInt(version, 10) < OLDEST_REDIS) {
        throw new Fault(
          "store-unsuitable",
          `Redis ${version} is too old. parley needs Redis ${OLDEST_REDIS} or later, or Valkey.`,
          { retryable: false },
        );
      }
      await store.clock.sync();
      return;
    } catch (error) {
      if (!(error instanceof Fault) || !error.retryable) throw error;
      if (attempt === 1) log.warn({}, "Redis cannot be reached at REDIS_URL; waiting for it");
      await new Promise((resolve) => setTimeout(resolve, attempt === 0 ? 200 : RETRY_MS));
    }
  }
}

/** All platforms at once. When one refuses the settings the others are not waited for any longer. */
async function startPlatforms(
  platforms: Platforms,
  inbound: (name: PlatformName) => Inbound,
  log: Log,
): Promise<void> {
  const refused = new AbortController();
  const starts = [...platforms.values()].map(async (platform) => {
    try {
      await startPlatform(platform, inbound, log, refused.signal);
    } catch (error) {
      refused.abort();
      throw error;
    }
  });
  // What has begun to connect must have ended before it can be stopped.
  await Promise.allSettled(starts);
  await Promise.all(starts);
}

/** A platform that is away is waited for; one that refuses the settings ends the start. */
async function startPlatform(
  platform: Platform,
  inbound: (name: PlatformName) => Inbound,
  log: Log,
  givenUp: AbortSignal,
): Promise<void> {
  while (!givenUp.aborted) {
    try {
      await platform.start(inbound(platform.name));
      return;
    } catch (error) {
      if (!(error instanceof Fault) || !error.retryable) throw error;
      log.warn(
        { err: error, platform: platform.name },
        "a platform cannot be reached; trying again",
      );
      await new Promise((resolve) => setTimeout(resolve, error.retryAfterMs ?? RETRY_MS));
    }
  }
}

async function stopPlatform(platform: Platform): Promise<void> {
  await platform.stop();
}
