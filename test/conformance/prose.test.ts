import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { audienceOf } from "../../src/core/audience.ts";
import { boundId } from "../../src/core/ids.ts";
import type { Json } from "../../src/core/json.ts";
import type { Payload } from "../../src/core/payload.ts";
import { referenceTo, refOf } from "../../src/core/reference.ts";
import { projectId } from "../../src/core/segment.ts";
import { statusAfter } from "../../src/core/status.ts";
import {
  DEFAULT_TOKEN_TTL_MS,
  mintToken,
  readToken,
  type TokenClaims,
  tokenExpiry,
} from "../../src/core/token.ts";
import { createPressFlow } from "../../src/flows/presses.ts";
import { INTERRUPT, NODE, RUN, usualSecrets } from "./given.ts";
import { startGround } from "./ground.ts";
import { openWorld, type World } from "./world.ts";
import { nameOf } from "../support/names.ts";

/** The cases that are told in words, one test each; the title begins with the id of its case. */

const NOON = Date.parse("2026-09-11T12:00:00.000Z");
const KEY = `${RUN}:gate:0`;

/** Cases that do not concern parley, and why. */
const OUT: Readonly<Record<string, string>> = {
  "status-credential": "D2: a question of the kind credential is refused when it is asked",
  "status-resolve-while-paused": "D33: engines pause runs and say nothing of it; answers are taken",
  "status-resolve-while-cancelling": "D33: engines tell the end of a run, not that it is coming",
  "elig-replay-no-membership-call": "D33: engines replay runs",
  "reentry-cache-is-not-log": "D33: what a process of the engine keeps in memory is the engine's",
  "reentry-two-in-one-execution": "D33: engines choose keys",
  "id-bare-on-dual": "D2: major version 2 is the only one that is spoken",
  "replay-reject-derived": "D33: engines fork and replay runs",
  "replay-timeout-derived": "D33: engines fork and replay runs",
  "replay-accept-short-circuit": "D33: engines fork and replay runs",
  "replay-pending-source": "D33: engines fork and replay runs",
  "capability-relaxation-not-discovery": "D5: no setting turns the check of who may decide off",
  "conversation-gate-refused": "D33: engines register workflows; parley does have conversations",
};

let ground: Awaited<ReturnType<typeof startGround>>;
beforeAll(async () => {
  ground = await startGround();
});
afterAll(async () => ground.stop());

const APPROVAL = {
  kind: "approval",
  key: KEY,
  data: {
    artifactId: "art-1",
    artifactType: "prd",
    title: "Approve budget",
    actions: ["accept", "reject"],
  },
} as const;

async function world(more: { scopesOf?: Readonly<Record<string, readonly string[]>> } = {}) {
  const opened = await openWorld(ground, {
    people: {
      names: ["alice", "bob"],
      tenants: ["acme"],
      groups: {},
      roles: {},
      scopesOf: {},
      overriding: [],
      ...more,
    },
    now: NOON,
    shape: "v2.1",
    secrets: usualSecrets(),
  });
  onTestFinished(async () => opened.close());
  return opened;
}

async function raise(to: World, payload: Json = APPROVAL, nodeId = NODE) {
  const context = { interruptId: INTERRUPT };
  const event = { type: "interrupt.requested", runId: RUN, nodeId, payload, context };
  expect(await to.engine(event)).toMatchObject({ type: "done" });
}

const CLAIMS: TokenClaims = {
  runId: RUN,
  nodeId: NODE,
  interruptId: INTERRUPT,
  expiresAt: NOON + DEFAULT_TOKEN_TTL_MS,
  intent: "resolve",
};

