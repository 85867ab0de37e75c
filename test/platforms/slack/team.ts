import { randomBytes } from "node:crypto";
import type { Changes } from "./changes.ts";
import type { Clock } from "./clock.ts";
import type { Core } from "./core.ts";
import type { Dispatch } from "./delivery.ts";
import { Events } from "./events.ts";
import { Files } from "./files.ts";
import { Interactions } from "./interactions.ts";
import { Messages, type StoredMessage } from "./messages.ts";
import { Notices } from "./notices.ts";
import type { PersonDoor, Roster } from "./people.ts";
import { personDoor } from "./person.ts";
import { RateLimits, type RateScale } from "./rate-limits.ts";
import { ResponseUrls } from "./response-urls.ts";
import { Triggers } from "./triggers.ts";
import { Views, type OpenView } from "./views.ts";
import type { Installation } from "./web-api/serve.ts";
import { type AppIds, Workspace, type WorkspaceSetup } from "./workspace.ts";

/** What an approval bot asks for at its installation. */
const DEFAULT_SCOPES = [
  "chat:write",
  "commands",
  "im:write",
  "users:read",
  "channels:read",
  "groups:read",
  "channels:history",
  "groups:history",
  "im:history",
  "mpim:history",
  "usergroups:read",
  "files:write",
];

export interface TeamSetup extends WorkspaceSetup {
  botToken?: string;
  /** Scopes of the bot token. */
  scopes?: readonly string[];
  /** Members of user groups, by group id. */
  groups?: Readonly<Record<string, string[]>>;
  /** The app was installed in a whole organisation at once. */
  isOrgWide?: boolean;
}

/** What all teams have in common: one app, one way to it, one clock. */
export interface Shared {
  readonly app: AppIds;
  readonly clock: Clock;
  readonly changes: Changes;
  readonly dispatch: Dispatch;
  readonly scale: RateScale;
  /** The app is given to others, outside the Marketplace. */
  readonly isDistributed: boolean;
  /** False: the app was made without a Home tab. */
  readonly hasHome: boolean;
  /** The app's slash commands, with their slash; any is taken when absent. */
  readonly commands: readonly string[] | undefined;
  readonly origin: () => string;
}

/** What a test may look at; nothing of it can be changed from here. */
export interface Stored {
  readonly messages: readonly StoredMessage[];
  readonly ephemerals: readonly StoredMessage[];
  readonly views: readonly OpenView[];
  message(channel: string, ts: string): StoredMessage | undefined;
  inChannel(channel: string): StoredMessage[];
}

/** One workspace that has the app: who and what is there, and the token that is good there and nowhere else. */
export interface LocalTeam {
  readonly botToken: string;
  readonly workspace: Workspace;
  readonly stored: Stored;
  readonly events: Events;
  people(userId: string): PersonDoor;
  /** Somebody looks at the app's Home tab. */
  openHome(userId: string): void;
  /** What they see there. */
  homeOf(userId: string): OpenView | undefined;
  /** Changes who belongs to a user group, and says so to apps that may read groups. */
  setGroup(groupId: string, members: readonly string[]): void;
  roster(): Roster;
  /** The token is taken back, with or without an event that says so. */
  revoke(how?: { quietly?: boolean }): void;
  /** Somebody removes the app: two events, and then nothing comes from here any more. */
  uninstall(): void;
}

export interface OpenTeam {
  readonly local: LocalTeam;
  readonly core: Core;
  readonly installation: Installation;
}

export const made = (prefix: string) => prefix + randomBytes(16).toString("hex");

export function openTeam(setup: TeamSetup, shared: Shared): OpenTeam {
  const { clock, changes, dispatch, commands } = shared;
  const workspace = new Workspace(setup, clock, shared.app);
  const scopes = new Set(setup.scopes ?? DEFAULT_SCOPES);
  const messages = new Messages();
  const core: Core = {
    clock,
    workspace,
    messages,
    views: new Views(clock, workspace),
    triggers: new Triggers(clock),
    responseUrls: new ResponseUrls(),
    dispatch,
    events: new Events(clock, workspace, messages, dispatch, scopes),
    notices: new Notices(clock),
    files: new Files(clock),
    changes,
    scopes,
    isOrgWide: setup.isOrgWide ?? false,
    isDistributed: shared.isDistributed,
    hasHome: shared.hasHome,
    commands: (command) => scopes.has("commands") && (commands?.includes(command) ?? true),
    groups: new Map(Object.entries(setup.groups ?? {})),
    origin: shared.origin,
  };
  const token = setup.botToken ?? made("xoxb-local-");
  const limits = new RateLimits(clock, shared.scale, shared.isDistributed);
  const installation: Installation = { core, token, limits };
  return { core, installation, local: localTeam(core, installation) };
}

function localTeam(core: Core, installation: Installation): LocalTeam {
  const { workspace, events, views } = core;
  const interactions = new Interactions(core);
  return {
    botToken: installation.token,
    workspace,
    stored: storedOf(core),
    events,
    people: (id) => personDoor(core, interactions, id),
    openHome: (userId) => {
      events.homeOpened(userId, views.home(userId));
    },
    homeOf: (userId) => views.home(userId),
    setGroup: (groupId, members) => {
      core.groups.set(groupId, [...members]);
      if (core.scopes.has("usergroups:read")) events.groupChanged(groupId);
    },
    roster: () => rosterOf(workspace),
    revoke: ({ quietly = false } = {}) => {
      installation.refusal = "token_revoked";
      if (!quietly) events.tokensRevoked();
    },
    uninstall: () => {
      installation.refusal = "account_inactive";
      events.uninstalled();
    },
  };
}

const storedOf = ({ messages, views }: Core): Stored => ({
  get messages() {
    return messages.kept;
  },
  get ephemerals() {
    return messages.ephemerals;
  },
  get views() {
    return views.all;
  },
  message: (channel, ts) => messages.find(channel, ts),
  inChannel: (channel) => messages.inChannel(channel),
});

const rosterOf = (workspace: Workspace): Roster => ({
  platform: "slack",
  people: [...workspace.people.values()].map(({ id, name }) => ({ id, name })),
  places: [...workspace.channels.values()].map(({ id, name }) => ({ id, name })),
});
