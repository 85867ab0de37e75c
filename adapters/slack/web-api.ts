import { type Logger, type types, webApi } from "@slack/bolt";
import type { SlackConfig } from "./config.ts";
import type { Fault } from "../../src/core/fault.ts";
import { faultOf, unavailable } from "./faults.ts";
import { CLOCKS, LIMITS } from "./limits.ts";
import type { WholeText } from "../../src/presentation/whole.ts";
import type { Content } from "./render.ts";

/** The calls of Slack's that the adapter makes: each once, with a time-out, failures as Faults. */
export type SlackApi = ReturnType<typeof slackApi>;

/** Marks our cards in a channel's history. */
export const CARD_EVENT = "parley_card";

/** Whose a bot token is. */
export interface Identity {
  /** `T…` */
  readonly team: string;
  readonly name: string;
  /** The token is for a whole organisation, and for no workspace of its own. */
  readonly isOrgWide: boolean;
  /** What the token may do, where Slack says so. */
  readonly scopes?: readonly string[] | undefined;
  /** `B…`, by which the bot's own messages are known. */
  readonly bot?: string | undefined;
  /** `U…` */
  readonly botUser?: string | undefined;
}

/** A channel, or a thread in it. */
export interface Place {
  readonly channel: string;
  /** ts of the message that it hangs on. */
  readonly thread?: string | undefined;
}

/** A view that is up, and a mark of what it shows now. */
export interface ShownView {
  readonly id: string;
  readonly hash?: string | undefined;
}

/** Some of a channel's messages, newest first, as far as we look at them. */
interface HistoryPage {
  readonly messages: readonly { readonly ts?: string }[];
  readonly next?: string | undefined;
}

export const NO_PREVIEWS = { unfurl_links: false, unfurl_media: false };
/** chat.update has other defaults than chat.postMessage; with these both leave texts alone. */
const UNTOUCHED = { parse: "none", link_names: false } as const;

/** May a token with these scopes send files? Where Slack does not say which it has, it may. */
export function sendsFiles(scopes: readonly string[] | undefined): boolean {
  return scopes?.includes("files:write") ?? true;
}

/**
 * Options for a client of the Web API; a new object for each, since the libraries write into it. They have
 * no `headers`: a client would put its token there, and a client that shares the object would send it.
 */
export function clientOptions(
  config: Pick<SlackConfig, "apiUrl">,
  logger: Logger,
  timeout: number = CLOCKS.call,
): webApi.WebClientOptions {
  return {
    logger,
    timeout,
    // Slack has no idempotency: a library that repeats a post by itself shows a second card.
    retryConfig: { retries: 0 },
    // Otherwise one channel's limit pauses the calls of all of them.
    rejectRateLimitedCalls: true,
    ...(config.apiUrl === undefined ? {} : { slackApiUrl: config.apiUrl }),
  };
}

/** Hears how each call with a token went; may make another Fault of one that failed. */
export interface Heed {
  answered(): void;
  failed(fault: Fault): Fault;
}

const NO_HEED: Heed = { answered: () => undefined, failed: (fault) => fault };

/** The calls of one workspace, all with its own token. */
export function slackApi(
  token: string,
  config: Pick<SlackConfig, "apiUrl">,
  logger: Logger,
  heed: Heed = NO_HEED,
) {
  const client = new webApi.WebClient(token, clientOptions(config, logger));
  const quick = new webApi.WebClient(token, clientOptions(config, logger, CLOCKS.quickCall));
  const call = calling(heed);
  return {
    ...placeCalls(call, client, quick),
    ...channelCalls(call, client),
    ...personCalls(call, quick),
    ...directoryCalls(call, quick),
    ...fileCalls(call, client),
  };
}

type Call = <Answer>(method: string, made: () => Promise<Answer>) => Promise<Answer>;

function calling(heed: Heed): Call {
  return async (method, made) => {
    try {
      const answer = await made();
      heed.answered();
      return answer;
    } catch (error) {
      throw heed.failed(faultOf(method, error));
    }
  };
}

/** Whole texts. */
function fileCalls(call: Call, client: webApi.WebClient) {
  return {
    /** Puts texts into a channel as files, below a line of mrkdwn. They stand there a moment later. */
    async sendFiles(channel: string, line: string, files: readonly WholeText[]): Promise<void> {
      const uploads = files.map(({ name, text }) => ({ filename: name, file: Buffer.from(text) }));
      await call("files.completeUploadExternal", () =>
        client.filesUploadV2({ channel_id: channel, initial_comment: line, file_uploads: uploads }),
      );
    },
  };
}

/** Who people are, and who belongs to what. */
function directoryCalls(call: Call, quick: webApi.WebClient) {
  return {
    /** Ids of the members of a user group. */
    async membersOfGroup(group: string): Promise<readonly string[]> {
      const { users } = await call("usergroups.users.list", () =>
        quick.usergroups.users.list({ usergroup: group }),
      );
      return users ?? [];
    },

    /** What the workspace says of somebody; its e-mail address only with the scope for it. */
    async userInfo(user: string): Promise<webApi.UsersInfoResponse["user"]> {
      return (await call("users.info", () => quick.users.info({ user }))).user;
    },
  };
}

