import { allPermissions, defaultBotPermissions } from "./permission-bits.ts";
import { isSnowflake, type Snowflakes } from "./snowflake.ts";

export interface User {
  readonly id: string;
  readonly name: string;
  readonly bot: boolean;
  /** Whether the person lets bots write to them directly. */
  acceptsDirect: boolean;
}

export interface Member {
  readonly userId: string;
  roles: string[];
  permissions: bigint;
}

export interface Role {
  readonly id: string;
  readonly name: string;
  readonly permissions: bigint;
  readonly mentionable: boolean;
  readonly color: number;
}

export interface Guild {
  readonly id: string;
  readonly name: string;
  readonly roles: Map<string, Role>;
  readonly members: Map<string, Member>;
  botPermissions: bigint;
}

interface PlaceBase {
  readonly id: string;
  lastMessageId: string | null;
}

export interface TextChannel extends PlaceBase {
  readonly type: 0;
  readonly guildId: string;
  name: string;
  topic: string | null;
  readonly position: number;
  slowmode: number;
  /** Only here; otherwise what the guild gives the bot. */
  botPermissions?: bigint;
}

export interface DirectChannel extends PlaceBase {
  readonly type: 1;
  readonly recipientId: string;
}

export interface Thread extends PlaceBase {
  readonly type: 11 | 12;
  readonly guildId: string;
  readonly parentId: string;
  readonly ownerId: string;
  readonly createdAt: number;
  readonly members: Set<string>;
  name: string;
  archived: boolean;
  locked: boolean;
  invitable: boolean;
  archiveChangedAt: number;
  autoArchiveMinutes: number;
  slowmode: number;
  messageCount: number;
}

export type Place = TextChannel | DirectChannel | Thread;

export const isThread = (place: Place): place is Thread => place.type === 11 || place.type === 12;

export interface GuildOptions {
  readonly id: string;
  readonly name: string;
  readonly channels: readonly {
    readonly id: string;
    readonly name: string;
    readonly topic?: string;
    readonly botPermissions?: bigint;
  }[];
  readonly members: readonly {
    readonly id: string;
    readonly name: string;
    /** Role ids, or names; a role not declared under `roles` is made. */
    readonly roles?: readonly string[];
    readonly permissions?: bigint;
    readonly acceptsDirect?: boolean;
  }[];
  readonly roles?: readonly {
    readonly id: string;
    readonly name: string;
    readonly permissions?: bigint;
    readonly mentionable?: boolean;
    readonly color?: number;
  }[];
  /** What the bot may do here, exactly; by default what an approval bot is usually invited with. */
  readonly botPermissions?: bigint;
}

/** Who and where: guilds with their channels, roles and members, direct channels, threads. */
export class Directory {
  readonly users = new Map<string, User>();
  readonly guilds = new Map<string, Guild>();
  readonly places = new Map<string, Place>();
  readonly botId: string;
  readonly #snowflakes: Snowflakes;

  constructor(bot: { id: string; name: string }, snowflakes: Snowflakes) {
    this.botId = bot.id;
    this.#snowflakes = snowflakes;
    this.users.set(bot.id, { ...bot, bot: true, acceptsDirect: false });
  }

  get bot(): User {
    return this.user(this.botId);
  }

  user(id: string): User {
    const user = this.users.get(id);
    if (user === undefined) throw new Error(`nobody with the id ${id} lives here`);
    return user;
  }

  guild(id: string): Guild {
    const guild = this.guilds.get(id);
    if (guild === undefined) throw new Error(`there is no guild ${id}`);
    return guild;
  }

  addGuild(options: GuildOptions): void {
    const guild: Guild = {
      id: options.id,
      name: options.name,
      roles: new Map(),
      members: new Map(),
      botPermissions: options.botPermissions ?? defaultBotPermissions,
    };
    this.guilds.set(guild.id, guild);
    this.#addRole(guild, {
      id: guild.id,
      name: "@everyone",
      permissions: defaultMemberPermissions,
    });
    for (const role of options.roles ?? []) this.#addRole(guild, role);
    options.channels.forEach((channel, position) => this.#addChannel(guild, channel, position));
    this.#addMember(guild, this.botId, [`bot ${options.id}`], guild.botPermissions);
    for (const member of options.members) {
      const { id, name, acceptsDirect = true } = member;
      this.users.set(id, { id, name, bot: false, acceptsDirect });
      const permissions = member.permissions ?? defaultMemberPermissions;
      this.#addMember(guild, id, member.roles ?? [], permissions);
    }
  }

  directChannelWith(userId: string): DirectChannel {
    for (const place of this.places.values())
      if (place.type === 1 && place.recipientId === userId) return place;
    const id = this.#snowflakes.next();
    const channel: DirectChannel = { id, type: 1, recipientId: userId, lastMessageId: null };
    this.places.set(id, channel);
    return channel;
  }

  threads(): Thread[] {
    return [...this.places.values()].filter((place) => isThread(place));
  }

  channelsOf(guildId: string): TextChannel[] {
    const all = [...this.places.values()];
    return all.filter(
      (place): place is TextChannel => place.type === 0 && place.guildId === guildId,
    );
  }

  setRoles(guildId: string, userId: string, roles: readonly string[]): void {
    const guild = this.guild(guildId);
    const member = guild.members.get(userId);
    if (member === undefined) throw new Error(`${userId} is not a member of ${guildId}`);
    member.roles = roles.map((role) => this.#roleId(guild, role));
  }

  #addRole(guild: Guild, role: NonNullable<GuildOptions["roles"]>[number]): Role {
    const full = { permissions: 0n, mentionable: true, color: 0, ...role };
    guild.roles.set(full.id, full);
    return full;
  }

  #addChannel(guild: Guild, channel: GuildOptions["channels"][number], position: number): void {
    this.places.set(channel.id, {
      topic: null,
      ...channel,
      type: 0,
      guildId: guild.id,
      position,
      slowmode: 0,
      lastMessageId: null,
    });
  }

  #addMember(guild: Guild, userId: string, roles: readonly string[], permissions: bigint): void {
    const ids = roles.map((role) => this.#roleId(guild, role));
    guild.members.set(userId, { userId, roles: ids, permissions });
  }

  #roleId(guild: Guild, idOrName: string): string {
    if (guild.roles.has(idOrName)) return idOrName;
    const named = [...guild.roles.values()].find((role) => role.name === idOrName);
    if (named !== undefined) return named.id;
    const id = isSnowflake(idOrName) ? idOrName : this.#snowflakes.next();
    return this.#addRole(guild, { id, name: idOrName }).id;
  }
}

const defaultMemberPermissions = allPermissions(
  "viewChannel",
  "sendMessages",
  "embedLinks",
  "attachFiles",
  "readMessageHistory",
  "useApplicationCommands",
  "createPublicThreads",
  "createPrivateThreads",
  "sendMessagesInThreads",
);
