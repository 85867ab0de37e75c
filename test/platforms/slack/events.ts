import { randomBytes } from "node:crypto";
import type { Clock } from "./clock.ts";
import type { Dispatch, Receipt } from "./delivery.ts";
import type { JsonObject } from "./json.ts";
import { wireMessage } from "./message-wire.ts";
import type { Messages, StoredMessage } from "./messages.ts";
import type { Channel, ChannelKind, Workspace } from "./workspace.ts";

/** docs.slack.dev/apis/events-api: at once, after a minute, after five. */
const RETRY_AFTER_MS = [0, 60_000, 300_000];

/** Without the scope an app cannot have subscribed. */
const SCOPE_OF: Record<ChannelKind, string> = {
  channel: "channels:history",
  group: "groups:history",
  im: "im:history",
  mpim: "mpim:history",
};

const REASON: Record<Exclude<Receipt["outcome"], "acknowledged">, string> = {
  late: "timeout",
  unreachable: "connection_failed",
  refused: "http_error",
};

export class Events {
  readonly #clock: Clock;
  readonly #workspace: Workspace;
  readonly #messages: Messages;
  readonly #dispatch: Dispatch;
  readonly #scopes: ReadonlySet<string>;
  #isInstalled = true;

  constructor(
    clock: Clock,
    workspace: Workspace,
    messages: Messages,
    dispatch: Dispatch,
    scopes: ReadonlySet<string>,
  ) {
    this.#clock = clock;
    this.#workspace = workspace;
    this.#messages = messages;
    this.#dispatch = dispatch;
    this.#scopes = scopes;
  }

  posted(message: StoredMessage, channel: Channel): void {
    const wire = this.#wire(message);
    this.#about(channel, { ...wire, event_ts: message.ts });
    const { userId } = this.#workspace.bot;
    const mentionsApp = message.mentions.some(
      (one) => one.kind === "user" && one.target === userId,
    );
    if (mentionsApp && !message.isFromApp && this.#scopes.has("app_mentions:read"))
      this.send({ ...wire, type: "app_mention", channel: channel.id, event_ts: message.ts });
  }

  /** `previous` as it stood on the wire before. */
  changed(message: StoredMessage, previous: JsonObject, channel: Channel): void {
    this.#hidden(channel, {
      subtype: "message_changed",
      message: this.#wire(message),
      previous_message: previous,
    });
  }

  deleted(previous: JsonObject, channel: Channel): void {
    this.#hidden(channel, {
      subtype: "message_deleted",
      previous_message: previous,
      deleted_ts: previous["ts"],
    });
  }

  #hidden(channel: Channel, event: JsonObject): void {
    const ts = this.#workspace.nextTs();
    this.#about(channel, { type: "message", ...event, hidden: true, ts, event_ts: ts });
  }

  #wire(message: StoredMessage): JsonObject {
    return wireMessage(this.#workspace, this.#messages, message);
  }

  #about(channel: Channel, event: JsonObject): void {
    if (!channel.members.has(this.#workspace.bot.userId)) return;
    if (!this.#scopes.has(SCOPE_OF[channel.kind])) return;
    this.send({ ...event, channel: channel.id, channel_type: channel.kind });
  }

  /** docs.slack.dev/reference/events/app_home_opened: neither channel name nor message; `view` once there is one. */
  homeOpened(user: string, view: object | undefined): void {
    const event_ts = this.#workspace.nextTs();
    const channel = this.#workspace.openDirectMessage([user]).id;
    const shown = view === undefined ? {} : { view };
    this.send({ type: "app_home_opened", user, channel, tab: "home", event_ts, ...shown });
  }

  /** docs.slack.dev/reference/events/subteam_members_changed */
  groupChanged(subteamId: string): void {
    const event_ts = this.#workspace.nextTs();
    const team = this.#workspace.team.id;
    this.send({ type: "subteam_members_changed", subteam_id: subteamId, team_id: team, event_ts });
  }

  /** False once somebody has removed the app: nothing that happens here reaches it any more. */
  get isInstalled(): boolean {
    return this.#isInstalled;
  }

  /** docs.slack.dev/reference/events/tokens_revoked: ids of those whose tokens they were, never a token. */
  tokensRevoked(): void {
    const tokens = { oauth: [], bot: [this.#workspace.bot.userId] };
    this.send({ type: "tokens_revoked", tokens, event_ts: this.#workspace.nextTs() });
  }

  /** docs.slack.dev/reference/events/app_uninstalled: both events come, in any order. */
  uninstalled(): void {
    this.tokensRevoked();
    this.send({ type: "app_uninstalled", event_ts: this.#workspace.nextTs() });
    this.#isInstalled = false;
  }

  /** Any event, wrapped as the Events API wraps it. */
  send(event: JsonObject): void {
    if (!this.#isInstalled) return;
    const { team, appId, bot, verificationToken } = this.#workspace;
    const payload: JsonObject = {
      token: verificationToken,
      team_id: team.id,
      context_team_id: team.id,
      context_enterprise_id: null,
      api_app_id: appId,
      event,
      type: "event_callback",
      event_id: `Ev${randomBytes(5).toString("hex").toUpperCase()}`,
      event_time: Math.floor(this.#clock.now() / 1_000),
      authorizations: [
        {
          enterprise_id: null,
          team_id: team.id,
          user_id: bot.userId,
          is_bot: true,
          is_enterprise_install: false,
        },
      ],
      is_ext_shared_channel: false,
      event_context: `4-${randomBytes(12).toString("base64url")}`,
    };
    void this.#attempt(payload, 0, "");
  }

  async #attempt(payload: JsonObject, attempt: number, reason: string): Promise<void> {
    const retry = attempt > 0 ? { retry: { attempt, reason } } : {};
    const parcel = { kind: "events_api", payload, acceptsResponse: false, ...retry } as const;
    const receipt = await this.#dispatch.send(parcel);
    const waitMs = RETRY_AFTER_MS[attempt];
    if (receipt.outcome === "acknowledged" || waitMs === undefined) return;
    const again = () => void this.#attempt(payload, attempt + 1, REASON[receipt.outcome]);
    if (waitMs === 0) again();
    else this.#clock.setTimer(waitMs, again);
  }
}