/** Sends what somebody answers, by run and node unless another path is named. */
async function resolve(to: World, resumeValue: Json, path?: string, by: string | null = "alice") {
  const authorization =
    by === null ? {} : { Authorization: `Bearer ${await to.credentialOf(by, "acme")}` };
  const response = await fetch(`${to.url}${path ?? `/runs/${projectId(RUN)}/interrupts/${NODE}`}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...authorization },
    body: JSON.stringify({ resumeValue }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const ACCEPT = { action: "accept" };
const refusedWith = (status: number, error: string) => ({ status, body: { error } });
const resolutionsOf = async (to: World) =>
  (await to.events()).filter(({ type }) => type === "interrupt.resolved");

describe("Cases told in words", () => {
  it("are all tested here, or listed with the reason why they do not concern parley", () => {
    const file = new URL("cases/openwop-prose.json", import.meta.url);
    const cases = JSON.parse(readFileSync(file, "utf8")) as readonly { readonly id: string }[];
    const source = readFileSync(new URL(import.meta.url), "utf8");
    const tested = [...source.matchAll(/^ {2}it\("([a-z][\w.-]*): /gm)].map(([, id]) => id);
    const ids = cases.map(({ id }) => id);
    const told = [...tested, ...Object.keys(OUT)];
    expect(told).toHaveLength(ids.length);
    expect(new Set(told)).toEqual(new Set(ids));
    expect(Object.values(OUT).filter((why) => !/^D\d+: /.test(why))).toEqual([]);
  });
});

describe("The status of a run that waits", () => {
  async function statusWhileWaiting(kind: string, data: Json) {
    const to = await world();
    await raise(to, { kind, key: KEY, data });
    const record = await to.record(RUN, KEY);
    return record === undefined ? undefined : statusAfter(record);
  }

  it("status-approval: on an approval is waiting-approval", async () => {
    expect(await statusWhileWaiting("approval", APPROVAL.data)).toBe("waiting-approval");
  });

  it("status-clarification: on a clarification is waiting-input", async () => {
    const data = { questions: [{ id: "q1", question: "Colour?" }] };
    expect(await statusWhileWaiting("clarification", data)).toBe("waiting-input");
  });

  it("status-low-confidence: on an agent that is not sure is waiting-approval", async () => {
    const data = { agentId: "planner", threshold: 0.7, observed: 0.4 };
    expect(await statusWhileWaiting("low-confidence", data)).toBe("waiting-approval");
  });

  it("status-conversation.exchange: on a turn of a conversation is waiting-approval", async () => {
    const data = { conversationId: "conv-1", prompt: "Go on?" };
    expect(await statusWhileWaiting("conversation.exchange", data)).toBe("waiting-approval");
  });

  it("status-custom: on a kind of the engine's own is waiting-input", async () => {
    expect(await statusWhileWaiting("custom", { customKind: "acme.survey" })).toBe("waiting-input");
  });

  it("lowconf-escalates: node.suspended says why, and the run is waiting-approval", async () => {
    const to = await world();
    const data = { agentId: "planner", threshold: 0.7, observed: 0.69 };
    const payload = { kind: "low-confidence", key: KEY, data };
    await to.engine({ type: "interrupt.requested", runId: RUN, nodeId: NODE, payload });
    expect(await to.events()).toMatchObject([
      { type: "node.suspended", payload: { reason: "low-confidence", kind: "low-confidence" } },
    ]);
    const record = await to.record(RUN, KEY);
    expect(record && statusAfter(record)).toBe("waiting-approval");
  });

  it("status-child-cancel-cascade: a child that ends with its parent has nothing left to resolve", async () => {
    const to = await world();
    await raise(to);
    const payload = { reason: "parent-cancelled", parentRunId: "acme/run-0000000000000001" };
    await to.engine({ type: "run.cancelled", runId: RUN, payload });
    expect(await resolve(to, ACCEPT)).toMatchObject(refusedWith(409, "interrupt_already_resolved"));
    expect(await resolutionsOf(to)).toEqual([]);
  });
});

describe("Who is told, and who may decide", () => {
  const told = (data: Record<string, readonly string[] | Record<string, readonly string[]>>) => {
    const payload = { ...APPROVAL, data: { ...APPROVAL.data, ...data } } as unknown as Payload;
    const { subjects, groups, roles } = audienceOf(payload);
    return [...subjects, ...groups, ...roles];
  };

  it("elig-audience-default-union: everybody who is eligible is told where no audience is named", () => {
    const data = {
      approversList: ["user:a"],
      approverGroupRefs: ["grp:fin"],
      approverRoleRefs: ["role:ctrl"],
    };
    expect(told(data)).toEqual(["user:a", "grp:fin", "role:ctrl"]);
  });

  it("elig-audience-override: an audience takes the place of everybody who is eligible", () => {
    const audience = { subjects: ["user:cfo"], groups: ["grp:audit"] };
    expect(told({ approverGroupRefs: ["grp:fin"], audience })).toEqual(["user:cfo", "grp:audit"]);
  });

  it("elig-every-writer: a button in a chat is refused to whom the list leaves out", async () => {
    const to = await world();
    await raise(to, { ...APPROVAL, data: { ...APPROVAL.data, approversList: ["alice"] } });
    const record = await to.record(RUN, KEY);
    if (record === undefined) throw new Error("nothing was asked");
    const presses = pressesOf(to);
    const press = {
      layout: 2,
      id: "press-1",
      platform: "slack",
      account: "slack:T0ACME/U0BOB",
      workspace: "T0ACME",
      reference: referenceTo(record),
      response: { resumeValue: ACCEPT },
      reply: "",
    } as const;
    const taken = await presses.take(press, 2_000);
    if (taken.state !== "recorded") throw new Error("the press was not recorded");
    expect(await taken.result).toMatchObject({ ok: false });
    expect((await to.record(RUN, KEY))?.outcome).toBeUndefined();
    expect(await resolutionsOf(to)).toEqual([]);
  });
});

/** The flow behind buttons, for which every account is Bob's. */
function pressesOf({ store }: World) {
  const nothing = () => undefined;
  const bob = {
    id: "bob",
    name: "bob",
    groups: [],
    roles: [],
    scopes: ["approvals:respond"],
    override: false,
    decidesOwnRuns: true,
  };
  return createPressFlow({
    interrupts: store.interrupts,
    shape: "v2.1",
    presses: store.presses,
    left: store.presses,
    identify: () => Promise.resolve(bob),
    nameOf,
    clock: store.clock.now,
    log: { info: nothing, warn: nothing, error: nothing },
    changed: nothing,
    redraw: nothing,
  });
}

describe("Deadlines", () => {
  it("timeout-rearm-after-restart: after a restart it ends when it would have ended", async () => {
    const to = await world();
    await raise(to, { ...APPROVAL, timeoutMs: 600_000 });
    // Every sweep of a world is that of a new process, which knows only what is kept.
    await to.pass(599_999);
    await to.sweep();
    expect((await to.record(RUN, KEY))?.outcome).toBeUndefined();
    await to.pass(1);
    await to.sweep();
    expect((await to.record(RUN, KEY))?.outcome).toEqual({ kind: "expired", at: NOON + 600_000 });
  });

  it("timeout-race: of an answer and the timer exactly one counts, and the other hears of it", async () => {
    const to = await world();
    await raise(to, { ...APPROVAL, timeoutMs: 1_500 });
    await to.pass(1_499);
    const answering = resolve(to, ACCEPT);
    await Promise.all([to.pass(1).then(async () => to.sweep()), answering]);
    const { status } = await answering;
    const record = await to.record(RUN, KEY);
    expect([
      [200, "decided"],
      [409, "expired"],
    ]).toContainEqual([status, record?.outcome?.kind]);
    expect(await resolutionsOf(to)).toHaveLength(1);
  });
});

describe("An engine that starts again and asks again", () => {
  it("reentry-resolved-returns-value: gets the answer once more, under the same event id", async () => {
    const to = await world();
    await raise(to);
    await resolve(to, ACCEPT);
    const before = await to.record(RUN, KEY);
    await raise(to);
    const [first, second, ...others] = await resolutionsOf(to);
    expect(second).toEqual(first);
    expect(others).toEqual([]);
    expect(first?.payload).toMatchObject({ resumeValue: { action: "accept", decidedBy: "alice" } });
    expect(await to.record(RUN, KEY)).toEqual(before);
  });

  it("reentry-pending-reattaches: finds its question open, and asks nobody twice", async () => {
    const to = await world();
    await raise(to);
    const before = await to.record(RUN, KEY);
    await raise(to);
    expect((await to.store.runs.onNode(RUN, NODE)).waiting).toHaveLength(1);
    expect(await to.record(RUN, KEY)).toEqual(before);
    expect(before?.outcome).toBeUndefined();
  });

  it("reentry-absent-raises: asks, where it had not asked yet", async () => {
    const to = await world();
    expect((await to.store.runs.onNode(RUN, NODE)).waiting).toEqual([]);
    await raise(to);
    expect((await to.store.runs.onNode(RUN, NODE)).waiting).toHaveLength(1);
  });

  it("reentry-same-key-other-payload: finds what it asked first, whatever it says now", async () => {
    const to = await world();
    const titled = (title: string) => ({ ...APPROVAL, data: { ...APPROVAL.data, title } });
    await raise(to, titled("A"));
    await raise(to, titled("B"));
    expect((await to.record(RUN, KEY))?.payload).toEqual(titled("A"));
    expect((await to.store.runs.onNode(RUN, NODE)).waiting).toHaveLength(1);
  });

  it("reentry-second-visit-new-key: is asked about again when it comes back under another key", async () => {
    const to = await world();
    const visit = (count: number) => ({
      type: "interrupt.requested",
      runId: RUN,
      nodeId: NODE,
      payload: { ...APPROVAL, key: `${RUN}:gate:${count}` },
    });
    await to.engine(visit(0));
    await resolve(to, { action: "reject" });
    await to.engine(visit(1));
    expect((await to.record(RUN, `${RUN}:gate:1`))?.outcome).toBeUndefined();
    expect(await resolve(to, ACCEPT)).toMatchObject({ status: 200 });
    expect(await to.record(RUN, `${RUN}:gate:0`)).toMatchObject({ outcome: { action: "reject" } });
    expect(await to.record(RUN, `${RUN}:gate:1`)).toMatchObject({ outcome: { action: "accept" } });
  });
});

describe("The door by run and node", () => {
  it("resolve-node-without-interrupt: a node that asked nothing is not found", async () => {
    const to = await world();
    await raise(to);
    const path = `/runs/${projectId(RUN)}/interrupts/step-1`;
    expect(await resolve(to, ACCEPT, path)).toMatchObject(refusedWith(404, "not_found"));
  });

  it("resolve-no-credential: whoever sends no credential is nobody", async () => {
    const to = await world();
    await raise(to);
    expect(await resolve(to, ACCEPT, undefined, null)).toMatchObject(
      refusedWith(401, "unauthenticated"),
    );
  });

  it("resolve-foreign-tenant-before-existence: a run of another tenant is refused before it is looked for", async () => {
    const to = await world();
    const path = "/runs/other~2Frun-0000000000000000/interrupts/gate";
    expect(await resolve(to, ACCEPT, path)).toMatchObject(refusedWith(403, "id_tenant_mismatch"));
  });

  it("id-nodeid-not-projected: the id of a node stands in the path as in any other", async () => {
    const at = async (segment: string) => {
      const to = await world();
      await raise(to, APPROVAL, "stage:gate");
      return resolve(to, ACCEPT, `/runs/${projectId(RUN)}/interrupts/${segment}`);
    };
    expect(await at("stage:gate")).toMatchObject({ status: 200, body: { nodeId: "stage:gate" } });
    expect(await at("stage%3Agate")).toMatchObject({ status: 200 });
    expect(await at("stage~3Agate")).toMatchObject({ status: 404 });
  });

  it("id-bodies-plain: answers and events carry the id of the run as it is", async () => {
    const to = await world();
    await raise(to);
    expect(await resolve(to, ACCEPT)).toMatchObject({ status: 200, body: { runId: RUN } });
    expect(await resolutionsOf(to)).toMatchObject([
      { runId: RUN, payload: { interruptId: INTERRUPT } },
    ]);
  });

  it("id-mint-no-tilde: ids that parley gives to interrupts have no tilde", () => {
    const minted = Array.from(
      { length: 1_000 },
      (_, index) => `acme/${refOf(RUN, `key:${index}`)}`,
    );
    expect(minted.filter((id) => id.includes("~") || !boundId.safeParse(id).success)).toEqual([]);
  });
});

describe("Tokens", () => {
  const secrets = usualSecrets();

  it("token-bytes: everything before the last dot is signed, and the bytes are these", () => {
    expect(mintToken(CLAIMS, secrets)).toBe(
      "ow2.hs256.k1.eyJydW5JZCI6ImFjbWUvcnVuLTdmM2M5YTFiMmQ0ZTVmNjAiLCJub2RlSWQiOiJnYXRlIiwiaW50ZXJydXB0SWQiOiJhY21lL2ludC0wYTFiMmMzZDRlNWY2MDcxIiwiZXhwaXJlc0F0IjoiMjAyNi0wOS0xMVQxMjozMDowMC4wMDBaIiwiaW50ZW50IjoicmVzb2x2ZSJ9.RRJMv4ZoZbIWKKbN5IaKIhT-3N5Qk9c8lunnB5yz0KU",
    );
  });

  it("token-inspect-does-not-consume: looking twice leaves the token good for an answer", async () => {
    const to = await world();
    await raise(to);
    const path = `/interrupts/${mintToken(CLAIMS, secrets)}`;
    for (let look = 0; look < 2; look += 1) {
      const looked = await fetch(`${to.url}${path}`);
      expect(looked.status).toBe(200);
      expect(await looked.json()).toEqual(APPROVAL);
    }
    expect(await resolve(to, ACCEPT, path, null)).toMatchObject({ status: 200 });
  });

  const expiryOf = (requestedAt: number, timeoutMs: number) =>
    new Date(
      tokenExpiry({
        now: NOON,
        ttlMs: DEFAULT_TOKEN_TTL_MS,
        // As a request without a deadline is opened: 0 is no timer.
        deadlineAt: timeoutMs === 0 ? undefined : requestedAt + timeoutMs,
      }),
    ).toISOString();

  it("token-mint-default-ttl: a token lives half an hour", () => {
    expect(expiryOf(NOON, 0)).toBe("2026-09-11T12:30:00.000Z");
  });

  it("token-mint-capped: and not past the deadline of its interrupt", () => {
    expect(expiryOf(NOON, 600_000)).toBe("2026-09-11T12:10:00.000Z");
  });

  it("token-mint-capped-late-mint: which is counted from the request, however late it is minted", () => {
    expect(expiryOf(NOON - 300_000, 600_000)).toBe("2026-09-11T12:05:00.000Z");
  });

  it("token-mint-timeout-zero-no-cap: an interrupt with timeoutMs 0 has no deadline to keep to", async () => {
    const to = await world();
    await raise(to, { ...APPROVAL, timeoutMs: 0 });
    const record = await to.record(RUN, KEY);
    const deadlineAt = record?.deadlineAt;
    expect(tokenExpiry({ now: NOON, ttlMs: DEFAULT_TOKEN_TTL_MS, deadlineAt })).toBe(
      Date.parse("2026-09-11T12:30:00.000Z"),
    );
  });

  it("token-mint-prefix: a new token says its version and algorithm, and never the legacy key", () => {
    const legacy = new Map([...secrets.held, ["legacy", Buffer.alloc(32, 7)]]);
    const token = mintToken(CLAIMS, { ...secrets, held: legacy });
    expect(token).toMatch(/^ow2\.hs256\.k1\./);
    const forged = mintToken(CLAIMS, {
      signing: { kid: "legacy", secret: Buffer.alloc(32, 7) },
      held: legacy,
    });
    expect(readToken(forged, { ...secrets, held: legacy })).toEqual({ ok: false });
  });

  it("token-not-readable-with-runs-read: nothing that may be read of a run holds a token", async () => {
    const to = await world({ scopesOf: { bob: ["runs:read"] } });
    await raise(to);
    const token = mintToken(CLAIMS, secrets);
    await fetch(`${to.url}/interrupts/${token}`);
    const refused = await resolve(to, ACCEPT, undefined, "bob");
    expect(refused).toMatchObject(refusedWith(403, "forbidden"));
    await resolve(to, ACCEPT, `/interrupts/${token}`, null);
    const readable = JSON.stringify([refused, await to.events(), await to.record(RUN, KEY)]);
    expect(readable).not.toContain("ow2.");
  });
});

describe("What a request leaves behind", () => {
  it("log-scrub: the log holds neither token, key nor answer, also when something breaks", async () => {
    const to = await world();
    await raise(to);
    const token = mintToken(CLAIMS, usualSecrets());
    const key = "3f2b8c1e-9d4a-4c7b-8e21-5a6f7d809c11";
    const before = to.logged.length;
    for (const fault of ["500", "503", undefined] as const) {
      if (fault !== undefined) to.breakNext(fault);
      const response = await fetch(`${to.url}/interrupts/${token}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "Idempotency-Key": key },
        body: JSON.stringify({ resumeValue: { action: "accept", feedback: "between us" } }),
      });
      expect(response.status).toBe(fault === undefined ? 200 : Number(fault));
    }
    const log = to.logged.join("\n");
    // Each fault is told: a log that says nothing would hold no secret either.
    expect(to.logged).toHaveLength(before + 2);
    for (const secret of [token, key, "between us"]) expect(log).not.toContain(secret);
  });

  it("idem-get-ignores-key: a key means nothing to a request that changes nothing", async () => {
    const to = await world();
    await raise(to);
    const looked = await fetch(`${to.url}/interrupts/${mintToken(CLAIMS, usualSecrets())}`, {
      headers: { "Idempotency-Key": "short" },
    });
    expect(looked.status).toBe(200);
    expect(looked.headers.has("OpenWOP-Idempotent-Replay")).toBe(false);
  });

  it("capability-no-supported-flag: what a host can do is said by being there", async () => {
    const to = await world();
    const said = await fetch(`${to.url}/.well-known/openwop`);
    const { interrupt } = (await said.json()) as { interrupt: Record<string, unknown> };
    expect(interrupt).toMatchObject({ tokenAlgs: ["hs256"] });
    expect(interrupt).not.toHaveProperty("supported");
  });
});
