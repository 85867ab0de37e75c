import { discordCode } from "./faults.ts";
import { at, listOf } from "./json.ts";
import type { Rest } from "./rest.ts";

/** Unknown member, unknown user (docs, topics/opcodes-and-status-codes): an answer, and it is no. */
const NOBODY: ReadonlySet<number> = new Set([10007, 10013]);

/** What a guild says of its members. Throws a Fault, one worth another try when nothing is known now. */
export function discordLookUps(rest: Pick<Rest, "call">) {
  return {
    async rolesOf(guild: string, user: string): Promise<readonly string[]> {
      try {
        const member = await rest.call({ method: "GET", path: `/guilds/${guild}/members/${user}` });
        return listOf(at(member, "roles")).filter((each) => typeof each === "string");
      } catch (error) {
        if (NOBODY.has(discordCode(error) ?? 0)) return [];
        throw error;
      }
    },
  };
}

export type DiscordLookUps = ReturnType<typeof discordLookUps>;
