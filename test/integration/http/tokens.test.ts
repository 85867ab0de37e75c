import { createHash, createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Interrupt } from "../../../src/core/interrupt.ts";
import type { Json } from "../../../src/core/json.ts";
import { mintToken } from "../../../src/core/token.ts";
import { type RedisServer, startRedis } from "../../support/redis.ts";
import { type Heard, post, send } from "./client.ts";
import {
  approval,
  claimsFor,
  K1,
  K2,
  LEGACY_SECRET,
  newRunId,
  openStand,
  secretsOf,
  type Stand,
} from "./stand.ts";

let redis: RedisServer;
let stand: Stand;
beforeAll(async () => {
  redis = await startRedis();
  stand = await openStand({ redisUrl: redis.url });
});
afterAll(async () => {
  await stand.close();
  await redis.stop();
});

const ACCEPT = { action: "accept" };
const look = async (token: string, at = stand) => send(`${at.origin}/interrupts/${token}`);
const answer = async (token: string, value: Json = ACCEPT, at = stand) =>
  post(`${at.origin}/interrupts/${token}`, value);
const told = ({ status, code }: Heard) => [status, code];
const INVALID = [401, "interrupt_token_invalid"];
const RESOLVED = [409, "interrupt_already_resolved"];
const OK = [200, undefined];

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** A token as a version 1 host signed it: the raw JSON, and the MAC in hex. */
function legacyToken(interrupt: Interrupt, more: object = {}): string {
  const json = Buffer.from(JSON.stringify(written(interrupt, more)));
  const mac = createHmac("sha256", LEGACY_SECRET).update(json).digest("hex");
  return `${json.toString("base64url")}.${mac}`;
}

function written(interrupt: Interrupt, more: object = {}) {
  const { expiresAt, ...claims } = claimsFor(interrupt);
  return { ...claims, expiresAt: new Date(expiresAt).toISOString(), ...more };
}

describe("Looking with a token", () => {
  it("gives what was asked, verbatim and nothing more, as often as one likes, and changes nothing", async () => {
    const payload = approval({ requiredApprovals: 2, approversList: ["ada", "grace"] });
    const interrupt = await stand.raise(payload);
    const before = await stand.raw.hgetall(
      stand.store.keys.interrupt(interrupt.partition, interrupt.ref),
    );
    for (const token of [
      stand.mint(interrupt),
      stand.mint(interrupt, { intent: "inspect" }),
      stand.mint(interrupt, { principal: "ada" }),
    ]) {
      for (const method of ["GET", "GET", "HEAD"]) {
        const response = await fetch(`${stand.origin}/interrupts/${token}`, { method });
        expect(response.status).toBe(200);
        expect(response.headers.get("ETag")).toBe(`"${interrupt.digest}"`);
        const text = await response.text();
        if (method === "GET") expect(JSON.parse(text)).toEqual(payload);
      }
    }
    const after = await stand.raw.hgetall(
      stand.store.keys.interrupt(interrupt.partition, interrupt.ref),
    );
    expect(after).toEqual(before);
    expect(await stand.eventsOf(interrupt)).toEqual(["node.suspended"]);
  });

  it("shows a payload whatever it holds, to the last member", async () => {
    const data = { customKind: "Größe ✅", payload: { "": [1, null, { a: "\u0000</script>" }] } };
    const payload = { kind: "custom", key: "k", data, resumeSchema: { type: "boolean" } };
    const interrupt = await stand.raise(payload);
    expect((await look(stand.mint(interrupt))).body).toEqual(payload);
  });

  it("gives the digest that If-Match takes", async () => {
    const interrupt = await stand.raise(approval());
    const { headers } = await look(stand.mint(interrupt));
    const url = `${stand.origin}/runs/${interrupt.runId.replace("/", "~2F")}/interrupts/gate`;
    const heard = await post(url, ACCEPT, {
      Authorization: await stand.bearer("ada"),
      "If-Match": headers.get("ETag") ?? "",
    });
    expect(heard.status).toBe(200);
  });
});

