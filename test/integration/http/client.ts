import { connect } from "node:net";
import { expect } from "vitest";
import { registeredStatus } from "../../../src/core/error-codes.ts";
import { envelopeProblems } from "../../../src/core/error-envelope.ts";
import type { Json } from "../../../src/core/json.ts";

export interface Heard {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, Json>>;
  /** `error` of the envelope; undefined for what was done. */
  readonly code: string | undefined;
  /** It was given to an earlier request with the same key. */
  readonly replayed: boolean;
}

/** Sends a request, and holds the answer to what is promised of every one of them. */
export async function send(url: string, init: RequestInit = {}): Promise<Heard> {
  return heardIn(await fetch(url, init));
}

/** An answer to a door: `{ "resumeValue": … }` as JSON. */
export async function post(
  url: string,
  resumeValue: Json,
  headers: Readonly<Record<string, string>> = {},
): Promise<Heard> {
  return send(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify({ resumeValue }),
  });
}

/** Sends bytes as they are and gives the first response to them, once the other side has hung up. */
export async function sendRaw(port: number, bytes: string | Buffer): Promise<Heard> {
  const text = await exchange(port, bytes);
  const [head = "", body = ""] = text.split("\r\n\r\n", 2);
  const [line = "", ...lines] = head.split("\r\n");
  const headers = new Headers(
    lines.map((each): [string, string] => {
      const colon = each.indexOf(":");
      return [each.slice(0, colon), each.slice(colon + 1)];
    }),
  );
  const status = Number(line.split(" ")[1]);
  if (Number.isNaN(status)) throw new Error(`no response: ${JSON.stringify(text.slice(0, 200))}`);
  const length = Number(headers.get("Content-Length") ?? Infinity);
  return heardIn(new Response(Buffer.from(body).subarray(0, length), { status, headers }));
}

function exchange(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let heard = "";
    socket.setTimeout(8_000, () => socket.destroy(new Error("nothing was answered")));
    socket.on("data", (chunk) => (heard += chunk.toString()));
    // Who hangs up before having read everything resets the connection; what was answered counts.
    socket.once("error", (error) => {
      if (heard === "") reject(error);
    });
    socket.once("close", () => {
      resolve(heard);
    });
    socket.write(bytes);
  });
}

async function heardIn(response: Response): Promise<Heard> {
  const { status, headers } = response;
  const text = await response.text();
  expect(headers.get("OpenWOP-Version")).toBe("2.1");
  expect(headers.get("Cache-Control")).toBe("no-store");
  expect(headers.get("Referrer-Policy")).toBe("no-referrer");
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(headers.get("Content-Type")).toBe("application/json; charset=utf-8");
  const body = JSON.parse(text) as Heard["body"];
  const { error } = body;
  const code = status >= 400 && typeof error === "string" ? error : undefined;
  if (status >= 400) {
    expect(envelopeProblems(body)).toEqual([]);
    expect(registeredStatus(code ?? "")).toBe(status);
  }
  // RFC 9110, section 15.5.2; and when to try again is told in a header alone.
  expect(headers.has("WWW-Authenticate")).toBe(status === 401);
  expect(headers.has("Retry-After")).toBe(status === 429 || status === 503);
  const marker = headers.get("OpenWOP-Idempotent-Replay");
  expect([null, "true"]).toContain(marker);
  return { status, headers, body, code, replayed: marker === "true" };
}
