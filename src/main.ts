import type { Hono } from "hono";
import { discordPlatform } from "../adapters/discord/index.ts";
import { slackPlatform } from "../adapters/slack/index.ts";
import type { Config } from "./config.ts";
import { isEligible } from "./core/eligibility.ts";
import type { Interrupt, PlatformName } from "./core/interrupt.ts";
import type { Log } from "./core/log.ts";
import type { StreamEntry } from "./core/ports.ts";
import type { Press } from "./core/press.ts";
import { createCardFlow } from "./flows/cards.ts";
import { createDeadlineFlow } from "./flows/deadlines.ts";
import { directWorkspace } from "./flows/direct.ts";
import { createDraftFlow } from "./flows/drafts.ts";
import { createEngineFlow } from "./flows/engine.ts";
import type { Handled } from "./flows/handled.ts";
import { createPressFlow, type Identify } from "./flows/presses.ts";
import { createFormFlow } from "./flows/forms.ts";
import { createReadingFlow } from "./flows/reading.ts";
import { createService, type Service } from "./flows/service.ts";
import { questionInThread } from "./flows/thread-questions.ts";
import { createResolvingFlow } from "./flows/resolving.ts";
import { addressOf } from "./http/address.ts";
import { createApp } from "./http/app.ts";
import { createRate } from "./http/rate.ts";
import { type Door, type HttpServer, openHttp } from "./http/server.ts";
import { createAuthenticator } from "./identity/authenticate.ts";
import type { Inbound, Platform, PressResult } from "./presentation/platform.ts";
import { PARTITIONS, partitionOf } from "./redis/keys.ts";
import { instantOf } from "./redis/stream-ids.ts";
import { openRedis, type Store } from "./redis/redis.ts";
import { elapsed, startPlatforms, untilReachable } from "./starting.ts";

/** The composition root: the one file that knows every part. */

/** How long a stop waits for platforms that are still being connected. Milliseconds. */
const STARTED_WITHIN_MS = 5_000;

export interface Parley {
  /**
   * Resolves once every platform serves. Rejects with a Fault that says what to change when one refuses
   * the settings; one that is away is waited for while the others work.
   */
  readonly ready: Promise<void>;
  /** Finishes what is in hand, leaves the rest to other replicas, and closes everything. */
  stop(): Promise<void>;
}