/** Who we are, and where things are. */
function placeCalls(call: Call, client: webApi.WebClient, quick: webApi.WebClient) {
  return {
    async whoAmI(): Promise<Identity> {
      const { bot_id, user_id, team_id, team, is_enterprise_install, response_metadata } =
        await call("auth.test", () => client.auth.test());
      if (team_id === undefined) throw unavailable("auth.test", "no team in the answer");
      return {
        team: team_id,
        name: team ?? "a workspace",
        isOrgWide: is_enterprise_install === true,
        scopes: response_metadata?.scopes,
        bot: bot_id,
        botUser: user_id,
      };
    },

    /** The channel of direct messages with somebody, `D…`: the same whenever it is asked for. */
    async openDirect(user: string): Promise<string> {
      const { channel } = await call("conversations.open", () =>
        client.conversations.open({ users: user }),
      );
      if (channel?.id === undefined)
        throw unavailable("conversations.open", "no channel in the answer");
      return channel.id;
    },

    /** Undefined when Slack does not say; a link is only nice to have. */
    async permalink(channel: string, ts: string): Promise<string | undefined> {
      const found = await quick.chat
        .getPermalink({ channel, message_ts: ts })
        .catch(() => undefined);
      return found?.permalink;
    },
  };
}

/** What everybody in a channel sees. */
function channelCalls(call: Call, client: webApi.WebClient) {
  return {
    /** Resolves with the new message's ts. */
    async post(
      { channel, thread }: Place,
      content: Content,
      payload: Record<string, string>,
    ): Promise<string> {
      const message = {
        channel,
        ...(thread === undefined ? {} : { thread_ts: thread }),
        ...content,
        ...NO_PREVIEWS,
        ...UNTOUCHED,
        metadata: { event_type: CARD_EVENT, event_payload: payload },
      };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Slack's, not a window's
      const { ts } = await call("chat.postMessage", () => client.chat.postMessage(message));
      if (ts === undefined) throw unavailable("chat.postMessage", "no ts in the answer");
      return ts;
    },

    /** Says something below a message; resolves with its ts. `metadata` is how it is found again. */
    async reply(
      channel: string,
      thread: string,
      content: Content,
      metadata?: types.MessageMetadata,
    ): Promise<string> {
      const message = {
        channel,
        thread_ts: thread,
        ...content,
        ...NO_PREVIEWS,
        ...UNTOUCHED,
        ...(metadata === undefined ? {} : { metadata }),
      };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Slack's, not a window's
      const { ts } = await call("chat.postMessage", () => client.chat.postMessage(message));
      if (ts === undefined) throw unavailable("chat.postMessage", "no ts in the answer");
      return ts;
    },

    async update(channel: string, ts: string, content: Content): Promise<void> {
      const message = { channel, ts, ...content, ...UNTOUCHED };
      await call("chat.update", () => client.chat.update(message));
    },

    /** From `oldest` to `latest`, each a ts. */
    async history(
      { channel, thread }: Place,
      { oldest, latest }: { readonly oldest: string; readonly latest: string },
      cursor: string | undefined,
    ): Promise<HistoryPage> {
      const asked = {
        channel,
        oldest,
        latest,
        inclusive: true,
        include_all_metadata: true,
        limit: LIMITS.historyPage,
        ...(cursor === undefined ? {} : { cursor }),
      };
      const page =
        thread === undefined
          ? await call("conversations.history", () => client.conversations.history(asked))
          : await call("conversations.replies", () =>
              client.conversations.replies({ ...asked, ts: thread }),
            );
      const next = page.response_metadata?.next_cursor;
      return { messages: page.messages ?? [], next: next === "" ? undefined : next };
    },
  };
}

/** What one person sees. */
function personCalls(call: Call, quick: webApi.WebClient) {
  return {
    async postEphemeral(
      channel: string,
      user: string,
      content: Content,
      thread: string | undefined,
    ): Promise<void> {
      const inThread = thread === undefined ? {} : { thread_ts: thread };
      const message = { channel, user, ...content, ...UNTOUCHED, ...inThread };
      await call("chat.postEphemeral", () => quick.chat.postEphemeral(message));
    },

    /** What somebody sees on the app's Home tab from now on. */
    async publishHome(user: string, view: types.HomeView): Promise<void> {
      await call("views.publish", () => quick.views.publish({ user_id: user, view }));
    },

    async openView(trigger: string, view: types.ModalView): Promise<ShownView> {
      const opened = () => quick.views.open({ trigger_id: trigger, view });
      return shownView("views.open", await call("views.open", opened));
    },

    /** Changes nothing when the view has changed since `hash`. */
    async updateView(
      id: string,
      hash: string | undefined,
      view: types.ModalView,
    ): Promise<ShownView> {
      const unchanged = hash === undefined ? {} : { hash };
      const updated = () => quick.views.update({ view_id: id, view, ...unchanged });
      return shownView("views.update", await call("views.update", updated));
    },
  };
}

function shownView(method: string, { view }: webApi.ViewsOpenResponse): ShownView {
  if (view?.id === undefined) throw unavailable(method, "no view in the answer");
  return { id: view.id, hash: view.hash };
}