describe("Answering with a token", () => {
  it("decides only what was seen, where If-Match says what that was", async () => {
    const interrupt = await stand.raise(approval());
    const token = stand.mint(interrupt);
    const seen = (digest: string) =>
      post(`${stand.origin}/interrupts/${token}`, ACCEPT, { "If-Match": digest });
    const other = await seen(`"${"0".repeat(64)}"`);
    expect(other.status).toBe(409);
    expect(other.body).toMatchObject({ error: "version_conflict" });
    expect((await stand.load(interrupt))?.outcome).toBeUndefined();
    const { headers } = await look(token);
    expect((await seen(headers.get("ETag") ?? "")).status).toBe(200);
  });

  it("of nobody decides what anybody may decide alone", async () => {
    const interrupt = await stand.raise(approval());
    const heard = await answer(stand.mint(interrupt));
    expect(heard.body).toEqual({ runId: interrupt.runId, nodeId: "gate", status: "running" });
    expect((await stand.load(interrupt))?.outcome).toMatchObject({ by: "bearer", via: "link" });
  });

  it.each([
    ["a list", { approversList: ["ada"] }],
    ["a group", { approverGroupRefs: ["finance"] }],
    ["a role", { approverRoleRefs: ["cfo"] }],
    ["a quorum", { requiredApprovals: 2 }],
  ])("of nobody decides nothing that has %s", async (_, data) => {
    const interrupt = await stand.raise(approval(data));
    expect(told(await answer(stand.mint(interrupt)))).toEqual([403, "forbidden"]);
    expect((await stand.load(interrupt))?.version).toBe(1);
  });

  it("minted for somebody counts as theirs", async () => {
    const interrupt = await stand.raise(approval({ approverGroupRefs: ["finance"] }));
    expect(told(await answer(stand.mint(interrupt, { principal: "ada" })))).toEqual([
      403,
      "forbidden",
    ]);
    expect(told(await answer(stand.mint(interrupt, { principal: "grace" })))).toEqual(OK);
    expect((await stand.load(interrupt))?.outcome).toMatchObject({ by: { id: "grace" } });
  });

  it.each([
    ["has left the roster", "left"],
    ["belongs to another tenant", "bob"],
    ["may only read", "reader"],
  ])("minted for somebody who %s decides nothing", async (_, principal) => {
    const interrupt = await stand.raise(approval());
    expect(told(await answer(stand.mint(interrupt, { principal })))).toEqual([403, "forbidden"]);
    expect((await stand.load(interrupt))?.version).toBe(1);
  });

  it("that only looks is refused, whatever the answer", async () => {
    const interrupt = await stand.raise(approval());
    expect(told(await answer(stand.mint(interrupt, { intent: "inspect" })))).toEqual([
      403,
      "forbidden",
    ]);
  });

  it("does not use it up by a look, a question, a vote that decides nothing, or a mistake", async () => {
    const interrupt = await stand.raise(approval({ requiredApprovals: 2 }));
    const token = stand.mint(interrupt, { principal: "ada" });
    await look(token);
    const asked = await answer(token, { action: "ask", question: "Which supplier?" });
    expect(asked.body).toMatchObject({ status: "waiting-approval" });
    expect((await answer(token)).body).toMatchObject({ status: "waiting-approval" });
    expect((await answer(token, { action: "maybe" })).status).toBe(400);
    expect(told(await look(token))).toEqual(OK);
    const last = await answer(stand.mint(interrupt, { principal: "grace" }));
    expect(last.body).toMatchObject({ status: "running" });
    expect(told(await look(token))).toEqual(RESOLVED);
    expect(told(await answer(token))).toEqual(RESOLVED);
  });
});

