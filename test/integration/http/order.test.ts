import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Interrupt } from "../../../src/core/interrupt.ts";
import { projectId } from "../../../src/core/segment.ts";
import { MAX_BODY_BYTES } from "../../../src/http/body.ts";
import { type RedisServer, startRedis } from "../../support/redis.ts";
import { type Heard, post, send } from "./client.ts";
import {
  approval,
  claimsFor,
  newRunId,
  openStand,
  runPath,
  secretsOf,
  type Stand,
} from "./stand.ts";
import { mintToken } from "../../../src/core/token.ts";

/**
 * When two things are wrong with a request, one is told. The order is that of the interrupt specification
 * where it has one, and else: who somebody is comes before what they may, what they may before what there
 * is, and how a request is written before what it says. Each fault is listed with the answer it gets alone,
 * and every one must win over all that stand below it.
 */

let redis: RedisServer;
let stand: Stand;
/** The same store, behind a door that has had enough of us. */
let spent: Stand;
let ada: string;
let unscoped: string;
beforeAll(async () => {
  redis = await startRedis();
  stand = await openStand({ redisUrl: redis.url });
  spent = await openStand({ redisUrl: redis.url, prefix: stand.prefix, requestsPerMinute: 1 });
  ada = await stand.bearer("ada");
  unscoped = await stand.bearer("ada", ["interrupts:read"]);
});
afterAll(async () => {
  await stand.close();
  await spent.close();
  await redis.stop();
});

type Faults = ReadonlySet<string>;

const SHARED_BODY = {
  "another content type": [415, "unsupported_media_type"],
  "a body too large": [413, "payload_too_large"],
  "no JSON": [400, "validation_error"],
  "a key that is none": [400, "idempotency_key_invalid"],
  "a key of another request": [409, "idempotency_key_mismatch"],
} as const;

const BY_RUN: Readonly<Record<string, readonly [status: number, code: string]>> = {
  "too many requests": [429, "rate_limited"],
  "an unknown version": [406, "protocol_version_unsupported"],
  "no credential": [401, "unauthenticated"],
  "a path that is none": [400, "validation_error"],
  "another tenant": [403, "id_tenant_mismatch"],
  "no scope": [403, "forbidden"],
  ...SHARED_BODY,
  "nothing asked there": [404, "not_found"],
  "it is resolved": [409, "interrupt_already_resolved"],
  "not among the approvers": [403, "forbidden"],
  "another payload seen": [409, "version_conflict"],
  "an action that is none": [400, "validation_error"],
};

const BY_TOKEN: typeof BY_RUN = {
  "too many requests": [429, "rate_limited"],
  "an unknown version": [406, "protocol_version_unsupported"],
  "a forged token": [401, "interrupt_token_invalid"],
  "an expired token": [410, "interrupt_expired"],
  "a token that only looks": [403, "forbidden"],
  ...SHARED_BODY,
  "nothing asked there": [404, "not_found"],
  "it is resolved": [409, "interrupt_already_resolved"],
  "not among the approvers": [403, "forbidden"],
  "an action that is none": [400, "validation_error"],
};

/** What one request cannot be wrong about at once. */
const APART = [
  ["no credential", "no scope"],
  ["a key that is none", "a key of another request"],
  ["no JSON", "an action that is none"],
];

function pairsOf(table: typeof BY_RUN) {
  const names = Object.keys(table);
  return names
    .flatMap((first, at) => names.slice(at + 1).map((second) => [first, second] as const))
    .filter((pair) => !APART.some((apart) => apart.every((name) => pair.includes(name))));
}

const doors = [
  { door: "run", table: BY_RUN, ask: byRun },
  { door: "token", table: BY_TOKEN, ask: byToken },
] as const;

