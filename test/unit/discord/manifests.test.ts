import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../../adapters/discord/commands.ts";
import {
  inviteUrl,
  missingOf,
  NEEDED,
  type PermissionFacts,
  PERMISSIONS,
  permissionsIn,
} from "../../../adapters/discord/permissions.ts";
import { readCommands } from "../../platforms/discord/body/command.ts";

const manifest = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(`../../../manifests/${name}`, import.meta.url), "utf8"));

describe("The Discord manifests", () => {
  it("list the commands that are registered, in a form that Discord takes", async () => {
    expect(await manifest("discord-commands.json")).toEqual(COMMANDS);
    readCommands(COMMANDS);
  });

  it("ask for the permissions that are checked, each with its reason", async () => {
    expect(await manifest("discord-permissions.json")).toMatchObject({
      permissions: String(PERMISSIONS),
      reasons: NEEDED,
      invite: inviteUrl("APPLICATION_ID"),
    });
    // 2^10 + 2^11 + 2^14 + 2^16 + 2^35 + 2^38
    expect(PERMISSIONS).toBe(
      1024n + 2048n + 16_384n + 65_536n + 34_359_738_368n + 274_877_906_944n,
    );
  });
});

describe("Permissions in a channel", () => {
  const facts: PermissionFacts = {
    guildId: "1",
    ownerId: "9",
    memberId: "5",
    memberRoles: ["2"],
    roles: [
      { id: "1", permissions: "0" },
      { id: "2", permissions: String(PERMISSIONS) },
      { id: "3", permissions: "8" },
    ],
    overwrites: [],
  };
  const missing = (change: Partial<PermissionFacts>) =>
    missingOf(permissionsIn({ ...facts, ...change }));
  const view = String(1n << 10n);

  it("come from the member's own roles, everything for owners and administrators", () => {
    expect(missing({})).toEqual([]);
    expect(missing({ memberRoles: [] })).toHaveLength(NEEDED.length);
    expect(missing({ memberRoles: [], ownerId: "5" })).toEqual([]);
    expect(missing({ memberRoles: ["3"] })).toEqual([]);
  });

  it("are changed by the channel: everybody first, then roles, then the member", () => {
    const everybody = { id: "1", allow: "0", deny: view };
    expect(missing({ overwrites: [everybody] })).toEqual(["View Channels"]);
    expect(missing({ overwrites: [{ id: "2", allow: view, deny: "0" }, everybody] })).toEqual([]);
    expect(missing({ overwrites: [{ id: "2", allow: view, deny: view }] })).toEqual([]);
    const member = { id: "5", allow: "0", deny: view };
    expect(missing({ overwrites: [member, { id: "2", allow: view, deny: "0" }] })).toEqual([
      "View Channels",
    ]);
    expect(missing({ overwrites: [{ id: "3", allow: "0", deny: view }] })).toEqual([]);
  });
});
