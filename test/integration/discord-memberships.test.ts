import { afterEach, expect, it } from "vitest";
import { checkDiscord } from "../../adapters/discord/doctor.ts";
import { discordPlatform } from "../../adapters/discord/index.ts";
import { type LocalDiscord, startLocalDiscord } from "../platforms/discord/server.ts";
import { ADA, CHANNEL, EVE, FakeInbound, GUILD } from "./discord-stage.ts";
import { OwnStore } from "./discord-store.ts";

/** That somebody's roles have changed is heard where Discord lets us, so that what was read counts no more. */

const MANAGER = "500000000000000001";

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function start(
  membersEnabled: boolean,
): Promise<{ discord: LocalDiscord; inbound: FakeInbound }> {
  const discord = await startLocalDiscord({
    membersEnabled,
    guilds: [
      {
        id: GUILD,
        name: "Acme",
        channels: [{ id: CHANNEL, name: "finance" }],
        roles: [{ id: MANAGER, name: "manager" }],
        members: [
          { id: ADA, name: "Ada", roles: [MANAGER] },
          { id: EVE, name: "Eve" },
        ],
      },
    ],
  });
  open.push(() => discord.close());
  const inbound = new FakeInbound();
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const config = { token: discord.token, apiUrl: discord.apiUrl, guilds: [GUILD] };
  const platform = discordPlatform(config, { log, store: new OwnStore() });
  open.push(() => platform.stop());
  await platform.start(inbound);
  return { discord, inbound };
}

const detailOf = async (discord: LocalDiscord, name: string) => {
  const config = { token: discord.token, apiUrl: discord.apiUrl, guilds: [] };
  const checks = await checkDiscord(config, { guilds: [], channels: [] });
  return checks.find((each) => each.name === name);
};

it("Roles that change, members who leave and roles that are deleted are told, with the members intent", async () => {
  const { discord, inbound } = await start(true);
  discord.setRoles(GUILD, ADA, []);
  discord.removeMember(GUILD, EVE);
  discord.deleteRole(GUILD, MANAGER);
  await expect
    .poll(() => inbound.memberships)
    .toEqual([
      { workspace: GUILD, of: "member", id: ADA },
      { workspace: GUILD, of: "member", id: EVE },
      { workspace: GUILD, of: "role", id: MANAGER },
    ]);
  const check = await detailOf(discord, "Discord server members");
  expect(check).toMatchObject({ ok: true, detail: expect.stringMatching(/^are heard of/) });
});

it("Without it the connection is made all the same, and only roles that are deleted are told", async () => {
  const { discord, inbound } = await start(false);
  discord.setRoles(GUILD, ADA, []);
  discord.removeMember(GUILD, EVE);
  discord.deleteRole(GUILD, MANAGER);
  await expect
    .poll(() => inbound.memberships)
    .toEqual([{ workspace: GUILD, of: "role", id: MANAGER }]);
  const check = await detailOf(discord, "Discord server members");
  expect(check).toMatchObject({
    ok: true,
    detail: expect.stringContaining("Server Members Intent"),
  });
});

it("doctor says how many shards there are, and when too few connections are left to begin one", async () => {
  const { discord } = await start(false);
  const check = await detailOf(discord, "Discord shards");
  expect(check).toMatchObject({ ok: true, detail: expect.stringMatching(/^one is enough; 999/) });
  discord.sharding.shards = 3;
  const more = await detailOf(discord, "Discord shards");
  expect(more?.detail).toMatch(/^Discord wants 3, which replicas share; 999/);
  // Ten are kept, for whoever has to mend it.
  const low = await startLocalDiscord({ guilds: [], identifiesLeft: 10 });
  open.push(() => low.close());
  expect(await detailOf(low, "Discord shards")).toMatchObject({
    ok: false,
    detail: expect.stringContaining("Only 10 connections"),
    mend: expect.any(String),
  });
});
