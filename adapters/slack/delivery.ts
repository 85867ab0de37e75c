import type { IncomingMessage } from "node:http";
import { parse } from "node:querystring";
import type { Mistrust } from "./signature.ts";

/** The most that is read of one request, in bytes: 4 MiB, as Bolt reads. */
const MAX_BYTES = 4 * 1024 * 1024;

/** What Slack sends of presses and forms: one field that holds JSON. */
const PAYLOAD = "payload=";

/** What was sent, as an object; or why it is not taken. */
export type Delivery = { readonly body: Readonly<Record<string, unknown>> } | Problem;

/** The reason says nothing of what was sent. */
export interface Problem {
  readonly status: 400 | 401 | 413;
  readonly reason: string;
}

/**
 * Reads one request once, checks that it is Slack's, and parses it. Only the check that Slack makes of the
 * connection (`ssl_check`, as a form) needs no signature; nothing but that one field is kept of it.
 */
export async function readDelivery(
  request: IncomingMessage,
  mistrust: Mistrust,
): Promise<Delivery> {
  const raw = await bytesOf(request);
  if (!Buffer.isBuffer(raw)) return raw;
  // With parameters, such as a charset, it is not what Slack sends.
  const isForm = request.headers["content-type"] === "application/x-www-form-urlencoded";
  const reason = mistrust(request.headers, raw);
  if (reason !== undefined) {
    const isCheck = isForm && raw.length < 1_000 && parse(raw.toString())["ssl_check"] === "1";
    return isCheck ? { body: { ssl_check: "1" } } : { status: 401, reason };
  }
  const body = parsed(raw.toString(), isForm);
  return body !== null && typeof body === "object" && !Array.isArray(body)
    ? { body: body as Readonly<Record<string, unknown>> }
    : { status: 400, reason: "its body is not what Slack sends" };
}

function parsed(text: string, isForm: boolean): unknown {
  try {
    return isForm ? parsedForm(text) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parsedForm(text: string): unknown {
  if (text.startsWith(PAYLOAD) && !text.includes("&")) {
    // The same as below for a single field, several times as fast.
    return JSON.parse(decodeURIComponent(text.slice(PAYLOAD.length).replaceAll("+", " ")));
  }
  const fields = parse(text);
  const { payload } = fields;
  return typeof payload === "string" ? JSON.parse(payload) : fields;
}

const TOO_LARGE: Problem = { status: 413, reason: "its body is too large" };
const CUT_OFF: Problem = { status: 400, reason: "its body did not come whole" };

/** The whole body, unless there is too much of it or too little. */
function bytesOf(request: IncomingMessage): Promise<Buffer | Problem> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= MAX_BYTES) return void chunks.push(chunk);
      // What still comes is thrown away, so that the answer can be read.
      request.removeAllListeners("data").resume();
      resolve(TOO_LARGE);
    });
    request.on("end", () => {
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
    });
    for (const cut of ["error", "close"]) {
      request.on(cut, () => {
        resolve(CUT_OFF);
      });
    }
  });
}
