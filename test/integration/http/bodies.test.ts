import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "../../../src/core/json.ts";
import { MAX_BODY_BYTES } from "../../../src/http/body.ts";
import { type RedisServer, startRedis } from "../../support/redis.ts";
import { until } from "../../support/until.ts";
import { connect } from "node:net";
import { post, send, sendRaw } from "./client.ts";
import { approval, openStand, runPath, type Stand } from "./stand.ts";

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

/** Both doors that take a body read it by the same rules. */
const DOORS = [
  [
    "run",
    async () => {
      const interrupt = await stand.raise(approval());
      return { interrupt, path: runPath(interrupt), headers: { Authorization: ada } };
    },
  ],
  [
    "token",
    async () => {
      const interrupt = await stand.raise(approval());
      return { interrupt, path: `/interrupts/${stand.mint(interrupt)}`, headers: {} };
    },
  ],
] as const;

const JSON_TYPE = { "Content-Type": "application/json" };
const ACCEPT = '{"resumeValue":{"action":"accept"}}';
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))),
  );

describe.each(DOORS)("A body sent to the door by %s", (_, open) => {
  it.each<readonly [what: string, body: string | Buffer<ArrayBuffer>, words: RegExp]>([
    ["is empty", "", /not valid JSON/],
    ["is white space", " \n", /not valid JSON/],
    ["is cut", ACCEPT.slice(0, -1), /not valid JSON/],
    ["goes on behind its end", `${ACCEPT}${ACCEPT}`, /not valid JSON/],
    ["has a comment", `/* yes */${ACCEPT}`, /not valid JSON/],
    ["is null", "null", /must be an object/],
    ["is a list", `[${ACCEPT}]`, /must be an object/],
    ["is a text", '"accept"', /must be an object/],
    ["is an empty object", "{}", /resumeValue is missing/],
    ["has the answer bare", '{"action":"accept"}', /must not have a member besides/],
    ["has one member more", `${ACCEPT.slice(0, -1)},"decidedBy":"grace"}`, /besides resumeValue/],
    ["has a __proto__", `{"__proto__":{"resumeValue":{}},"resumeValue":{}}`, /besides resumeValue/],
    ["has only a __proto__", '{"__proto__":{"resumeValue":{"action":"accept"}}}', /besides/],
    ["has another case", '{"ResumeValue":{"action":"accept"}}', /besides resumeValue/],
    ["names the member twice", '{"resumeValue":1,"resumeValue":{"action":"accept"}}', /twice/],
    ["names it once more, escaped", '{"resumeValue":1,"resume\\u0056alue":{}}', /twice/],
    [
      "names an inner member twice",
      '{"resumeValue":{"action":"reject","action":"accept"}}',
      /twice/,
    ],
    ["is nested 65 deep", `{"resumeValue":${nested(64)}}`, /deeper than 64/],
    ["is nested 300 000 deep", `{"resumeValue":${nested(300_000)}}`, /not valid JSON|deeper/],
    [
      "has half of a surrogate pair",
      '{"resumeValue":{"action":"accept","feedback":"\\ud83d"}}',
      /surrogate/,
    ],
    ["has it in a name", '{"resumeValue":{"action":"accept","\\udc00":1}}', /surrogate/],
    ["has a number out of range", '{"resumeValue":1e999}', /out of range/],
    [
      "has a number that is not exact",
      '{"resumeValue":12345678901234567890}',
      /too long to be exact/,
    ],
    ["has NaN", '{"resumeValue":NaN}', /not valid JSON/],
    ["begins with a byte order mark", bytes([0xef, 0xbb, 0xbf], ACCEPT), /not valid JSON/],
    ["is UTF-16", Buffer.from(ACCEPT, "utf16le"), /not valid JSON/],
    ["has a byte that is not UTF-8", bytes('{"resumeValue":"', [0xff], '"}'), /UTF-8/],
    ["has an overlong slash", bytes('{"resumeValue":"', [0xc0, 0xaf], '"}'), /UTF-8/],
    ["has a surrogate as UTF-8", bytes('{"resumeValue":"', [0xed, 0xa0, 0xbd], '"}'), /UTF-8/],
    ["has a zero byte", bytes(ACCEPT, [0]), /not valid JSON/],
  ])("that %s is refused, and nothing is changed", async (_what, body, words) => {
    const { interrupt, path, headers } = await open();
    const heard = await send(stand.origin + path, {
      method: "POST",
      headers: { ...JSON_TYPE, ...headers },
      body,
    });
    expect([heard.status, heard.code]).toEqual([400, "validation_error"]);
    expect(heard.body["message"]).toMatch(words);
    expect((await stand.load(interrupt))?.version).toBe(1);
  });

  it.each([
    "application/json",
    "application/json; charset=utf-8",
    "Application/JSON",
    "application/json;charset=UTF-8",
    " application/json ",
  ])("may be called %j", async (type) => {
    const { path, headers } = await open();
    const sent = { method: "POST", headers: { ...headers, "Content-Type": type }, body: ACCEPT };
    expect((await send(stand.origin + path, sent)).status).toBe(200);
  });

  it.each([
    undefined,
    "",
    "text/plain",
    "text/json",
    "application/problem+json",
    "application/jsonp",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json, text/plain",
    "text/plain; application/json",
  ])("may not be called %j", async (type) => {
    const { path, headers } = await open();
    const heard = await send(stand.origin + path, {
      method: "POST",
      headers: { ...headers, ...(type === undefined ? {} : { "Content-Type": type }) },
      // As bytes, so that nobody adds a type of their own.
      body: Buffer.from(ACCEPT),
    });
    expect([heard.status, heard.code]).toEqual([415, "unsupported_media_type"]);
  });

  it("that is packed is refused as one", async () => {
    const { path, headers } = await open();
    const heard = await send(stand.origin + path, {
      method: "POST",
      headers: { ...headers, ...JSON_TYPE, "Content-Encoding": "gzip" },
      body: gzipSync(ACCEPT),
    });
    expect([heard.status, heard.code]).toEqual([415, "unsupported_media_type"]);
  });

  it("as large as allowed is read, and one byte more is not", async () => {
    for (const [more, status] of [
      [0, 200],
      [1, 413],
    ] as const) {
      const { path, headers } = await open();
      const body = ACCEPT.padEnd(MAX_BODY_BYTES + more);
      const sent = { method: "POST", headers: { ...headers, ...JSON_TYPE }, body };
      expect((await send(stand.origin + path, sent)).status).toBe(status);
    }
  });

  it("of 10 MB is refused while it is still coming, by its length and without", async () => {
    const body = ACCEPT.padEnd(10 * MAX_BODY_BYTES);
    for (const framing of ["length", "chunks"]) {
      const { interrupt, path, headers } = await open();
      const heard = await send(stand.origin + path, {
        method: "POST",
        headers: { ...headers, ...JSON_TYPE },
        ...(framing === "length" ? { body } : { body: new Blob([body]).stream(), duplex: "half" }),
      });
      expect([heard.status, heard.code]).toEqual([413, "payload_too_large"]);
      expect((await stand.load(interrupt))?.version).toBe(1);
    }
  });

  it("in chunks is read whole, wherever it is cut", async () => {
    const { interrupt, path, headers } = await open();
    const text = '{"resumeValue":{"action":"accept","feedback":"bien sûr 👍"}}';
    const whole = Buffer.from(text);
    const chunks = Array.from(whole, (byte) => Buffer.from([byte]));
    const body = new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    const sent = { method: "POST", headers: { ...headers, ...JSON_TYPE }, body, duplex: "half" };
    expect((await send(stand.origin + path, sent as RequestInit)).status).toBe(200);
    const { outcome } = (await stand.load(interrupt)) ?? {};
    expect(outcome).toMatchObject({ resumeValue: { feedback: "bien sûr 👍" } });
  });

  it("that ends before its length changes nothing, and is no fault of ours", async () => {
    const { interrupt, path, headers } = await open();
    const head = { Host: "x", ...headers, ...JSON_TYPE, "Content-Length": "1000" };
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
    const socket = connect(stand.port, "127.0.0.1");
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${ACCEPT}`, () => {
      socket.destroy();
    });
    await until("it is gone", () => (socket.closed ? true : undefined));
    // Behind it, so that it has been handled by now.
    const next = await open();
    const { status } = await post(stand.origin + next.path, { action: "accept" }, next.headers);
    expect(status).toBe(200);
    expect((await stand.load(interrupt))?.version).toBe(1);
    expect(stand.logged.filter((line) => line.includes("could not be handled"))).toEqual([]);
  });

  it("in two requests on one connection is read as two", async () => {
    const [one, two] = [await open(), await open()];
    const request = ({ path, headers }: { path: string; headers: object }, last: boolean) => {
      const head = {
        Host: "x",
        ...headers,
        ...JSON_TYPE,
        "Content-Length": String(ACCEPT.length),
        Connection: last ? "close" : "keep-alive",
      };
      const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
      return `POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${ACCEPT}`;
    };
    expect((await sendRaw(stand.port, request(one, false) + request(two, true))).status).toBe(200);
    for (const { interrupt } of [one, two]) {
      expect((await stand.load(interrupt))?.outcome?.kind).toBe("decided");
    }
  });
});

describe("A resume value that is valid JSON and does not fit", () => {
  it.each<readonly [value: Json, field: string | RegExp]>([
    [null, "resumeValue"],
    ["accept", "resumeValue"],
    [["accept"], "resumeValue"],
    [{}, "resumeValue.action"],
    [{ action: "maybe" }, "resumeValue.action"],
    [{ action: "Accept" }, "resumeValue.action"],
    [{ action: "constructor" }, "resumeValue.action"],
    [{ action: ["accept"] }, "resumeValue.action"],
    [{ decision: "approved" }, "resumeValue.action"],
    [{ action: "refine" }, "resumeValue.refineFeedback"],
    [{ action: "edit-accept" }, "resumeValue.editedArtifactData"],
    [{ action: "ask" }, "resumeValue.question"],
    [{ action: "ask", question: " " }, "resumeValue.question"],
    [{ action: "accept", feedback: 7 }, "resumeValue.feedback"],
    [{ action: "accept", decision: "overridden" }, "resumeValue.decision"],
    [{ action: "accept", decidedAt: "yesterday" }, "resumeValue.decidedAt"],
  ])(
    "%j is refused with the place of the fault, never with what stands there",
    async (value, field) => {
      const interrupt = await stand.raise(approval());
      const headers = { Authorization: ada };
      const heard = await post(stand.origin + runPath(interrupt), value, headers);
      expect([heard.status, heard.code]).toEqual([400, "validation_error"]);
      expect(JSON.stringify(heard.body)).toContain(`"${field}"`);
      expect(JSON.stringify(heard.body)).not.toMatch(/maybe|yesterday|approved|constructor/);
      expect((await stand.load(interrupt))?.version).toBe(1);
    },
  );

  it("cannot name who decided", async () => {
    const interrupt = await stand.raise(approval());
    const claimed = { action: "accept", decidedBy: "grace", voter: "grace" };
    await post(stand.origin + runPath(interrupt), claimed, { Authorization: ada });
    const { outcome } = (await stand.load(interrupt)) ?? {};
    expect(outcome).toMatchObject({ by: { id: "ada" }, resumeValue: { decidedBy: "ada" } });
  });
});
