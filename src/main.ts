import type { Hono } from "hono";
import { discordPlatform } from "../adapters/discord/index.ts";
import { slackPlatform } from "../adapters/slack/index.ts";
import type { Config } from "./config.ts";
import { eligibilityOf, isEligible } from "./core/eligibility.ts";
import type { Interrupt, PlatformName } from "./core/interrupt.ts";
import type { Log } from "./core/log.ts";
import type { StreamEntry } from "./core/ports/stream-entry.ts";
import type { Press } from "./core/press.ts";
import { createCardFlow } from "./flows/cards.ts";
import { createDeadlineFlow } from "./flows/deadlines.ts";
import { createEngineFlow } from "./flows/engine.ts";
import type { Handled } from "./flows/handled.ts";
import { createInbound } from "./flows/inbound.ts";
import { createPressFlow } from "./flows/presses.ts";
import { openThreads, withCursors } from "./flows/open-threads.ts";
import { createService, type Service } from "./flows/service.ts";
import { createResolvingFlow } from "./flows/resolving.ts";
import { addressOf } from "./http/address.ts";
import { createApp } from "./http/app.ts";
import type { Health } from "./http/health.ts";
import { createRate } from "./http/rate.ts";
import { type Door, type HttpServer, openHttp } from "./http/server.ts";
import { createAuthenticator } from "./identity/authenticate.ts";
import {
  createDirectory,
  createSlackPeople,
  forgetMembership,
  type LookUps,
} from "./identity/directory.ts";
import { createFreshReadings } from "./identity/fresh-readings.ts";
import { createPeople, type People } from "./identity/people.ts";
import { createToRemind } from "./identity/reminding.ts";
import type { MembershipChange, Platform, PressResult } from "./presentation/platform.ts";
import { PARTITIONS, partitionOf } from "./redis/keys.ts";
import { instantOf } from "./redis/stream-ids.ts";
import { healthOf } from "./health.ts";
import { openRedis, type Store } from "./redis/redis.ts";
import { elapsed, startPlatforms, untilReachable } from "./starting.ts";

/** The composition root: the one file that knows every part. */

/** How long a stop waits for platforms that are still being connected. Milliseconds. */
const STARTED_WITHIN_MS = 5_000;

export interface Parley {
  /**
   * Resolves once every platform serves. Rejects with PlatformsRefused, which says what to change, when one
   * refuses the settings; one that is away is waited for while the others work.
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
  const { platforms, doors, lookUps } = openPlatforms(config, log, store);
  const known = knowPeople(config, log, store, lookUps);
  const { service, inbound } = assemble(config, log, store, platforms, known);
  const stopping = new AbortController();
  const health = healthOf(store, platforms, stopping.signal);
  const app = openDoors(config, log, store, known.people, health, (interrupt) => {
    service.changed(interrupt);
  });
  let http: HttpServer | undefined;
  try {
    // Before anything is waited for: whoever watches the process learns that it lives, and waits.
    http = await openHttp(doors, app, config.http, (error) => {
      log.error({ err: error }, "a connection could not be accepted");
    });
    await untilReachable(store, log);
    await store.events.prepare();
    await store.replicas.beat();
  } catch (error) {
    await http?.close();
    store.close();
    throw error;
  }
  const running = service.run();
  const ready = startPlatforms([...platforms.values()], inbound, log, stopping);
  const serve = async () => {
    await ready;
    if (stopping.signal.aborted) return;
    health.begun();
    log.info({ platforms: [...platforms.keys()], http: http?.address }, "ready");
  };
  return {
    ready: serve(),
    async stop() {
      stopping.abort();
      // What is being connected has to be there before it can be stopped; a platform that hangs is left.
      await Promise.race([ready.catch(() => undefined), elapsed(STARTED_WITHIN_MS)]);
      // The doors stay open for as long, and say to who asks that this process is ending.
      await Promise.allSettled([...platforms.values()].map(async (platform) => platform.stop()));
      await http?.close();
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

interface OpenPlatforms {
  readonly platforms: Platforms;
  readonly doors: readonly Door[];
  readonly lookUps: LookUps;
}

function openPlatforms(config: Config, log: Log, store: Store): OpenPlatforms {
  const platforms = new Map<PlatformName, Platform>();
  const lookUps: { -readonly [Name in keyof LookUps]: LookUps[Name] } = {};
  const doors: Door[] = [];
  if (config.slack !== undefined) {
    const named = config.roster.workspacesOn("slack");
    const expected = named.map(({ workspace: team, tenants }) => ({ team, tenants }));
    const settings = { ...config.slack, expected, sockets: 2 };
    const slack = slackPlatform(settings, { log, crews: store.crews });
    platforms.set("slack", slack);
    lookUps.slack = slack.lookUps;
    if (slack.listener !== undefined) doors.push({ path: "/slack/events", answer: slack.listener });
  }
  if (config.discord !== undefined) {
    const guilds = config.roster
      .addresses()
      .filter(({ platform }) => platform === "discord")
      .map(({ workspace }) => workspace);
    const discord = discordPlatform(
      { ...config.discord, guilds: [...new Set(guilds)] },
      { log, store: { ...store, cursors: store.threadCursors, openThreads: openOn(store) } },
    );
    platforms.set("discord", discord);
    const { listener: answer } = discord;
    if (answer !== undefined) doors.push({ path: "/discord/interactions", answer });
    lookUps.discord = discord.lookUps;
  }
  return { platforms, doors, lookUps };
}

/** Threads of Discord in which somebody may still answer: those of Slack are heard by whoever is there. */
function openOn({ threads, threadCursors: cursors, interrupts, copies }: Store) {
  return async () => openThreads({ threads, cursors, interrupts, copies }, "discord");
}

/** Who people are, by the roster and by what platforms say of them. */
function knowPeople({ roster }: Config, log: Log, store: Store, lookUps: LookUps) {
  const clock = store.clock.now;
  const maxAgeMs = roster.membershipMaxAgeMs;
  const fresh = createFreshReadings({ readings: store.readings, maxAgeMs, clock });
  const directory = createDirectory({ roster, fresh, lookUps, log });
  const slackPerson = createSlackPeople({ fresh, lookUps, log });
  const people = createPeople({ roster, directory, slackPerson, clock });
  return {
    people,
    toRemind: createToRemind({ roster, directory, complete: people.complete, log }),
    membershipChanged: async (change: MembershipChange) => forgetMembership(fresh, change),
  };
}

/** The HTTP contract, for engines and for who holds a link. */
function openDoors(
  config: Config,
  log: Log,
  store: Store,
  people: People,
  health: Health,
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
    principalById: people.byId,
    complete: people.complete,
    partitionOf,
    time: store.clock.read,
    changed,
  });
  const authenticate = createAuthenticator({ apiKeys, roster, jwt });
  return createApp({
    doors: { ...resolving, authenticate },
    rate: createRate(),
    addressOf,
    health,
    log,
  });
}

