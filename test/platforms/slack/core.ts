import type { Changes } from "./changes.ts";
import type { Clock } from "./clock.ts";
import type { Dispatch } from "./delivery.ts";
import type { Events } from "./events.ts";
import type { Messages } from "./messages.ts";
import type { Notices } from "./notices.ts";
import type { ResponseUrls } from "./response-urls.ts";
import type { Triggers } from "./triggers.ts";
import type { Views } from "./views.ts";
import type { Workspace } from "./workspace.ts";

/** The parts of one local Slack, as its doors see them. */
export interface Core {
  readonly clock: Clock;
  readonly workspace: Workspace;
  readonly messages: Messages;
  readonly views: Views;
  readonly triggers: Triggers;
  readonly responseUrls: ResponseUrls;
  readonly dispatch: Dispatch;
  readonly events: Events;
  readonly notices: Notices;
  readonly changes: Changes;
  /** Scopes of the bot token. */
  readonly scopes: ReadonlySet<string>;
  /** Whether the app has this slash command. */
  commands(command: string): boolean;
  /** Members of user groups, by group id. */
  readonly groups: ReadonlyMap<string, string[]>;
  /** "http://127.0.0.1:PORT" */
  origin(): string;
}
