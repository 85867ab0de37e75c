import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RedisServer, startRedis } from "../../support/redis.ts";
import { post, send, sendRaw } from "./client.ts";
import { approval, newRunId, openStand, runPath, type Stand } from "./stand.ts";

let redis: RedisServer;
let stand: Stand;
let ada: string;
beforeAll(async () => {
  redis = await startRedis();
  stand = await openStand({ redisUrl: redis.url });
  ada = await stand.bearer("ada");
});
afterAll(async () => {
  await stand.close();
  await redis.stop();
});

const ACCEPT = { action: "accept" };
const asAda = () => ({ Authorization: ada });
const outcomeOf = async (path: string) => post(stand.origin + path, ACCEPT, asAda());

describe("The version", () => {
  it.each(["2.0", "2.1"])("%s may be asked for", async (version) => {
    const headers = { "OpenWOP-Version": version };
    expect((await send(`${stand.origin}/.well-known/openwop`, { headers })).status).toBe(200);
  });

  it.each(["1.0", "2.2", "3", "2", "2.1.0", "02.1", "v2.1", "", "2.1, 2.1"])(
    "%j is refused, also where nothing is",
    async (version) => {
      const headers = { "OpenWOP-Version": version };
      for (const path of ["/.well-known/openwop", "/nothing"]) {
        const { status, code } = await send(stand.origin + path, { headers });
        expect([status, code]).toEqual([406, "protocol_version_unsupported"]);
      }
    },
  );
});

describe("Discovery", () => {
  it("says what is there, and by leaving it out what is not", async () => {
    const { body } = await send(`${stand.origin}/.well-known/openwop`);
    expect(body).toEqual({
      interrupt: {
        status: "stable",
        since: "2.0",
        witness: "witnessable-gated",
        tokenAlgs: ["hs256"],
        refKinds: ["principal", "group", "role"],
        callbackDelivery: false,
      },
      conversationPrimitive: { status: "stable", since: "2.0", witness: "witnessable-gated" },
    });
  });
});