describe.each(doors)("A request by $door", ({ table, ask }) => {
  it("with nothing wrong is accepted", async () => {
    expect((await ask(new Set())).status).toBe(200);
  });

  it.each(Object.entries(table))("with %s is answered %j", async (name, expected) => {
    const { status, code } = await ask(new Set([name]));
    expect([status, code]).toEqual(expected);
  });

  it.each(pairsOf(table))("with %s hears of that before %s", async (first, second) => {
    const { status, code } = await ask(new Set([first, second]));
    expect([status, code]).toEqual(table[first]);
  });
});

async function byRun(faults: Faults): Promise<Heard> {
  const interrupt = await raised(faults);
  const nodeId = faults.has("nothing asked there") ? "elsewhere" : interrupt.nodeId;
  const runId = faults.has("another tenant") ? newRunId("globex") : interrupt.runId;
  const broken = faults.has("a path that is none");
  const path = broken
    ? `/runs/${projectId(runId)}/interrupts/${nodeId}%20`
    : runPath({ runId, nodeId });
  const credential = faults.has("no scope") ? unscoped : ada;
  return sent(faults, path, {
    ...(faults.has("no credential") ? {} : { Authorization: credential }),
    ...(faults.has("another payload seen") ? { "If-Match": `"${"0".repeat(64)}"` } : {}),
    ...(await keyOf(faults, async (key) => {
      const other = await stand.raise(approval());
      const headers = { Authorization: ada, "Idempotency-Key": key };
      return post(stand.origin + runPath(other), { action: "reject" }, headers);
    })),
  });
}

async function byToken(faults: Faults): Promise<Heard> {
  const interrupt = await raised(faults);
  const claims = {
    ...claimsFor(interrupt),
    ...(faults.has("an expired token") ? { expiresAt: Date.now() - 10_000 } : {}),
    ...(faults.has("a token that only looks") ? { intent: "inspect" as const } : {}),
    ...(faults.has("nothing asked there") ? { interruptId: `acme/${"x".repeat(22)}` } : {}),
  };
  const secrets = faults.has("a forged token")
    ? secretsOf(`k1:${Buffer.alloc(32, 7).toString("base64")}`)
    : stand.secrets;
  const key = await keyOf(faults, async (used) => {
    const other = await stand.raise(approval());
    const url = `${stand.origin}/interrupts/${stand.mint(other)}`;
    return post(url, { action: "reject" }, { "Idempotency-Key": used });
  });
  return sent(faults, `/interrupts/${mintToken(claims, secrets)}`, key);
}

async function raised(faults: Faults): Promise<Interrupt> {
  const list = faults.has("not among the approvers") ? { approversList: ["grace"] } : {};
  const interrupt = await stand.raise(approval(list));
  if (faults.has("it is resolved")) {
    const { runId, nodeId, interruptId } = interrupt;
    const payload = { nodeId, interruptId, kind: "approval", resumeValue: { action: "accept" } };
    await stand.say({ runId, nodeId, type: "interrupt.resolved", payload });
  }
  return interrupt;
}

async function keyOf(faults: Faults, use: (key: string) => Promise<Heard>) {
  if (faults.has("a key that is none")) return { "Idempotency-Key": "short" };
  if (!faults.has("a key of another request")) return {};
  const key = randomUUID();
  expect((await use(key)).status).toBe(200);
  return { "Idempotency-Key": key };
}

async function sent(faults: Faults, path: string, headers: Readonly<Record<string, string>>) {
  const action = faults.has("an action that is none") ? "maybe" : "accept";
  const json = JSON.stringify({ resumeValue: { action } });
  const { origin } = faults.has("too many requests") ? spent : stand;
  // Its minute may have ended since it was spent: this one is too many, or spends the next.
  if (origin === spent.origin) await send(`${origin}/.well-known/openwop`);
  return send(origin + path, {
    method: "POST",
    headers: {
      "Content-Type": faults.has("another content type") ? "text/plain" : "application/json",
      ...(faults.has("an unknown version") ? { "OpenWOP-Version": "3.0" } : {}),
      ...headers,
    },
    body:
      (faults.has("no JSON") ? json.slice(0, -1) : json) +
      (faults.has("a body too large") ? " ".repeat(MAX_BODY_BYTES) : ""),
  });
}
