import type { Application } from "./application.ts";
import type { Clock } from "./clock.ts";
import type { Json } from "./json.ts";

/** Signs as Discord does: Ed25519 over the timestamp and the exact bytes of the body. */
function signedHeaders(application: Application, clock: Clock, body: string): Json {
  const timestamp = Math.floor(clock.now() / 1000).toString();
  return {
    "content-type": "application/json",
    "user-agent": "Discord-Interactions/1.0 (+https://discord.com)",
    "x-signature-timestamp": timestamp,
    "x-signature-ed25519": application.sign(timestamp + body),
  };
}

export interface EndpointAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Sends one interaction to the application's endpoint. 202 and empty bodies answer nothing yet. */
export async function postToEndpoint(
  url: string,
  application: Application,
  clock: Clock,
  payload: Json,
): Promise<EndpointAnswer> {
  const body = JSON.stringify(payload);
  const headers = signedHeaders(application, clock, body) as Record<string, string>;
  return exchange(url, headers, body);
}

async function exchange(
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<EndpointAnswer> {
  const response = await fetch(url, { method: "POST", headers, body });
  const text = await response.text();
  const json = (response.headers.get("content-type") ?? "").includes("application/json");
  return { status: response.status, body: json && text !== "" ? JSON.parse(text) : undefined };
}

/**
 * What Discord does before it accepts an endpoint, and again from time to time: a ping that must be
 * answered, and one with a wrong signature that must be refused.
 */
export async function probeEndpoint(
  url: string,
  application: Application,
  clock: Clock,
  pingId: string,
): Promise<boolean> {
  const ping = { id: pingId, type: 1, token: "ping", version: 1, application_id: application.id };
  const answer = await postToEndpoint(url, application, clock, ping);
  const pong = answer.status === 200 && (answer.body as Json | undefined)?.["type"] === 1;
  const body = JSON.stringify(ping);
  const headers = signedHeaders(application, clock, body) as Record<string, string>;
  const forged = { ...headers, "x-signature-ed25519": "00".repeat(64) };
  const refused = await exchange(url, forged, body);
  return pong && refused.status === 401;
}
