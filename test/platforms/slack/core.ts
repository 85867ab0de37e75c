import type { Clock } from "./clock.ts";
import type { Dispatch } from "./delivery.ts";
import type { Files } from "./files.ts";
import type { Notices } from "./notices.ts";
import type { Board } from "./posting.ts";
import type { ResponseUrls } from "./response-urls.ts";
import type { Triggers } from "./triggers.ts";
import type { Views } from "./views.ts";

/** The parts of one local Slack, as its doors see them. */
export interface Core extends Board {
  readonly clock: Clock;
  readonly views: Views;
  readonly triggers: Triggers;
  readonly responseUrls: ResponseUrls;
  readonly dispatch: Dispatch;
  readonly notices: Notices;
  readonly files: Files;
  /** Scopes of the bot token. */
  readonly scopes: ReadonlySet<string>;
  /** Whether the app was installed in a whole organisation, of which this is one workspace. */
  readonly isOrgWide: boolean;
  /** Whether the app is given to others, outside the Marketplace. */
  readonly isDistributed: boolean;
  /** Whether the app has a Home tab. */
  readonly hasHome: boolean;
  /** Whether the app has this slash command. */
  commands(command: string): boolean;
  /** "http://127.0.0.1:PORT" */
  origin(): string;
}
