import { createPublicKey, type KeyObject, verify } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Log } from "../../src/core/log.ts";
import { seldom } from "../../src/waiting/seldom.ts";
import { interactionFrom } from "./from-payload.ts";
import { at } from "./json.ts";
import type { PlainInteraction } from "./receive.ts";

/** Where Discord sends interactions when an Interactions Endpoint URL is set. */
export const INTERACTIONS_PATH = "/discord/interactions";

/** A request's time may be so far from ours, before and after: one that was overheard is good no longer. */
const MAX_APART_S = 300;
/** The largest interaction is a sent form of five inputs beside the message it came from. */
const MAX_BODY_BYTES = 1024 * 1024;
/** One line a minute for each reason: whoever knows the address can send requests. */
const SAY_EVERY_MS = 60_000;
const PING = 1;

export interface DoorDeps {
  /** 64 hexadecimal digits, as the developer portal shows it. */
  readonly publicKey: string;
  readonly log: Log;
  /** Undefined while nobody is there to take an interaction. */
  readonly take: () => ((interaction: PlainInteraction) => void) | undefined;
  readonly now?: () => number;
}

/**
 * The door for interactions over HTTP. Whatever is not signed by Discord gets 401, which Discord tries out
 * before it accepts the address. Everything else gets 202 and is answered by the callback endpoint, as what
 * comes by the gateway is: one way to answer, whose result is known, and files can go with it.
 */
export function interactionsDoor(deps: DoorDeps): RequestListener {
  const key = keyOf(deps.publicKey);
  const now = deps.now ?? Date.now;
  const isDue = seldom(SAY_EVERY_MS);
  const refuse = (response: ServerResponse, status: number, reason: string) => {
    if (isDue(reason)) {
      deps.log.warn({ reason }, "A request to Discord's interactions address was refused");
    }
    end(response, status);
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    if (body === undefined) {
      // The rest of it is not read.
      response.setHeader("Connection", "close");
      return refuse(response, 413, "it is larger than any interaction");
    }
    const problem = problemOf(request, body, key, now());
    if (problem !== undefined) return refuse(response, 401, problem);
    const payload = parsed(body);
    if (at(payload, "type") === PING) return pong(response);
    const interaction = interactionFrom(payload);
    if (interaction === undefined) return refuse(response, 400, "it is no interaction");
    const take = deps.take();
    if (take === undefined) return refuse(response, 503, "parley is starting or stopping");
    end(response, 202);
    return take(interaction);
  }

  return (request, response) => {
    if (request.method !== "POST") {
      response.setHeader("Allow", "POST");
      return end(response, 405);
    }
    answer(request, response).catch(() => {
      // The connection broke while the body came.
      if (!response.headersSent) end(response, 400);
    });
    return undefined;
  };
}

/** DER of an Ed25519 public key up to the key itself (RFC 8410). */
const ED25519 = Buffer.from("302a300506032b6570032100", "hex");

function keyOf(publicKey: string): KeyObject {
  const der = Buffer.concat([ED25519, Buffer.from(publicKey, "hex")]);
  return createPublicKey({ key: der, format: "der", type: "spki" });
}

/** Why a request is not to be believed; never what it says. */
function problemOf(
  { headers }: IncomingMessage,
  body: Buffer,
  key: KeyObject,
  nowMs: number,
): string | undefined {
  const signature = headers["x-signature-ed25519"];
  const timestamp = headers["x-signature-timestamp"];
  if (typeof signature !== "string" || typeof timestamp !== "string") return "it is not signed";
  if (!/^[0-9a-f]{128}$/i.test(signature)) return "its signature is none";
  if (!/^\d{1,12}$/.test(timestamp)) return "its time is none";
  const signed = Buffer.concat([Buffer.from(timestamp), body]);
  if (!verify(null, signed, key, Buffer.from(signature, "hex"))) {
    return "its signature is wrong: compare DISCORD_PUBLIC_KEY with Public Key under General Information";
  }
  const ageS = nowMs / 1000 - Number(timestamp);
  if (ageS > MAX_APART_S) return "it was signed too long ago: check the clock of this machine";
  if (ageS < -MAX_APART_S) return "it was signed in the future: check the clock of this machine";
  return undefined;
}

/** The bytes as they came; undefined when there are too many. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Who sends too much is told so, which needs the connection.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

function pong(response: ServerResponse): void {
  response.writeHead(200, { "Content-Type": "application/json" });
  response.end(JSON.stringify({ type: PING }));
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}
