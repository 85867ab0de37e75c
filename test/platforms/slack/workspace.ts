import { randomBytes } from "node:crypto";
import type { Clock } from "./clock.ts";

export interface PersonSetup {
  id: string;
  name: string;
  /** IANA zone, as users.info gives it. */
  tz?: string;
  /** In other workspaces than this one: Slack Connect. */
  homeTeam?: string;
  isGuest?: boolean;
  isDeactivated?: boolean;
  email?: string;
  /** True unless said otherwise. */
  isEmailConfirmed?: boolean;
}

export interface ChannelSetup {
  id: string;
  name: string;
  members: string[];
  isPrivate?: boolean;
  isArchived?: boolean;
  /** True unless said otherwise. */
  botIsMember?: boolean;
}

export interface WorkspaceSetup {
  workspace?: { id: string; name: string };
  people: PersonSetup[];
  channels: ChannelSetup[];
}

/** The app itself, the same wherever it is installed. */
export interface AppIds {
  readonly id: string;
  /** The old verification token that every payload still carries. */
  readonly verificationToken: string;
}

export type ChannelKind = "channel" | "group" | "im" | "mpim";

export interface Channel {
  readonly id: string;
  readonly name: string;
  readonly kind: ChannelKind;
  readonly members: Set<string>;
  isArchived: boolean;
  readonly createdAtMs: number;
}

const made = (prefix: string) => prefix + randomBytes(5).toString("hex").toUpperCase();

export const newApp = (): AppIds => ({
  id: made("A"),
  verificationToken: randomBytes(12).toString("hex"),
});

/** Who is there and where they talk: one team, with the app installed in it. */
export class Workspace {
  readonly team: { id: string; name: string; domain: string };
  readonly appId: string;
  readonly bot = { userId: made("U"), botId: made("B"), name: "parley" };
  readonly verificationToken: string;
  readonly people: ReadonlyMap<string, PersonSetup>;
  readonly channels = new Map<string, Channel>();
  readonly #clock: Clock;
  #lastMicros = 0;

  constructor(setup: WorkspaceSetup, clock: Clock, app: AppIds) {
    this.appId = app.id;
    this.verificationToken = app.verificationToken;
    const { id, name } = setup.workspace ?? { id: made("T"), name: "Local workspace" };
    this.team = { id, name, domain: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-") };
    this.people = new Map(setup.people.map((person) => [person.id, person]));
    this.#clock = clock;
    for (const channel of setup.channels) this.#addChannel(channel);
  }

  #addChannel({
    id,
    name,
    members,
    isPrivate,
    isArchived,
    botIsMember = true,
  }: ChannelSetup): void {
    this.channels.set(id, {
      id,
      name,
      kind: isPrivate ? "group" : "channel",
      members: new Set(botIsMember ? [...members, this.bot.userId] : members),
      isArchived: isArchived ?? false,
      createdAtMs: this.#clock.now(),
    });
  }

  isUser(id: string): boolean {
    return this.people.has(id) || id === this.bot.userId;
  }

  /** The conversation between the app and these people, if they ever opened one. */
  directMessage(userIds: readonly string[]): Channel | undefined {
    const members = new Set([...userIds, this.bot.userId]);
    return [...this.channels.values()].find(
      (channel) =>
        (channel.kind === "im" || channel.kind === "mpim") &&
        channel.members.size === members.size &&
        [...members].every((id) => channel.members.has(id)),
    );
  }

  openDirectMessage(userIds: readonly string[]): Channel {
    const open = this.directMessage(userIds);
    if (open) return open;
    const many = userIds.length > 1;
    const channel: Channel = {
      id: made(many ? "G" : "D"),
      name: many ? `mpdm-${userIds.map((id) => this.nameOf(id)).join("--")}-1` : "directmessage",
      kind: many ? "mpim" : "im",
      members: new Set([...userIds, this.bot.userId]),
      isArchived: false,
      createdAtMs: this.#clock.now(),
    };
    this.channels.set(channel.id, channel);
    return channel;
  }

  nameOf(userId: string): string {
    if (userId === this.bot.userId) return this.bot.name;
    return this.people.get(userId)?.name ?? userId;
  }

  /** Slack's handle: what `user.name` and `user_name` carry. Editable, so nothing may be decided by it. */
  handleOf(userId: string): string {
    return this.nameOf(userId).toLowerCase().replaceAll(/\s+/g, ".");
  }

  /** A message's identity: seconds and six decimals, unlike any before, growing with time. */
  nextTs(): string {
    this.#lastMicros = Math.max(this.#lastMicros + 1, this.#clock.now() * 1_000 + 100);
    const seconds = Math.floor(this.#lastMicros / 1_000_000);
    return `${seconds}.${String(this.#lastMicros % 1_000_000).padStart(6, "0")}`;
  }
}

export const makeId = made;