describe("A path and method that is none", () => {
  const RUN = "/runs/acme~2F0123456789abcdef/interrupts/gate";
  it.each([
    ["GET", "/"],
    ["GET", RUN],
    ["PUT", RUN],
    ["PATCH", RUN],
    ["DELETE", RUN],
    ["OPTIONS", RUN],
    ["POST", `${RUN}/`],
    ["POST", `/v1${RUN}`],
    ["POST", RUN.toUpperCase()],
    ["POST", `${RUN}/more`],
    ["POST", "/runs//interrupts/gate"],
    ["POST", "/runs/acme~2F0123456789abcdef/interrupts/"],
    ["POST", "/runs/../.well-known/openwop"],
    ["DELETE", "/interrupts/abc"],
    ["GET", "/interrupts/"],
    ["GET", "/interrupts/a/b"],
    ["POST", "/.well-known/openwop"],
    ["GET", "/.well-known/openwop/"],
  ])("%s %s is answered 404 like any other", async (method, path) => {
    const { status, code, body } = await send(stand.origin + path, { method, headers: asAda() });
    expect([status, code]).toEqual([404, "not_found"]);
    expect(body["message"]).toBe("There is nothing at this path and method.");
  });

  it("with the slash of a run's id in it is told how to write that", async () => {
    const path = "/runs/acme/0123456789abcdef/interrupts/gate";
    const { status, code, body } = await send(stand.origin + path, {
      method: "POST",
      headers: asAda(),
    });
    expect([status, code]).toEqual([404, "not_found"]);
    expect(body["message"]).toMatch(/ Write the slash of a run's id as ~2F\.$/);
  });
});

describe("A run id in a path", () => {
  const spellings = (runId: string) => {
    const [tenant = "", opaque = ""] = runId.split("/");
    return [
      `${tenant}~2F${opaque}`,
      `${tenant}~2f${opaque}`,
      `${tenant}%2F${opaque}`,
      `${tenant}%2f${opaque}`,
      `${tenant}%7E2F${opaque}`,
      `%61${tenant.slice(1)}~2F${opaque}`,
    ];
  };

  it.each([0, 1, 2, 3, 4, 5])("has several spellings, and they mean one: %d", async (index) => {
    const interrupt = await stand.raise(approval());
    const spelled = spellings(interrupt.runId)[index] ?? "";
    const { status, body } = await outcomeOf(`/runs/${spelled}/interrupts/gate?x=/../`);
    expect(status).toBe(200);
    expect(body).toEqual({ runId: interrupt.runId, nodeId: "gate", status: "running" });
  });

  it("may have a tilde of its own, which both spellings carry", async () => {
    // Minted long ago; a new id never has one.
    for (const spell of [
      (id: string) => id.replace("/", "%2F"),
      (id: string) => id.replace("~", "~7E").replace("/", "~2F"),
    ]) {
      const interrupt = await stand.raise(approval(), { runId: `${newRunId()}~7E` });
      const path = `/runs/${spell(interrupt.runId)}/interrupts/gate`;
      expect((await outcomeOf(path)).body).toMatchObject({ runId: interrupt.runId });
    }
  });

  it.each([
    ["projected twice", "acme~7E2F0123456789abcdef"],
    ["encoded twice", "acme%252F0123456789abcdef"],
    ["projected and encoded", "acme%257E2F0123456789abcdef"],
    ["without its tenant", "0123456789abcdef"],
    ["without a tenant's name", "~2F0123456789abcdef"],
    ["too short behind the slash", "acme~2F0123456789abcde"],
    ["with two slashes", "acme~2Fx~2F0123456789abcdef"],
    ["cut in its escape", "acme~2"],
    ["with an escape of other letters", "acme~ZZ0123456789abcdef"],
    ["that goes up", "..~2F0123456789abcdef~2F.."],
    ["with a zero byte", "acme~2F0123456789abcdef~00"],
    ["with a line break", "acme~2F0123456789abcdef%0A"],
    ["that is not UTF-8, as a projection", "acme~2F0123456789abcdef~FF"],
    ["that is not UTF-8, as an encoding", "acme~2F0123456789abcdef%FF"],
    ["with a percent sign alone", "acme~2F0123456789abcdef%"],
    ["with wide letters", "acme~2F0123456789abcde%EF%BD%86"],
    ["with a space", "acme~2F0123456789abcdef+"],
    ["as a member of every object", "__proto__"],
    ["very long", `acme~2F${"a".repeat(129)}`],
  ])("%s is told to be none", async (_, spelled) => {
    const { status, code } = await outcomeOf(`/runs/${spelled}/interrupts/gate`);
    expect([status, code]).toEqual([400, "validation_error"]);
  });

  it.each(["Acme", "acme.", "globex", "anon:acme"])(
    "of tenant %s is not this caller's, whether there is such a run or not",
    async (tenant) => {
      const path = `/runs/${tenant.replace(":", "~3A")}~2F0123456789abcdef/interrupts/gate`;
      const { status, code } = await outcomeOf(path);
      expect([status, code]).toEqual([403, "id_tenant_mismatch"]);
    },
  );
});

describe("A node id in a path", () => {
  it("may have colons and tildes, and is not projected", async () => {
    for (const [nodeId, spelled] of [
      ["plan:gate", "plan:gate"],
      ["plan:gate2", "plan%3Agate2"],
      ["a~2Fb", "a~2Fb"],
      ["__proto__", "__proto__"],
    ]) {
      const { runId } = await stand.raise(approval(), { nodeId: nodeId ?? "" });
      const path = `/runs/${runId.replace("/", "~2F")}/interrupts/${spelled}`;
      expect((await outcomeOf(path)).body).toMatchObject({ nodeId });
    }
  });

  it.each(["a%2Fb", "a%20b", "a%00", "a%25", "%E2%82%AC", "a".repeat(129)])(
    "spelled %s is none",
    async (spelled) => {
      const { runId } = await stand.raise(approval());
      const path = `/runs/${runId.replace("/", "~2F")}/interrupts/${spelled}`;
      expect((await outcomeOf(path)).code).toBe("validation_error");
    },
  );

  it("is compared exactly", async () => {
    const { runId } = await stand.raise(approval());
    expect((await outcomeOf(runPath({ runId, nodeId: "Gate" }))).code).toBe("not_found");
  });

  it("of a run that has ended and asked nothing there hears that it has ended", async () => {
    const runId = newRunId();
    await stand.say({ runId, type: "run.completed", payload: {} });
    expect((await outcomeOf(runPath({ runId, nodeId: "gate" }))).code).toBe(
      "interrupt_already_resolved",
    );
  });
});

describe("A credential", () => {
  it.each([
    ["of another scheme", (key: string) => key.replace("Bearer", "Basic")],
    ["without its scheme", (key: string) => key.slice("Bearer ".length)],
    ["with two spaces", (key: string) => key.replace(" ", "  ")],
    ["cut", (key: string) => key.slice(0, -1)],
    ["changed", (key: string) => key.slice(0, -1) + (key.endsWith("A") ? "B" : "A")],
    ["sent twice in one", (key: string) => `${key}, ${key}`],
    ["without an end", (key: string) => key + "x".repeat(9_000)],
    ["that is empty", () => "Bearer "],
  ])("%s lets nobody in", async (_, spoilt) => {
    const interrupt = await stand.raise(approval());
    const headers = { Authorization: spoilt(ada) };
    const { status, code } = await post(stand.origin + runPath(interrupt), ACCEPT, headers);
    expect([status, code]).toEqual([401, "unauthenticated"]);
    expect((await stand.load(interrupt))?.version).toBe(1);
  });

  it("that was revoked, or whose holder has left the roster, lets nobody in", async () => {
    const revoked = await stand.bearer("ada");
    const [, id = ""] = /pk_([A-Za-z0-9]+)_/.exec(revoked) ?? [];
    await stand.store.apiKeys.revoke(id);
    for (const Authorization of [revoked, await stand.bearer("left"), await stand.bearer("bob")]) {
      const interrupt = await stand.raise(approval());
      const { code } = await post(stand.origin + runPath(interrupt), ACCEPT, { Authorization });
      expect(code).toBe("unauthenticated");
    }
  });

  it("in any case of its scheme's letters is the same", async () => {
    const interrupt = await stand.raise(approval());
    const headers = { Authorization: ada.replace("Bearer", "bEARER") };
    expect((await post(stand.origin + runPath(interrupt), ACCEPT, headers)).status).toBe(200);
  });
});

describe("What is no HTTP, or hardly", () => {
  const CLOSE = "Connection: close\r\n\r\n";
  it.each([
    ["no request line", "hello\r\n\r\n", 400],
    ["TLS", "\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n", 400],
    ["a header without a colon", `GET / HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n`, 400],
    ["a line folded into a header", `GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n${CLOSE}`, 400],
    ["headers without end", `GET / HTTP/1.1\r\nHost: x\r\nA: ${"a".repeat(20_000)}\r\n`, 413],
    [
      "two lengths",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
      400,
    ],
    [
      "a length and chunks",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
      400,
    ],
    ["no host", `GET /.well-known/openwop HTTP/1.1\r\n${CLOSE}`, 400],
    ["a host that is none", `GET / HTTP/1.1\r\nHost: a b/c\r\n${CLOSE}`, 400],
    ["a host with a path", `GET / HTTP/1.1\r\nHost: x/y?z\r\n${CLOSE}`, 400],
    ["a backslash in its path", `GET /a\\b HTTP/1.1\r\nHost: x\r\n${CLOSE}`, 400],
    ["a star for a path", `OPTIONS * HTTP/1.1\r\nHost: x\r\n${CLOSE}`, 400],
    ["TRACE", `TRACE /.well-known/openwop HTTP/1.1\r\nHost: x\r\n${CLOSE}`, 404],
    [
      "an expectation",
      `GET /.well-known/openwop HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n${CLOSE}`,
      200,
    ],
    ["an upgrade", `GET /.well-known/openwop HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\n${CLOSE}`, 200],
    [
      "a whole address for a path",
      `GET http://x/.well-known/openwop HTTP/1.1\r\nHost: y\r\n${CLOSE}`,
      200,
    ],
    ["an old version", "GET /.well-known/openwop HTTP/1.0\r\nHost: x\r\n\r\n", 200],
  ])("%s is answered in the same form as everything", async (_, bytes, status) => {
    expect((await sendRaw(stand.port, bytes)).status).toBe(status);
  });

  it("chunks that make no sense change nothing", async () => {
    const interrupt = await stand.raise(approval());
    const head = `POST ${runPath(interrupt)} HTTP/1.1\r\nHost: x\r\nAuthorization: ${ada}\r\nContent-Type: application/json\r\n`;
    const bytes = `${head}Transfer-Encoding: chunked\r\n\r\nZZ\r\n{"resumeValue"\r\n`;
    expect((await sendRaw(stand.port, bytes)).code).toBe("validation_error");
    expect((await stand.load(interrupt))?.version).toBe(1);
  });

  it("and none of it is logged as a fault of ours", () => {
    expect(stand.logged.filter((line) => line.includes("could not be handled"))).toEqual([]);
  });
});

describe("If-Match", () => {
  const two = async () => {
    const runId = newRunId();
    const at = Date.now();
    const first = await stand.raise(approval({}, { key: "gate:1" }), { runId, at });
    const second = await stand.raise(approval({}, { key: "gate:2" }), { runId, at: at + 1 });
    return { first, second };
  };
  const decide = async (path: string, ifMatch?: string) =>
    post(stand.origin + path, ACCEPT, {
      ...asAda(),
      ...(ifMatch === undefined ? {} : { "If-Match": ifMatch }),
    });
  const isOpen = async (interrupt: Parameters<Stand["load"]>[0]) =>
    (await stand.load(interrupt))?.outcome === undefined;

  it("names which of several on one node is meant", async () => {
    const { first, second } = await two();
    const path = runPath(second);
    expect((await decide(path, `"${second.digest}"`)).status).toBe(200);
    expect([await isOpen(first), await isOpen(second)]).toEqual([true, false]);
  });

  it.each([undefined, "*"])("given as %s takes the one that has waited longest", async (given) => {
    const { first, second } = await two();
    expect((await decide(runPath(first), given)).status).toBe(200);
    expect([await isOpen(first), await isOpen(second)]).toEqual([false, true]);
    expect((await decide(runPath(first), given)).status).toBe(200);
    expect(await isOpen(second)).toBe(false);
    expect((await decide(runPath(first), given)).code).toBe("interrupt_already_resolved");
  });

  it("naming one that has ended says so, and does not decide the other", async () => {
    const { first, second } = await two();
    const seen = `"${first.digest}"`;
    expect((await decide(runPath(first), seen)).status).toBe(200);
    expect((await decide(runPath(first), seen)).code).toBe("interrupt_already_resolved");
    expect(await isOpen(second)).toBe(true);
  });

  it.each([
    ["of another payload", (digest: string) => `"${digest.replace(/^./, "g")}"`],
    ["without quotes", (digest: string) => digest],
    ["weak", (digest: string) => `W/"${digest}"`],
    ["in capitals", (digest: string) => `"${digest.toUpperCase()}"`],
    ["a list", (digest: string) => `"${digest}", "${digest}"`],
    ["the beginning alone", (digest: string) => `"${digest.slice(0, 12)}"`],
    ["nothing", () => ""],
    ["nothing in quotes", () => '""'],
  ])("written as %s matches nothing", async (_, written) => {
    const interrupt = await stand.raise(approval());
    const { status, code } = await decide(runPath(interrupt), written(interrupt.digest));
    expect([status, code]).toEqual([409, "version_conflict"]);
    expect(await isOpen(interrupt)).toBe(true);
  });
});
