import { randomBytes } from "node:crypto";
import { inspect } from "node:util";
import type { Redis } from "ioredis";
import type { ResolvedShape } from "../../src/core/announce.ts";
import { resolvedEvent } from "../../src/core/engine-events.ts";
import { Fault } from "../../src/core/fault.ts";
import type { Interrupt } from "../../src/core/interrupt.ts";
import type { Json } from "../../src/core/json.ts";
import type { Log } from "../../src/core/log.ts";
import type { Interrupts } from "../../src/core/ports/interrupts.ts";
import { refOf } from "../../src/core/reference.ts";
import { resolvedEventWide } from "../../src/core/resolved-event-wide.ts";
import type { TokenSecrets } from "../../src/core/token-secrets.ts";
import { createDeadlineFlow } from "../../src/flows/deadlines.ts";
import { createEngineFlow } from "../../src/flows/engine.ts";
import { createResolvingFlow } from "../../src/flows/resolving.ts";
import { addressOf } from "../../src/http/address.ts";
import { createApp } from "../../src/http/app.ts";
import { openHttp } from "../../src/http/server.ts";
import { createAuthenticator } from "../../src/identity/authenticate.ts";
import { PARTITIONS, partitionOf } from "../../src/redis/keys.ts";
import { openRedis, type Store } from "../../src/redis/redis.ts";
import { until } from "../support/until.ts";
import { Unmet } from "./case.ts";
import { createCredentials, type People, rosterOf } from "./people.ts";

/** The Redis server that all cases share; each has a prefix of its own. */
export interface Ground {
  readonly url: string;
  /** For what parley has no reason to do: reading its stream as an engine does, and letting time pass. */
  readonly redis: Redis;
}

export interface WorldOptions {
  readonly people: People;
  /** What the clock shows, in milliseconds; it stands until it is stepped. */
  readonly now: number;
  readonly shape: ResolvedShape;
  /** Absent: tokens are not in use. */
  readonly secrets: TokenSecrets | undefined;
}

/** An event as engines read it from the stream of resolutions. */
export interface SeenEvent {
  readonly type: string;
  readonly runId: string;
  readonly nodeId: string;
  readonly payload: Json;
}

/** What goes wrong while a request is served: an error of ours, the store away, or too many requests. */
export type FaultName = "500" | "503" | "429";

export type World = Awaited<ReturnType<typeof openWorld>>;

/** One parley for one case: its own keys, roster, clock and port; everything else is the product's. */
export async function openWorld(ground: Ground, options: WorldOptions) {
  const prefix = `case-${randomBytes(9).toString("hex")}`;
  const clock = { now: options.now, count: 0 };
  const logged: string[] = [];
  const log = logTo(logged);
  const faults: { next: FaultName | undefined } = { next: undefined };
  let roster = rosterOf(options.people);
  const store = await openAt(ground, prefix, clock.now);
  const flow = { shape: options.shape, interrupts: store.interrupts, changed: () => undefined };
  const time = async () => {
    clock.count += 1;
    return Promise.resolve({ at: clock.now, place: `${clock.now}-${clock.count}` });
  };
  const engineFlow = createEngineFlow({
    ...flow,
    runs: store.runs,
    hints: store.hints,
    conversations: store.conversations,
    partitionOf,
    placesFor: (tenant, asked) => roster.placesFor(tenant, new Set(), asked),
    decidersOf: () => Infinity,
    clock: () => clock.now,
    log,
  });
  const resolving = createResolvingFlow({
    ...store,
    ...flow,
    interrupts: breakable(store.interrupts, faults),
    tokenSecrets: options.secrets,
    // The roster of a case can change; no platform keeps a group of it.
    principalById: async (tenant, id) => roster.principalById(tenant, id),
    complete: async (principal) => principal,
    partitionOf,
    time,
  });
  const app = createApp({
    doors: {
      ...resolving,
      authenticate: async (header) =>
        createAuthenticator({ apiKeys: store.apiKeys, roster })(header),
    },
    rate: {
      async take() {
        const limited = faults.next === "429";
        if (limited) faults.next = undefined;
        return Promise.resolve(limited ? 1 : undefined);
      },
    },
    health: { isReady: () => true, dependencies: async () => [] },
    addressOf,
    log,
  });
  const http = await openHttp([], app, { host: "127.0.0.1", port: 0 }, () => undefined);

  return {
    store,
    clock,
    /** Every line of the log. */
    logged,
    url: `http://${http.address}`,
    credentialOf: createCredentials(store, options.people.scopesOf),

    /** The next request meets this fault. */
    breakNext(fault: FaultName) {
      faults.next = fault;
    },

    /** Who is in which group and role may change between two requests. */
    become(people: People) {
      roster = rosterOf(people);
    },

    engine: engineTo(engineFlow, clock),

    async record(runId: string, key: string): Promise<Interrupt | undefined> {
      return store.interrupts.load(partitionOf(runId), refOf(runId, key));
    },

    /** What engines have been told, in order. Every resolution has the shape that is spoken. */
    async events(): Promise<readonly SeenEvent[]> {
      await store.relay.moveAll();
      const entries = await ground.redis.xrange(store.keys.resolutions, "-", "+");
      const events = entries.map(([, fields]) => JSON.parse(fields[1] ?? "") as SeenEvent);
      for (const { type, payload } of events) {
        if (type === "interrupt.resolved" && !isOfShape(options.shape, payload)) {
          throw new Unmet(`interrupt.resolved is not of the shape ${options.shape}`);
        }
      }
      return events;
    },

    /** Lets time pass, for the clock and for whatever has a life in Redis. */
    async pass(ms: number) {
      clock.now += ms;
      await age(ground.redis, prefix, ms);
    },

    /** Settles deadlines, as every replica does twice a second. */
    async sweep() {
      const ahead = await openAt(ground, prefix, clock.now + SWEEP_AHEAD_MS);
      try {
        const interrupts = standing(ahead.interrupts, clock);
        const deadlines = createDeadlineFlow({ ...flow, interrupts, presses: ahead.presses });
        for (const partition of PARTITIONS) await deadlines.sweep(partition);
      } finally {
        ahead.close();
      }
    },

    async close() {
      await http.close();
      store.close();
    },
  };
}