function assemble(
  config: Config,
  log: Log,
  store: Store,
  platforms: Platforms,
  { people, toRemind, membershipChanged }: ReturnType<typeof knowPeople>,
) {
  const { roster, resolvedShape: shape } = config;
  const { interrupts } = store;
  const clock = store.clock.now;
  const changed = (interrupt: Interrupt, press?: Press) => {
    service.changed(interrupt, press);
  };
  const nameOf = (tenant: string, id: string) => roster.principalById(tenant, id)?.name;
  const cards = createCardFlow({
    ...store,
    threads: withCursors(store.threads, store.threadCursors, (platform) => platform === "discord"),
    shape,
    cardsOf: (platform) => platforms.get(platform)?.cards,
    usualFor: usualOf(config, platforms),
    toRemind,
    nameOf,
    clock,
    log,
  });
  const common = { interrupts, identify: people.identify, nameOf, clock, log };
  const presses = createPressFlow({
    ...common,
    shape,
    presses: store.presses,
    left: store.presses,
    changed,
    redraw: (interrupt) => {
      service.redraw(interrupt);
    },
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
  const inbound = createInbound({
    ...common,
    store,
    presses,
    tenantsOf: (platform, workspace) => roster.tenantsOf(platform, workspace),
    membershipChanged,
    changed,
  });
  return { service, inbound };
}

/** Where a card would go, had its work begun nowhere. */
function usualOf({ roster }: Config, platforms: Platforms) {
  const names = new Set(platforms.keys());
  return ({ tenant, payload, context }: Interrupt) => {
    const asked = { payload, context: { ...context, origin: undefined } };
    return roster.placesFor(tenant, names, asked)?.destinations ?? [];
  };
}

/** Says what became of a press that was swept up; who has left meanwhile hears nothing. */
async function tellOn(platforms: Platforms, press: Press, result: PressResult): Promise<void> {
  if (result.words === undefined) return;
  await platforms
    .get(press.platform)
    ?.tell(press, result.words, result.ok ? undefined : result.offer)
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
    decidersOf: ({ tenant, payload }) =>
      // Who is in a group that a platform keeps is not known before somebody has to decide.
      eligibilityOf(payload).some((each) => roster.providerOf(each) !== undefined)
        ? Infinity
        : roster.principalsOf(tenant).filter((each) => isEligible(each, payload)).length,
    clock: store.clock.now,
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
