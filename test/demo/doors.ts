import { type Json, members } from "./json.ts";

const ANSWER_WITHIN_MS = 10_000;

/** What an HTTP door said. */
export interface Answer {
  readonly status: number;
  /** The JSON of its body. */
  readonly body: unknown;
  /** Of its headers: those that are promised. */
  readonly etag: string | null;
  readonly replayed: boolean;
  readonly challenge: string | null;
}

export interface Sent {
  readonly idempotencyKey?: string;
  readonly ifMatch?: string;
  /** Another body than `{ resumeValue }`, as it is. */
  readonly body?: string;
  readonly contentType?: string;
}

/** The HTTP doors, as engines and holders of links use them. */
export interface Doors {
  /** Answers what waits on a node. `key` is an API key; undefined sends none. */
  byRun(
    key: string | undefined,
    place: { readonly runId: string; readonly nodeId: string },
    resumeValue: Json,
    sent?: Sent,
  ): Promise<Answer>;
  byToken(token: string, resumeValue: Json, sent?: Sent): Promise<Answer>;
  inspect(token: string): Promise<Answer>;
  get(path: string): Promise<Answer>;
}

/** `origin` is asked each time: the bot has another port after a restart. */
export function doorsAt(origin: () => string): Doors {
  const send = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const response = await fetch(`${origin()}${path}`, { ...init, signal });
    const { headers, status } = response;
    return {
      status,
      body: await response.json(),
      etag: headers.get("etag"),
      replayed: headers.get("openwop-idempotent-replay") === "true",
      challenge: headers.get("www-authenticate"),
    };
  };
  const post = (path: string, resumeValue: Json, sent: Sent = {}, key?: string) =>
    send(path, {
      method: "POST",
      headers: {
        "content-type": sent.contentType ?? "application/json",
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(sent.idempotencyKey === undefined ? {} : { "idempotency-key": sent.idempotencyKey }),
        ...(sent.ifMatch === undefined ? {} : { "if-match": sent.ifMatch }),
      },
      body: sent.body ?? JSON.stringify({ resumeValue }),
    });
  return {
    byRun: (key, { runId, nodeId }, resumeValue, sent) =>
      post(`/runs/${segmentOf(runId)}/interrupts/${nodeId}`, resumeValue, sent, key),
    byToken: (token, resumeValue, sent) => post(`/interrupts/${token}`, resumeValue, sent),
    inspect: (token) => send(`/interrupts/${token}`),
    get: (path) => send(path),
  };
}

/** An id as one segment of a path: its slash as `~2F` (interrupt specification, identity). */
function segmentOf(runId: string): string {
  return runId.replace("/", "~2F");
}

/** The code of an error envelope, and what it says of the place that is wrong. */
export function refusalIn({ body }: Answer): { readonly error: unknown; readonly fields: unknown } {
  const { error, details } = members(body);
  const { field, problems } = members(details);
  const named = Array.isArray(problems) ? problems.map((each) => members(each)["field"]) : [];
  return { error, fields: field === undefined ? named : [field] };
}
