import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stringify } from "yaml";
import {
  AUDITOR,
  DISCORD_CHANNEL,
  GUILD,
  PEOPLE,
  SLACK_CHANNEL,
  TENANT,
  WORKSPACE,
} from "./world.ts";

/** Writes the roster of the demo's world into a folder, and tells where it is. */
export async function writeRoster(folder: string): Promise<string> {
  const path = join(folder, "roster.yaml");
  await writeFile(path, stringify(roster()));
  return path;
}

function roster() {
  const people = PEOPLE.filter(({ principal }) => principal !== undefined).map((person) => ({
    id: person.principal,
    name: person.name,
    tenants: [TENANT],
    accounts: [`slack:${WORKSPACE}/${person.slack}`, `discord:${person.discord}`],
    groups: ["finance"],
    override: person.override === true,
    scopes: ["approvals:respond", ...(person.seesAll === true ? ["interrupts:read"] : [])],
  }));
  const auditor = {
    id: AUDITOR.principal,
    name: AUDITOR.name,
    tenants: [TENANT],
    accounts: [],
    scopes: ["interrupts:read"],
  };
  const tenants = [
    {
      id: TENANT,
      slack: { workspace: WORKSPACE, channels: [SLACK_CHANNEL] },
      discord: { guild: GUILD, channels: [DISCORD_CHANNEL] },
    },
  ];
  return { principals: [...people, auditor], tenants };
}
