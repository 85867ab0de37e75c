import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stringify } from "yaml";
import { DISCORD_CHANNEL, GUILD, PEOPLE, SLACK_CHANNEL, TENANT, WORKSPACE } from "./world.ts";

/** Writes the roster of the demo's world into a folder, and tells where it is. */
export async function writeRoster(folder: string): Promise<string> {
  const path = join(folder, "roster.yaml");
  await writeFile(path, stringify(roster()));
  return path;
}

function roster() {
  const principals = PEOPLE.filter(({ principal }) => principal !== undefined).map((person) => ({
    id: person.principal,
    name: person.name,
    tenants: [TENANT],
    accounts: [`slack:${WORKSPACE}/${person.slack}`, `discord:${person.discord}`],
    groups: ["finance"],
  }));
  const tenants = [
    {
      id: TENANT,
      slack: { workspace: WORKSPACE, channels: [SLACK_CHANNEL] },
      discord: { guild: GUILD, channels: [DISCORD_CHANNEL] },
    },
  ];
  return { principals, tenants };
}
