import type { Check } from "../../src/core/check.ts";
import { type Application, lowWords, readConnectionLimit } from "./application.ts";
import { SPARE_CONNECTIONS } from "./limits.ts";
import type { Rest } from "./rest.ts";

/** What `parley doctor` says of the gateway: what it brings, and how many connections it takes. */

export function contentCheck({ readsContent }: Application): Check {
  return {
    name: "Discord message content",
    ok: true,
    detail: readsContent
      ? "may be read: a typed answer is any message in the thread"
      : "may not be read: a typed answer has to mention the bot (the form works as well). To change that, switch on Message Content Intent under Bot.",
  };
}

export function membersCheck({ hearsMembers }: Application): Check {
  return {
    name: "Discord server members",
    ok: true,
    detail: hearsMembers
      ? "are heard of: whoever loses a role cannot decide with it from then on"
      : "are not heard of: who has a role may be as old as membershipMaxAgeMs of the roster says. To change that, switch on Server Members Intent under Bot.",
  };
}

/** Throws a Fault. */
export async function shardsCheck(rest: Rest): Promise<Check> {
  const name = "Discord shards";
  const { shards, remaining } = await readConnectionLimit(rest);
  if (remaining !== undefined && remaining <= SPARE_CONNECTIONS) {
    const mend = "Stop what restarts parley; Discord counts anew every day.";
    return { name, ok: false, detail: lowWords(remaining), mend };
  }
  const many = shards === 1 ? "one is enough" : `Discord wants ${shards}, which replicas share`;
  const left = remaining === undefined ? "" : `; ${remaining} connections may still begin today`;
  return { name, ok: true, detail: `${many}${left} (/readyz says what each replica holds)` };
}
