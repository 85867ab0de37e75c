import { randomBytes } from "node:crypto";
import { Redis } from "ioredis";
import { projectId } from "../../../src/core/segment.ts";
import type { Interrupt } from "../../../src/core/interrupt.ts";
import type { Json } from "../../../src/core/json.ts";
import type { Log } from "../../../src/core/log.ts";
import { refOf } from "../../../src/core/reference.ts";
import { mintToken, type TokenClaims } from "../../../src/core/token.ts";
import { parseTokenSecrets, type TokenSecrets } from "../../../src/core/token-secrets.ts";
import { createEngineFlow } from "../../../src/flows/engine.ts";
import { createPressFlow } from "../../../src/flows/presses.ts";
import { createResolvingFlow } from "../../../src/flows/resolving.ts";
import { addressOf } from "../../../src/http/address.ts";
import { createApp } from "../../../src/http/app.ts";
import { createRate } from "../../../src/http/rate.ts";
import { openHttp } from "../../../src/http/server.ts";
import { digestOfSecret, formatApiKey, mintApiKey } from "../../../src/identity/api-key.ts";
import { createAuthenticator } from "../../../src/identity/authenticate.ts";
import { parseRoster, type Roster } from "../../../src/identity/roster.ts";
import { partitionOf } from "../../../src/redis/keys.ts";
import { openRedis } from "../../../src/redis/redis.ts";
import { knownPeople } from "../../support/known-people.ts";
import { until } from "../../support/until.ts";
import { nameOf } from "../../support/names.ts";

/** The doors of one replica, listening, over a real Redis. What `src/main.ts` puts together, without platforms. */
export interface Stand {
  readonly origin: string;
  readonly port: number;
  readonly redisUrl: string;
  readonly prefix: string;
  readonly store: ReturnType<typeof openRedis>;
  /** A connection of the test's own, straight to Redis. */
  readonly raw: Redis;
  readonly secrets: TokenSecrets;
  readonly presses: ReturnType<typeof createPressFlow>;
  /** Lines of the log, each as JSON. */
  readonly logged: readonly string[];
  /** The header of a principal's API key; scopes narrow it. */
  bearer(principal: string, scopes?: readonly string[], tenant?: string): Promise<string>;
  /** An engine's event, handled as if it had reached the stream at `at`. */
  say(event: Said): Promise<void>;
  /** Raises a question, of a run of its own unless said otherwise. */
  raise(payload: Json, more?: Raising): Promise<Interrupt>;
  load(interrupt: Pick<Interrupt, "partition" | "ref">): Promise<Interrupt | undefined>;
  /** Types of the events of a run that wait for the engine, in order. */
  eventsOf(interrupt: Pick<Interrupt, "partition" | "runId">): Promise<readonly string[]>;
  mint(interrupt: Interrupt, more?: Partial<TokenClaims>): string;
  close(): Promise<void>;
}

export interface Said {
  readonly runId: string;
  readonly nodeId?: string;
  readonly type: string;
  readonly payload: Json;
  readonly sequence?: number;
  readonly at?: number;
}

export interface Raising {
  readonly runId?: string;
  readonly nodeId?: string;
  readonly at?: number;
}

export interface StandOptions {
  readonly redisUrl: string;
  /** Shared by two replicas. */
  readonly prefix?: string;
  /** The test's own way to Redis, where the replica's has faults. */
  readonly rawUrl?: string;
  readonly requestsPerMinute?: number;
  readonly tokenSecrets?: string | null;
}

export const BOARD = Array.from({ length: 20 }, (_, index) => `member-${index + 1}`);

const ROSTER = {
  principals: [
    person("ada", { accounts: ["slack:T0ACME/U0ADA"], tenants: ["acme", "globex"] }),
    person("grace", { groups: ["finance"] }),
    person("boss", { override: true }),
    person("reader", { scopes: ["interrupts:read"] }),
    person("bob", { tenants: ["globex"] }),
    ...BOARD.map((id) => person(id, { groups: ["board"] })),
  ],
  tenants: [
    { id: "acme", slack: { workspace: "T0ACME", channels: ["C0FINANCE"] } },
    { id: "globex" },
  ],
};

function person(id: string, more: Readonly<Record<string, Json>> = {}) {
  return { id, name: id.toUpperCase(), tenants: ["acme"], accounts: [], ...more };
}

const SECRET = (fill: number) => Buffer.alloc(32, fill).toString("base64");
export const K1 = `k1:${SECRET(1)}`;
export const K2 = `k2:${SECRET(2)}`;
/** Of the version 1 host before. */
export const LEGACY_SECRET = Buffer.alloc(32, 9);
export const LEGACY = `legacy:${LEGACY_SECRET.toString("base64")}`;

export function secretsOf(list: string): TokenSecrets {
  const parsed = parseTokenSecrets(list);
  if (!parsed.ok) throw new Error(parsed.problems.join("; "));
  return parsed.secrets;
}

