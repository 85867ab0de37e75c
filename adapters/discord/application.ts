import { Fault } from "../../src/core/fault.ts";
import type { Self } from "./cards.ts";
import { SPARE_CONNECTIONS } from "./limits.ts";
import { at, textOf } from "./json.ts";
import type { Rest } from "./rest.ts";

/** The application behind the token. */
export interface Application extends Self {
  readonly applicationId: string;
  /** Set when interactions go to a web address, and so never to us. */
  readonly interactionsUrl?: string | undefined;
}

/**
 * Flags of an application that may read the content of messages (docs, resources/application): the full
 * permission, and the one that small bots have by a switch.
 */
const GATEWAY_MESSAGE_CONTENT = (1 << 18) | (1 << 19);

/** Asks Discord who we are and what we may read. */
export async function readApplication(rest: Rest): Promise<Application> {
  const [user, application] = await Promise.all([
    rest.call({ method: "GET", path: "/users/@me" }),
    rest.call({ method: "GET", path: "/applications/@me" }),
  ]);
  const flags = at(application, "flags");
  const url = at(application, "interactions_endpoint_url");
  return {
    id: textOf(user, "id"),
    applicationId: textOf(application, "id"),
    readsContent: typeof flags === "number" && (flags & GATEWAY_MESSAGE_CONTENT) !== 0,
    interactionsUrl: typeof url === "string" ? url : undefined,
  };
}

/**
 * Throws when so few connections are left today that a loop of restarts would use them up, after which
 * Discord resets the token and the bot is gone until somebody puts in a new one.
 */
export async function requireConnections(rest: Rest): Promise<void> {
  const answer = await rest.call({ method: "GET", path: "/gateway/bot" });
  const limit = at(answer, "session_start_limit");
  const remaining = at(limit, "remaining");
  if (typeof remaining !== "number" || remaining > SPARE_CONNECTIONS) return;
  const resetAfter = at(limit, "reset_after");
  throw new Fault(
    "platform-refused",
    `Only ${remaining} connections to Discord are left today, so parley makes none: find out what restarts it so often.`,
    {
      retryable: true,
      ...(typeof resetAfter === "number" ? { retryAfterMs: resetAfter } : {}),
    },
  );
}
