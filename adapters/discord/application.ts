import { Fault } from "../../src/core/fault.ts";
import type { Self } from "./cards.ts";
import { SPARE_CONNECTIONS } from "./limits.ts";
import { at, textOf } from "./json.ts";
import type { Rest } from "./rest.ts";

/** The application behind the token. */
export interface Application extends Self {
  readonly applicationId: string;
  /** May it be told whose roles change? */
  readonly hearsMembers: boolean;
  /** Set when interactions go to a web address, and so not through the gateway. */
  readonly interactionsUrl?: string | undefined;
  /** What interactions over HTTP are signed with, in hexadecimal digits. */
  readonly publicKey?: string | undefined;
}

/**
 * Flags of an application that may read the content of messages (docs, resources/application): the full
 * permission, and the one that small bots have by a switch.
 */
const GATEWAY_MESSAGE_CONTENT = (1 << 18) | (1 << 19);
/** The same for the members of its servers. */
const GATEWAY_GUILD_MEMBERS = (1 << 14) | (1 << 15);

/** Asks Discord who we are and what we may read. */
export async function readApplication(rest: Rest): Promise<Application> {
  const [user, application] = await Promise.all([
    rest.call({ method: "GET", path: "/users/@me" }),
    rest.call({ method: "GET", path: "/applications/@me" }),
  ]);
  const flags = numberOf(at(application, "flags")) ?? 0;
  const url = at(application, "interactions_endpoint_url");
  const key = at(application, "verify_key");
  return {
    id: textOf(user, "id"),
    applicationId: textOf(application, "id"),
    readsContent: (flags & GATEWAY_MESSAGE_CONTENT) !== 0,
    hearsMembers: (flags & GATEWAY_GUILD_MEMBERS) !== 0,
    interactionsUrl: typeof url === "string" ? url : undefined,
    publicKey: typeof key === "string" ? key : undefined,
  };
}

/** Beyond what one process could ever hold: an answer of more is not believed, and refused. */
const MOST_SHARDS = 1_000;

/** How many sessions may still begin today, over all replicas (docs, events/gateway, session start limit). */
export interface ConnectionLimit {
  readonly remaining: number | undefined;
  readonly resetAfterMs: number | undefined;
  /** Buckets that may introduce themselves at the same time. */
  readonly concurrency: number;
  /** How many shards Discord recommends (docs, events/gateway, get gateway bot). */
  readonly shards: number;
}

/** Asks Discord how many connections are left. Throws a Fault, also where the shards it wants cannot be. */
export async function readConnectionLimit(rest: Rest): Promise<ConnectionLimit> {
  const answer = await rest.call({ method: "GET", path: "/gateway/bot" });
  const limit = at(answer, "session_start_limit");
  return {
    remaining: numberOf(at(limit, "remaining")),
    resetAfterMs: numberOf(at(limit, "reset_after")),
    concurrency: numberOf(at(limit, "max_concurrency")) ?? 1,
    shards: believableShards(numberOf(at(answer, "shards")) ?? 1),
  };
}

/** At least one. What is said wrongly now may be said rightly later. */
function believableShards(answered: number): number {
  if (Number.isInteger(answered) && answered <= MOST_SHARDS) return Math.max(1, answered);
  const words = `Discord answered that it wants ${answered} shards; parley opens whole numbers up to ${MOST_SHARDS}`;
  throw new Fault("platform-unavailable", words, { retryable: true });
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/**
 * Throws when so few connections are left today that a loop of restarts would use them up, after which
 * Discord resets the token and the bot is gone until somebody puts in a new one.
 */
export async function requireConnections(rest: Rest): Promise<void> {
  const { remaining, resetAfterMs } = await readConnectionLimit(rest);
  if (remaining === undefined || remaining > SPARE_CONNECTIONS) return;
  throw new Fault("platform-refused", lowWords(remaining), {
    retryable: true,
    ...(resetAfterMs === undefined ? {} : { retryAfterMs: resetAfterMs }),
  });
}

/** What is to be said while too few connections are left. */
export function lowWords(remaining: number): string {
  return `Only ${remaining} connections to Discord are left today, so parley makes none: find out what restarts it so often.`;
}
