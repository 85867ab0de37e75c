import type { Config } from "../../src/config.ts";
import type { PlatformName } from "../../src/core/interrupt.ts";

/** What one person sees and does on a chat platform, whatever the platform calls it. */
export interface Driver {
  readonly platform: PlatformName;
  /** What parley is told to find the local platform. */
  readonly settings: Pick<Config, "slack" | "discord">;
  /** What a roster says of the tenant: its workspace or guild, and the main channel. */
  readonly home: Readonly<Record<string, unknown>>;
  /** How a roster spells somebody's account. */
  accountOf(who: string): string;
  /** How a roster spells a group of the platform's own, in which Grace and Lin are. */
  readonly treasury: string;
  /** Can members of such a group be listed? */
  readonly listsMembers: boolean;
  /** The account's own id: what a mention names. */
  idOf(who: string): string;
  /** The id of a channel. */
  channelOf(place: Place): string;
  /** Somebody begins a thread in the main channel. */
  beginThread(who: string): Promise<Origin>;
  /** Where work began, and where nothing can be posted any more. */
  shutPlace(): Promise<Origin>;
  /** A message of the bot's is deleted by somebody who may. */
  remove(message: SeenMessage): Promise<void>;
  /** Everything on somebody's screen but private notes, oldest first. */
  messages(who: string): readonly SeenMessage[];
  /** What is written for this person's eyes only, oldest first. */
  notes(who: string): readonly SeenMessage[];
  /** Presses a button, found by the beginning of its label. */
  press(who: string, message: SeenMessage, label: string): Promise<void>;
  /** Opens the form behind a button, sees its first page and closes it. */
  look(who: string, message: SeenMessage, label: string): Promise<Opened>;
  /** Opens the form behind a button, fills in every page of it and sends it. */
  fill(who: string, message: SeenMessage, label: string, how: FillIn): Promise<Sent>;
  /** Everything that Show all gives. */
  showAll(who: string, message: SeenMessage): Promise<string>;
  /** The next press, and the next form that is sent, reach the bot twice. */
  deliverTwice(): void;
  /** The next message is posted, and its answer gets lost. */
  loseNextAnswer(): void;
  /** The next message that would hang on this card is not taken: the bot is asked to wait two seconds. */
  refuseNextBelow(card: SeenMessage): void;
  /** Requests that the platform did not take, as `what: why`. */
  refused(): readonly string[];
  /** Requests that tried to reach this person directly. */
  triesToReach(who: string): number;
  close(): Promise<void>;
}

/** The two channels: the tenant's own, and one to which requests are escalated. */
export type Place = "main" | "other";

/** Where the work began, as an engine says it. */
export interface Origin {
  readonly channel: string;
  readonly thread: string;
}

export interface SeenMessage {
  readonly id: string;
  /** The id of the channel, of the thread where that is a place of its own, or of direct messages. */
  readonly place: string;
  readonly where: Place | "direct";
  /** The thread that it stands in. */
  readonly thread?: string | undefined;
  /** The message that it hangs on: the first of its thread, or the one it replies to. */
  readonly about?: string | undefined;
  readonly fromBot: boolean;
  readonly shown: Shown;
  /** Labels of its buttons. */
  readonly buttons: readonly string[];
  /** It notified whoever looks at it. */
  readonly notifies: boolean;
}

/** What the platform's client draws. */
export interface Shown {
  readonly lines: readonly Line[];
  /** What the client makes of the text besides letters: mentions, links, headings, spoilers. */
  readonly live: readonly string[];
}

/** `quote` and `code` are set apart from what the bot itself says. */
export interface Line {
  readonly text: string;
  readonly kind: "open" | "quote" | "code";
}

export interface SeenField {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  /** What it is filled in with; the values of the chosen options where there are options. */
  readonly value: string | readonly string[];
  readonly options?: readonly SeenOption[] | undefined;
  /** Of the options, one is chosen. */
  readonly takesOne?: boolean;
}

export interface SeenOption {
  readonly value: string;
  readonly label: string;
}

export interface SeenForm {
  readonly title: string;
  readonly shown: Shown;
  readonly fields: readonly SeenField[];
}

/** A form, or what was said instead. */
export type Opened =
  { readonly ok: true; readonly form: SeenForm } | { readonly ok: false; readonly said: Shown };

/** What is put into a field; undefined leaves it as it is. Something may happen first, while the form is open. */
export type FillIn = (
  field: SeenField,
  form: SeenForm,
) => Given | undefined | Promise<Given | undefined>;
export type Given = string | readonly string[];

export interface Sent {
  /** Every page that was seen. */
  readonly pages: readonly SeenForm[];
  /** Something is wrong with what was filled in, and it can be mended. */
  readonly isToMend: boolean;
  /** What the sender was told; no lines where nothing was. */
  readonly said: Shown;
}

/** Somebody on the platform. */
export interface Person {
  /** `ada`: accounts are made from it. */
  readonly id: string;
  readonly name: string;
  /** Takes direct messages. */
  readonly isReachable?: boolean;
  /** In the group that the platform keeps. */
  readonly isTreasurer?: boolean;
}

export const NOTHING: Shown = { lines: [], live: [] };

/** Everything that can be read, one line after the other. */
export function textOf({ lines }: Shown): string {
  return lines.map(({ text }) => text).join("\n");
}

/** What every field is filled in with, one after the other; what is left as it is does not occur. */
export async function filledIn(
  form: SeenForm,
  how: FillIn,
): Promise<readonly (readonly [SeenField, Given])[]> {
  const given: (readonly [SeenField, Given])[] = [];
  for (const field of form.fields) {
    const value = await how(field, form);
    if (value !== undefined) given.push([field, value]);
  }
  return given;
}

/** Characters that are there for the layout and cannot be seen: isolates, and what keeps back-ticks apart. */
export function visible(text: string): string {
  return text.replace(/[\u200B\u2066-\u2069]/gu, "");
}

export function linesOf(text: string, kind: Line["kind"]): readonly Line[] {
  return visible(text)
    .split("\n")
    .map((line) => ({ text: line, kind }));
}

export function joined(all: readonly Shown[]): Shown {
  return {
    lines: all.flatMap(({ lines }) => lines),
    live: all.flatMap(({ live }) => live),
  };
}

/** Fills in by the beginnings of labels; a text for a field with options is an option's label. */
export function byLabel(given: Readonly<Record<string, string>>) {
  return ({ label, options }: SeenField): Given | undefined => {
    const found = Object.entries(given).find(([name]) => label.startsWith(name));
    if (found === undefined) return undefined;
    const [, text] = found;
    if (options === undefined) return text;
    return options.filter((option) => option.label === text).map(({ value }) => value);
  };
}