export async function openStand(options: StandOptions): Promise<Stand> {
  const { redisUrl, prefix = `http-${randomBytes(6).toString("hex")}` } = options;
  const store = openRedis({ url: redisUrl, prefix, onError: () => undefined });
  await until("Redis answers", async () => store.version());
  await store.clock.sync();
  await store.replicas.beat();
  const raw = new Redis(options.rawUrl ?? redisUrl);
  raw.on("error", () => undefined);
  const roster = rosterOf();
  const logged: string[] = [];
  const log = listeningLog(logged);
  const list = options.tokenSecrets === undefined ? `${K1},${LEGACY}` : options.tokenSecrets;
  const { engine, presses, resolving } = flowsOf(store, roster, log, list);
  const authenticate = createAuthenticator({ apiKeys: store.apiKeys, roster });
  const requests = options.requestsPerMinute ?? 1_000_000;
  const app = createApp({
    doors: { ...resolving, authenticate },
    rate: createRate({ requests, withinS: 60 }),
    addressOf,
    health: { isReady: () => true, dependencies: async () => [] },
    log,
  });
  const http = await openHttp([], app, { host: "127.0.0.1", port: 0 }, (error) => {
    throw error;
  });
  const secrets = secretsOf(list ?? K1);
  const say = saying(engine);
  return {
    origin: `http://${http.address}`,
    port: Number(http.address.split(":")[1]),
    redisUrl,
    prefix,
    store,
    raw,
    secrets,
    presses,
    logged,
    bearer: async (principal, scopes, tenant = "acme") => {
      const key = mintApiKey();
      const digest = digestOfSecret(key.secret);
      await store.apiKeys.create({ id: key.id, digest, tenant, principal, scopes });
      return `Bearer ${formatApiKey(key)}`;
    },
    say,
    raise: async (payload, more = {}) => {
      const { runId = newRunId(), nodeId = "gate", at } = more;
      await say({ runId, nodeId, type: "interrupt.requested", payload, ...(at ? { at } : {}) });
      const { key } = payload as { key: string };
      const opened = await store.interrupts.load(partitionOf(runId), refOf(runId, key));
      if (opened === undefined) throw new Error("the question was not opened");
      return opened;
    },
    load: async ({ partition, ref }) => store.interrupts.load(partition, ref),
    eventsOf: async ({ partition, runId }) => typesOf(raw, store.keys.outbox(partition), runId),
    mint: (interrupt, more) => mintToken({ ...claimsFor(interrupt), ...more }, secrets),
    async close() {
      await http.close();
      raw.disconnect();
      store.close();
    },
  };
}

/** Claims of a token that resolves this interrupt, for half an hour. */
export function claimsFor({ runId, nodeId, interruptId }: Interrupt): TokenClaims {
  return { runId, nodeId, interruptId, expiresAt: Date.now() + 1_800_000, intent: "resolve" };
}

export function newRunId(tenant = "acme"): string {
  return `${tenant}/${randomBytes(8).toString("hex")}`;
}

export function runPath({ runId, nodeId }: Pick<Interrupt, "runId" | "nodeId">): string {
  return `/runs/${projectId(runId)}/interrupts/${encodeURIComponent(nodeId)}`;
}

/** An approval that anybody with the scope may decide, with every action. */
export function approval(data: Readonly<Record<string, Json>> = {}, more: object = {}): Json {
  return {
    kind: "approval",
    key: "gate:1",
    data: {
      artifactId: "INV-42",
      artifactType: "invoice",
      title: "Settle invoice INV-42",
      actions: ["accept", "reject", "refine", "edit-accept", "ask"],
      ...data,
    },
    ...more,
  };
}

function rosterOf(): Roster {
  const parsed = parseRoster(JSON.stringify(ROSTER));
  if (!parsed.ok) throw new Error(parsed.problems.join("; "));
  return parsed.roster;
}

function flowsOf(
  store: ReturnType<typeof openRedis>,
  roster: Roster,
  log: Log,
  list: string | null,
) {
  const { interrupts, runs, hints, conversations, idempotency, legacyTokens } = store;
  const shape = "v2.1";
  const people = knownPeople(roster);
  const changed = () => undefined;
  return {
    engine: createEngineFlow({
      interrupts,
      shape,
      runs,
      hints,
      conversations,
      partitionOf,
      placesFor: (tenant, asked) => roster.placesFor(tenant, new Set(["slack"]), asked),
      decidersOf: () => Infinity,
      clock: store.clock.now,
      log,
    }),
    presses: createPressFlow({
      interrupts,
      shape,
      presses: store.presses,
      left: store.presses,
      identify: people.identify,
      nameOf,
      clock: store.clock.now,
      log,
      changed,
      redraw: changed,
    }),
    resolving: createResolvingFlow({
      interrupts,
      shape,
      runs,
      hints,
      idempotency,
      legacyTokens,
      tokenSecrets: list === null ? undefined : secretsOf(list),
      principalById: people.byId,
      complete: people.complete,
      partitionOf,
      time: store.clock.read,
      changed,
    }),
  };
}

function saying(engine: ReturnType<typeof createEngineFlow>) {
  return async ({ at = Date.now(), sequence = 0, ...event }: Said): Promise<void> => {
    const eventId = randomBytes(16).toString("hex");
    const timestamp = new Date(at).toISOString();
    const whole = { eventId, timestamp, sequence, schemaVersion: 1, ...event };
    const handled = await engine.handle({ fields: { event: JSON.stringify(whole) }, at });
    if (handled.type !== "done") throw new Error(`put aside: ${JSON.stringify(handled)}`);
  };
}

function listeningLog(lines: string[]): Log {
  const keep = (fields: object, message: string) => {
    const error = "err" in fields && fields.err instanceof Error ? fields.err.message : undefined;
    lines.push(JSON.stringify({ ...fields, error, message }));
  };
  return { info: keep, warn: keep, error: keep };
}

async function typesOf(raw: Redis, outbox: string, runId: string): Promise<readonly string[]> {
  const entries = await raw.xrange(outbox, "-", "+");
  return entries
    .map(([, fields]) => JSON.parse(fields[1] ?? "") as { runId: string; type: string })
    .filter((event) => event.runId === runId)
    .map(({ type }) => type);
}