describe("A token that cannot be believed", () => {
  const spoilt: readonly (readonly [what: string, spoil: (interrupt: Interrupt) => string])[] = [
    ["is no token", () => "abc"],
    ["is the prefix alone", () => "ow2."],
    ["has its MAC changed", (each) => changed(stand.mint(each), -2)],
    ["has its payload changed", (each) => changed(stand.mint(each), 40)],
    ["has no MAC", (each) => stand.mint(each).replace(/[^.]+$/, "")],
    ["has another algorithm", (each) => stand.mint(each).replace("hs256", "none")],
    ["has the algorithm in capitals", (each) => stand.mint(each).replace("hs256", "HS256")],
    ["has a kid that is not held", (each) => stand.mint(each).replace(".k1.", ".k9.")],
    [
      "names the legacy kid",
      (each) =>
        mintToken(claimsFor(each), {
          signing: { kid: "legacy", secret: LEGACY_SECRET },
          held: new Map(),
        }),
    ],
    [
      "is signed by nobody we know",
      (each) =>
        mintToken(claimsFor(each), secretsOf(`k1:${Buffer.alloc(32, 8).toString("base64")}`)),
    ],
    [
      "is signed by nobody, and has expired",
      (each) =>
        mintToken(
          { ...claimsFor(each), expiresAt: 1 },
          secretsOf(`k1:${Buffer.alloc(32, 8).toString("base64")}`),
        ),
    ],
    [
      "has a run and an interrupt of two tenants",
      (each) => stand.mint(each, { interruptId: each.interruptId.replace("acme", "globex") }),
    ],
    ["names another node", (each) => stand.mint(each, { nodeId: "other" })],
    ["has white space behind it", (each) => `${stand.mint(each)}%20`],
    ["has padding", (each) => `${stand.mint(each)}=`],
    ["is escaped twice", (each) => stand.mint(each).replaceAll(".", "%252E")],
    ["has a zero byte", (each) => `${stand.mint(each)}%00`],
    ["is very long", () => `ow2.hs256.k1.${"a".repeat(5_000)}.${"a".repeat(43)}`],
    ["is a version 1 token with its MAC changed", (each) => changed(legacyToken(each), -2)],
    ["looks like a row and is none", () => "abcdefghijklmnopqrstuvwxyz"],
    ["is the digest of a row", () => sha256("row-of-a-version-1-host")],
    ["is a member of every object", () => "__proto__"],
  ];

  it.each(spoilt)("since it %s is refused alike, for looking and answering", async (_, spoil) => {
    const interrupt = await stand.raise(approval());
    const token = spoil(interrupt);
    const heard = [await look(token), await answer(token)];
    expect(heard.map(told)).toEqual([INVALID, INVALID]);
    const words = "The token cannot be believed. Ask for a new one.";
    for (const { body } of heard) {
      expect(body).toEqual({ error: "interrupt_token_invalid", message: words });
    }
    expect((await stand.load(interrupt))?.version).toBe(1);
  });

  it("as one that names another run never answers for that run", async () => {
    const [one, other] = [await stand.raise(approval()), await stand.raise(approval())];
    for (const token of [
      stand.mint(one, { runId: other.runId }),
      stand.mint(one, { interruptId: other.interruptId }),
    ]) {
      for (const heard of [await look(token), await answer(token)])
        expect(told(heard)).toEqual(INVALID);
    }
    expect((await stand.load(one))?.version).toBe(1);
    expect((await stand.load(other))?.version).toBe(1);
  });

  it("may be spelled with escapes, as some mail programs do", async () => {
    const token = stand.mint(await stand.raise(approval()));
    expect(told(await look(token.replaceAll(".", "%2E")))).toEqual(OK);
  });
});

function changed(token: string, at: number): string {
  const index = at < 0 ? token.length + at : at;
  const letter = token[index] === "A" ? "B" : "A";
  return token.slice(0, index) + letter + token.slice(index + 1);
}

describe("The life of a token", () => {
  it("ends at its instant, for looking and answering, also when its interrupt has ended", async () => {
    const interrupt = await stand.raise(approval());
    const late = stand.mint(interrupt, { expiresAt: Date.now() - 10_000 });
    for (const heard of [await look(late), await answer(late)]) {
      expect(told(heard)).toEqual([410, "interrupt_expired"]);
    }
    expect(told(await answer(stand.mint(interrupt)))).toEqual(OK);
    expect(told(await look(late))).toEqual([410, "interrupt_expired"]);
  });

  it("does not outlive its interrupt's deadline, although nobody has ended that yet", async () => {
    const interrupt = await stand.raise(approval({}, { timeoutMs: 1_000 }), {
      at: Date.now() - 5_000,
    });
    const token = stand.mint(interrupt);
    for (const heard of [await look(token), await answer(token)]) {
      expect(told(heard)).toEqual(RESOLVED);
      expect(heard.body["message"]).toContain("deadline");
    }
  });

  it.each(["run.cancelled", "run.completed", "run.failed"])("ends with %s", async (type) => {
    const interrupt = await stand.raise(approval());
    const token = stand.mint(interrupt);
    await stand.say({ runId: interrupt.runId, type, payload: {}, sequence: 9 });
    for (const heard of [await look(token), await answer(token)]) {
      expect(told(heard)).toEqual(RESOLVED);
      expect(heard.body["message"]).toContain("run has ended");
    }
  });

  it("goes on when the engine gives the interrupt another name, under both names", async () => {
    const interrupt = await stand.raise(approval());
    const { runId, nodeId } = interrupt;
    const named = "acme/engine-name-of-it-0001";
    const before = stand.mint(interrupt);
    const payload = { nodeId, interruptId: named, reason: "approval", key: "gate:1" };
    await stand.say({ runId, nodeId, type: "node.suspended", payload, sequence: 1 });
    const renamed = await stand.load(interrupt);
    expect(renamed?.interruptId).toBe(named);
    const after = stand.mint({ ...interrupt, interruptId: named });
    for (const token of [before, after]) expect(told(await look(token))).toEqual(OK);
    expect(told(await answer(before))).toEqual(OK);
    expect(told(await answer(after))).toEqual(RESOLVED);
  });

  it("goes on through a rotation of secrets, until the old one is taken out", async () => {
    const interrupt = await stand.raise(approval());
    const old = stand.mint(interrupt);
    const { prefix } = stand;
    const both = await openStand({ redisUrl: redis.url, prefix, tokenSecrets: `${K2},${K1}` });
    const fresh = both.mint(interrupt);
    expect(fresh).toContain(".k2.");
    for (const token of [old, fresh]) expect(told(await look(token, both))).toEqual(OK);
    expect(told(await look(fresh))).toEqual(INVALID);
    const only = await openStand({ redisUrl: redis.url, prefix, tokenSecrets: K2 });
    expect(told(await look(old, only))).toEqual(INVALID);
    expect(told(await answer(fresh, ACCEPT, only))).toEqual(OK);
    await both.close();
    await only.close();
  });

  it("has no door where no secrets are", async () => {
    const interrupt = await stand.raise(approval());
    const none = await openStand({
      redisUrl: redis.url,
      prefix: stand.prefix,
      tokenSecrets: null,
    });
    for (const token of [stand.mint(interrupt), "abc"]) {
      expect(told(await look(token, none))).toEqual([404, "not_found"]);
      expect(told(await answer(token, ACCEPT, none))).toEqual([404, "not_found"]);
    }
    await none.close();
  });
});

