import { LISTS } from "../../src/presentation/listing.ts";
import type { Log } from "../../src/core/log.ts";
import { reasonOf } from "./faults.ts";
import type { Rest } from "./rest.ts";

/** The choice of a list. */
export const LIST_OPTION = "list";

/**
 * The one command. Registered for each guild, so it is there at once and exists in no direct message.
 * Anybody may use it: it lists only what the asker may decide or see.
 */
export const PENDING = {
  type: 1,
  name: "pending",
  description: "List the requests that wait for your decision",
  options: [
    {
      type: 3,
      name: LIST_OPTION,
      description: "What waits for you, or everything that waits",
      required: false,
      choices: LISTS.map((list) => ({ name: list, value: list })),
    },
  ],
} as const;

/** All commands, as Discord takes them; `manifests/discord-commands.json` says the same. */
export const COMMANDS = [PENDING] as const;

/** Writes the commands of each guild. The same list again changes nothing; others of this bot go. */
export async function registerCommands(
  rest: Rest,
  log: Log,
  to: { readonly applicationId: string; readonly guilds: readonly string[] },
): Promise<void> {
  for (const guild of to.guilds) {
    try {
      await rest.call({
        method: "PUT",
        path: `/applications/${to.applicationId}/guilds/${guild}/commands`,
        body: COMMANDS,
      });
    } catch (error) {
      // Cards work without it, so it is no reason not to start.
      log.warn(
        { ...reasonOf(error), guild },
        "Could not register /pending in a Discord server; is the bot in it, invited with the scope applications.commands?",
      );
    }
  }
}
