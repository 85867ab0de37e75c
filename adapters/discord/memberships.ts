import { type Client, GatewayDispatchEvents } from "discord.js";
import type { MembershipChange } from "../../src/presentation/platform.ts";
import { at } from "./json.ts";

/**
 * Hears whose roles may have changed. From the events themselves: the library says nothing of members and
 * roles that it does not keep, and it keeps few. Only those with the members intent come of other members;
 * that a role is gone comes to all (docs, events/gateway, list of intents).
 */
export function hearMemberships(client: Client, tell: (change: MembershipChange) => void): void {
  const { GuildMemberUpdate, GuildMemberRemove, GuildRoleDelete } = GatewayDispatchEvents;
  const say = (of: MembershipChange["of"], workspace: unknown, id: unknown) => {
    if (typeof workspace === "string" && typeof id === "string") tell({ workspace, of, id });
  };
  for (const event of [GuildMemberUpdate, GuildMemberRemove] as const) {
    client.ws.on(event, (data: unknown) => {
      say("member", at(data, "guild_id"), at(at(data, "user"), "id"));
    });
  }
  client.ws.on(GuildRoleDelete, (data: unknown) => {
    say("role", at(data, "guild_id"), at(data, "role_id"));
  });
}