describe("A token of version 1", () => {
  it("that was signed is good until it expires", async () => {
    const interrupt = await stand.raise(approval());
    expect((await look(legacyToken(interrupt))).body).toEqual(approval());
    const late = legacyToken(interrupt, { expiresAt: "2020-01-01T00:00:00Z" });
    expect(told(await look(late))).toEqual([410, "interrupt_expired"]);
    expect(told(await answer(legacyToken(interrupt, { intent: "inspect" })))).toEqual([
      403,
      "forbidden",
    ]);
    expect(told(await answer(legacyToken(interrupt)))).toEqual(OK);
  });

  it("that claims a principal is nobody's all the same", async () => {
    const interrupt = await stand.raise(approval({ approversList: ["ada"] }));
    expect(told(await answer(legacyToken(interrupt, { principal: "ada" })))).toEqual([
      403,
      "forbidden",
    ]);
  });

  it("that was kept as a row is found by its digest alone", async () => {
    const interrupt = await stand.raise(approval());
    const token = "row-of-a-version-1-host_0001";
    const name = stand.store.keys.legacyToken(sha256(token));
    await stand.raw.set(name, JSON.stringify(written(interrupt)));
    expect(told(await look(token))).toEqual(OK);
    expect(told(await look(sha256(token)))).toEqual(INVALID);
    expect(told(await answer(token))).toEqual(OK);
    expect(told(await answer(token))).toEqual(RESOLVED);
  });

  it.each([
    ["no JSON", "row"],
    ["no claims", "{}"],
    ["an intent that is none", undefined],
  ])("whose row holds %s is not believed", async (what, row) => {
    const interrupt = await stand.raise(approval());
    const token = `row-that-is-spoilt_${what.replaceAll(" ", "-")}`;
    const text = row ?? JSON.stringify(written(interrupt, { intent: "admin" }));
    await stand.raw.set(stand.store.keys.legacyToken(sha256(token)), text);
    expect(told(await look(token))).toEqual(INVALID);
  });

  it("is not believed where no version 1 host was", async () => {
    const interrupt = await stand.raise(approval());
    const only = await openStand({ redisUrl: redis.url, prefix: stand.prefix, tokenSecrets: K1 });
    expect(told(await look(legacyToken(interrupt), only))).toEqual(INVALID);
    await only.close();
  });
});

describe("A token of a run that is nowhere here", () => {
  it("finds nothing", async () => {
    const runId = newRunId();
    const claims = {
      runId,
      nodeId: "gate",
      interruptId: `acme/${"x".repeat(22)}`,
      expiresAt: Date.now() + 60_000,
      intent: "resolve" as const,
    };
    const token = mintToken(claims, stand.secrets);
    for (const heard of [await look(token), await answer(token)]) {
      expect(told(heard)).toEqual([404, "not_found"]);
    }
  });
});
