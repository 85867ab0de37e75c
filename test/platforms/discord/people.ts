import type { Json } from "./json.ts";
import type { Outcome } from "./interaction.ts";

/** The people door of the local Discord: what one person sees, and what one person can do. */

export interface Named {
  readonly id: string;
  readonly name: string;
}

export interface PeopleIndex {
  readonly platform: "discord";
  readonly people: readonly Named[];
  readonly places: readonly Named[];
}

export interface AuthorView extends Named {
  readonly bot: boolean;
}

interface AttachmentView {
  readonly id: string;
  readonly filename: string;
  readonly size: number;
  readonly url: string;
}

export interface MessageView {
  readonly id: string;
  /** The channel or thread it stands in. */
  readonly place: string;
  readonly author: AuthorView;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly kind: "message" | "reply" | "command-reply" | "thread-started" | "thread-starter";
  readonly content: string;
  /** Embeds and components in Discord's own form. */
  readonly embeds: readonly Json[];
  readonly components: readonly Json[];
  readonly attachments: readonly AttachmentView[];
  readonly edited: boolean;
  /** "Only you can see this". */
  readonly ephemeral: boolean;
  /** "… is thinking". */
  readonly loading: boolean;
  readonly mentionsMe: boolean;
  readonly replyTo?: { readonly id: string; readonly author: AuthorView; readonly text: string };
  readonly command?: { readonly name: string; readonly by: Named };
  readonly thread?: ThreadView;
}

export interface ThreadView extends Named {
  readonly private: boolean;
  readonly archived: boolean;
  readonly locked: boolean;
  readonly messages: readonly MessageView[];
}

export interface PlaceView extends Named {
  readonly kind: "channel" | "direct";
  readonly guild?: string;
  readonly topic?: string;
  readonly messages: readonly MessageView[];
  /** Threads that hang on no message. */
  readonly threads: readonly ThreadView[];
}

export interface ModalView {
  readonly id: string;
  readonly customId: string;
  readonly title: string;
  readonly components: readonly Json[];
  /** By input id; the empty key is about the whole modal. */
  readonly errors: Readonly<Record<string, string>>;
}

export interface NoticeView {
  readonly id: string;
  readonly place: string;
  readonly message?: string;
  readonly text: string;
}

export interface CommandView {
  readonly name: string;
  readonly description: string;
}

export interface PersonView {
  readonly platform: "discord";
  readonly revision: number;
  readonly me: Named;
  readonly bot: Named;
  /** To show mentions by name. */
  readonly people: readonly Named[];
  readonly roles: readonly Named[];
  readonly places: readonly PlaceView[];
  /** Private messages to this person, in whatever place. */
  readonly ephemerals: readonly MessageView[];
  readonly modal: ModalView | null;
  readonly notices: readonly NoticeView[];
  readonly commands: readonly CommandView[];
}

/** By input or component id: one text, or the chosen values. */
export type Values = Readonly<Record<string, string | readonly string[] | boolean>>;

export interface Press {
  readonly place: string;
  readonly message: string;
  /** The custom_id. */
  readonly action: string;
  /** What was chosen, for a select. */
  readonly values?: readonly string[];
}

export interface Submit {
  readonly modal: string;
  readonly values: Values;
}

export interface CommandCall {
  readonly place: string;
  readonly command: string;
  /** Options as Discord's client writes them, `name:value`; a lone text fills the first option. */
  readonly text?: string;
}

export interface Say {
  readonly place: string;
  readonly thread?: string;
  readonly text: string;
  /** The message that this replies to, whose author is pinged by it, as Discord's client does unless told not to. */
  readonly replyTo?: string;
  /** Told not to. */
  readonly silently?: boolean;
}

export type Said =
  { readonly ok: true; readonly message: string } | { readonly ok: false; readonly shown: string };

/** What one person sees and can do. Also the shape of the HTTP door, with `as` for who. */
export interface Person {
  view(): PersonView;
  /** Resolves when the bot has answered first (deferring counts), or the client gave up. */
  press(press: Press): Promise<Outcome>;
  submit(submit: Submit): Promise<Outcome>;
  /** Closing a modal tells the bot nothing. */
  close(modal: string): Outcome;
  command(call: CommandCall): Promise<Outcome>;
  say(say: Say): Said;
  /** Takes a private message or an error line off this person's screen. */
  dismiss(id: string): Outcome;
}

export type { Outcome } from "./interaction.ts";
