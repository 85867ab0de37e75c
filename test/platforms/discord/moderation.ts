import { isThread } from "./directory.ts";
import { intent } from "./intents.ts";
import { removeMessage } from "./posting.ts";
import { deleteThread, setArchived } from "./threads.ts";
import { wireMember, wirePlace, wireUser } from "./wire.ts";
import type { World } from "./world.ts";

/** What moderators of a server can do to a bot: take rights, delete, archive, lock, change roles. */
export function moderation(world: World) {
  const { directory } = world;
  return {
    setBotPermissions(guildOrChannelId: string, permissions: bigint): void {
      const guild = directory.guilds.get(guildOrChannelId);
      const place = directory.places.get(guildOrChannelId);
      if (guild !== undefined) guild.botPermissions = permissions;
      else if (place?.type === 0) place.botPermissions = permissions;
      else throw new Error(`no guild or channel ${guildOrChannelId}`);
    },

    setRoles(guildId: string, userId: string, roles: readonly string[]): void {
      directory.setRoles(guildId, userId, roles);
      const member = directory.guild(guildId).members.get(userId);
      if (member !== undefined)
        world.outbox.emit({
          name: "GUILD_MEMBER_UPDATE",
          intent: intent.guildMembers,
          guildId,
          data: {
            guild_id: guildId,
            user: wireUser(directory.user(userId)),
            ...wireMember(member),
          },
        });
      world.changes.bump();
    },

    /** They leave, or are made to. */
    removeMember(guildId: string, userId: string): void {
      directory.guild(guildId).members.delete(userId);
      world.outbox.emit({
        name: "GUILD_MEMBER_REMOVE",
        intent: intent.guildMembers,
        guildId,
        data: { guild_id: guildId, user: wireUser(directory.user(userId)) },
      });
      world.changes.bump();
    },

    /** Nobody has it any more; of its members, no event says so. */
    deleteRole(guildId: string, roleId: string): void {
      const { roles, members } = directory.guild(guildId);
      roles.delete(roleId);
      for (const member of members.values())
        member.roles = member.roles.filter((id) => id !== roleId);
      world.outbox.emit({
        name: "GUILD_ROLE_DELETE",
        intent: intent.guilds,
        guildId,
        data: { guild_id: guildId, role_id: roleId },
      });
      world.changes.bump();
    },

    deleteMessage(id: string): void {
      const message = world.messages.get(id);
      if (message === undefined) throw new Error(`no message ${id}`);
      removeMessage(world, message);
    },

    deleteChannel(id: string): void {
      const place = directory.places.get(id);
      if (place === undefined || place.type === 1) throw new Error(`no channel ${id}`);
      if (isThread(place)) return deleteThread(world, place);
      for (const thread of directory.threads())
        if (thread.parentId === id) directory.places.delete(thread.id);
      directory.places.delete(id);
      world.outbox.emit({
        name: "CHANNEL_DELETE",
        intent: intent.guilds,
        guildId: place.guildId,
        data: wirePlace(world, place),
      });
      return world.changes.bump();
    },

    setThread(id: string, state: { readonly archived?: boolean; readonly locked?: boolean }): void {
      const thread = directory.places.get(id);
      if (thread === undefined || !isThread(thread)) throw new Error(`no thread ${id}`);
      thread.locked = state.locked ?? thread.locked;
      setArchived(world, thread, state.archived ?? thread.archived);
    },
  };
}

export type Moderation = ReturnType<typeof moderation>;
