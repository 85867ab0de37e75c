import type { Self } from "./cards.ts";
import { memberOf, type Rest, textOf } from "./rest.ts";

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
  const flags = memberOf(application, "flags");
  const url = memberOf(application, "interactions_endpoint_url");
  return {
    id: textOf(user, "id"),
    applicationId: textOf(application, "id"),
    readsContent: typeof flags === "number" && (flags & GATEWAY_MESSAGE_CONTENT) !== 0,
    interactionsUrl: typeof url === "string" ? url : undefined,
  };
}