/** Runs parley. Resolves once it works on Redis; until Redis answers it says so and waits. */
export async function startParley(config: Config, log: Log): Promise<Parley> {
  const store = openRedis({
    url: config.redisUrl,
    prefix: config.streamPrefix,
    // The requests that fail because of it say so; one line an error would flood the log.
    onError: () => undefined,
  });
  const { platforms, doors } = openPlatforms(config, log);
  const { service, inbound } = assemble(config, log, store, platforms);
  const app = openDoors(config, log, store, (interrupt) => {
    service.changed(interrupt);
  });
  const stopping = new AbortController();
  let http: HttpServer | undefined;
  try {
    await untilReachable(store, log);
    await store.events.prepare();
    await store.replicas.beat();
    http = await openHttp(doors, app, config.http, (error) => {
      log.error({ err: error }, "a connection could not be accepted");
    });
  } catch (error) {
    store.close();
    throw error;
  }
  const running = service.run();
  const ready = startPlatforms([...platforms.values()], inbound, log, stopping);
  const serve = async () => {
    await ready;
    if (stopping.signal.aborted) return;
    log.info({ platforms: [...platforms.keys()], http: http?.address }, "ready");
  };
  return {
    ready: serve(),
    async stop() {
      stopping.abort();
      // What is being connected has to be there before it can be stopped; a platform that hangs is left.
      await Promise.race([ready.catch(() => undefined), elapsed(STARTED_WITHIN_MS)]);
      await Promise.allSettled([
        http?.close(),
        ...[...platforms.values()].map(async (platform) => platform.stop()),
      ]);
      service.stop();
      await store.events.wake();
      await running;
      await service.idle();
      await store.replicas.leave().catch(() => undefined);
      store.close();
    },
  };
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

/** The HTTP contract, for engines and for who holds a link. */
function openDoors(
  config: Config,
  log: Log,
  store: Store,
  changed: (interrupt: Interrupt) => void,
): Hono {
  const { roster, resolvedShape: shape, tokenSecrets, jwt } = config;
  const { interrupts, runs, hints, idempotency, legacyTokens, apiKeys } = store;
  const resolving = createResolvingFlow({
    interrupts,
    shape,
    runs,
    hints,
    idempotency,
    legacyTokens,
    tokenSecrets,
    principalById: (tenant, id) => roster.principalById(tenant, id),
    partitionOf,
    time: store.clock.read,
    changed,
  });
  const authenticate = createAuthenticator({ apiKeys, roster, jwt });
  return createApp({ doors: { ...resolving, authenticate }, rate: createRate(), addressOf, log });
}

function assemble(config: Config, log: Log, store: Store, platforms: Platforms) {
  const { roster, resolvedShape: shape } = config;
  const { interrupts, copies } = store;
  const clock = store.clock.now;
  const identify: Identify = (asked) => roster.identify(asked);
  const changed = (interrupt: Interrupt, press?: Press) => {
    service.changed(interrupt, press);
  };
  const cards = createCardFlow({
    ...store,
    cardsOf: (platform) => platforms.get(platform)?.cards,
    toRemind: (interrupt, { platform, workspace }) =>
      roster.undecided(interrupt).flatMap((id) => roster.memberOf(id, platform, workspace) ?? []),
    clock,
    log,
  });
  const presses = createPressFlow({
    interrupts,
    shape,
    presses: store.presses,
    left: store.presses,
    identify,
    clock,
    log,
    changed,
    redraw: (interrupt) => {
      service.redraw(interrupt);
    },
  });
  const tenantsOf = (platform: PlatformName, workspace: string) =>
    roster.tenantsOf(platform, workspace);
  const reading = createReadingFlow({ interrupts, copies, identify, tenantsOf, clock, log });
  const forms = createFormFlow({
    interrupts,
    identify,
    take: async (press, withinMs) => presses.take(press, withinMs),
    clock,
    log,
  });
  const service: Service = createService({
    partitions: PARTITIONS,
    events: store.events,
    handle: engineHandler(config, log, store, platforms, changed),
    orderOf: (entry) => runOf(entry.fields["event"]) ?? entry.id,
    presses,
    cards,
    deadlines: createDeadlineFlow({ interrupts, shape, presses: store.presses, changed }),
    relay: store.relay,
    beat: async () => {
      await store.replicas.beat();
      await store.clock.sync();
    },
    tidy: async () => store.tidy(),
    tell: async (press, result) => tellOn(platforms, press, result),
    log,
  });
  const inbound = (platform: PlatformName): Inbound => ({
    press: async (press, withinMs) => presses.take(press, withinMs),
    open: async (request) => reading.open(platform, request),
    submit: async (submission, withinMs) => forms.submit(submission, withinMs),
    directWorkspace: async (reference, account) =>
      directWorkspace(store.interrupts, reference, account),
    drafts: createDraftFlow({ drafts: store.drafts, log }),
    pending: async (account, workspace) => reading.pending(platform, account, workspace),
    threadReference: async (thread, message) =>
      questionInThread({ interrupts, threads: store.threads }, { platform, thread, message }),
  });
  return { service, inbound };
}

/** Says what became of a press that was swept up; who has left meanwhile hears nothing. */
async function tellOn(platforms: Platforms, press: Press, { words }: PressResult): Promise<void> {
  if (words === undefined) return;
  await platforms
    .get(press.platform)
    ?.tell(press, words)
    .catch(() => undefined);
}

/** What becomes of one entry of the events stream. */
function engineHandler(
  { roster, resolvedShape: shape }: Config,
  log: Log,
  store: Store,
  platforms: Platforms,
  changed: (interrupt: Interrupt) => void,
) {
  const names = new Set(platforms.keys());
  const engine = createEngineFlow({
    interrupts: store.interrupts,
    shape,
    runs: store.runs,
    hints: store.hints,
    conversations: store.conversations,
    partitionOf,
    placesFor: (tenant, asked) => roster.placesFor(tenant, names, asked),
    anybodyFor: ({ tenant, payload }) =>
      roster.principalsOf(tenant).some((principal) => isEligible(principal, payload)),
    log,
  });
  return async (entry: StreamEntry): Promise<Handled> => {
    const handled = await engine.handle({ fields: entry.fields, at: instantOf(entry.id) });
    if (handled.type === "done") for (const each of handled.changed) changed(each);
    return handled;
  };
}

/** The run an entry is about, for keeping its entries in order; the flow itself reads it properly. */
function runOf(event = ""): string | undefined {
  try {
    const { runId } = JSON.parse(event) as { runId?: unknown };
    return typeof runId === "string" ? runId : undefined;
  } catch {
    return undefined;
  }
}