function isOfShape(shape: ResolvedShape, payload: Json): boolean {
  if (shape === "wide") return resolvedEventWide.safeParse(payload).success;
  return resolvedEvent.safeParse(payload).success;
}

/** Keeps what is logged, so that a case can look for what must not be there. */
function logTo(lines: string[]): Log {
  const keep: Log["info"] = (fields, message) => {
    lines.push(`${message} ${inspect(fields, { depth: 8 })}`);
  };
  return { info: keep, warn: keep, error: keep };
}

/** A sweep may be late and never early; what it finds too early is left by {@link standing}. */
const SWEEP_AHEAD_MS = 1_000;

/** The store of a replica whose Redis server has this time. */
async function openAt({ url }: Ground, prefix: string, now: number): Promise<Store> {
  const offsetMs = now - Date.now();
  const store = openRedis({ url, prefix, onError: () => undefined, offsetMs });
  await until("Redis answers", async () => store.version(), { everyMs: 3 });
  return store;
}

/** What is due as of the standing clock, to the millisecond: the sweep leaves what comes after `now`. */
function standing(interrupts: Interrupts, clock: { readonly now: number }): Interrupts {
  return {
    ...interrupts,
    async overdue(partition) {
      return { ...(await interrupts.overdue(partition)), now: clock.now };
    },
  };
}

/** Breaks before anything is written, once the request has been taken up. */
function breakable(interrupts: Interrupts, faults: { next: FaultName | undefined }): Interrupts {
  return {
    ...interrupts,
    async commit(change) {
      const fault = faults.next;
      faults.next = undefined;
      if (fault === "500") throw new Error("a fault of the case");
      if (fault === "503") {
        throw new Fault("store-unavailable", "a fault of the case", { retryable: true });
      }
      return interrupts.commit(change);
    },
  };
}

/** Sends events as an entry of the stream would bring them. */
function engineTo(flow: ReturnType<typeof createEngineFlow>, clock: { readonly now: number }) {
  let sequence = 0;
  return async (told: {
    readonly type: string;
    readonly runId: string;
    readonly nodeId?: string;
    readonly payload: Json;
    readonly context?: Json;
  }) => {
    const { context, ...event } = told;
    const whole = {
      eventId: `evt-${randomBytes(12).toString("hex")}`,
      timestamp: new Date(clock.now).toISOString(),
      sequence,
      schemaVersion: 1,
      ...event,
    };
    sequence += 1;
    const fields = {
      event: JSON.stringify(whole),
      ...(context === undefined ? {} : { context: JSON.stringify(context) }),
    };
    return flow.handle({ fields, at: clock.now });
  };
}

async function age(redis: Redis, prefix: string, ms: number): Promise<void> {
  const keys = await redis.keys(`*${prefix}*`);
  for (const key of keys) {
    const left = await redis.pttl(key);
    if (left < 0) continue;
    if (left <= ms) await redis.del(key);
    else await redis.pexpire(key, left - ms);
  }
}
