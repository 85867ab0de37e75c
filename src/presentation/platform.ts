import type { Account } from "../core/account.ts";
import type { CardLimits } from "../core/budget.ts";
import type { Address, PlatformName } from "../core/interrupt.ts";
import type { DraftInputs, DraftName } from "../core/ports/drafts.ts";
import type { Press } from "../core/press.ts";
import type { Reference } from "../core/reference.ts";
import type { Card } from "./card.ts";
import type { Form, FormPurpose, FormValues } from "./form.ts";
import type { FieldProblem } from "./form-filling.ts";
import type { Listing, ListPage } from "./listing.ts";
import type { Reminder } from "./reminder.ts";
import type { ThreadLine } from "./thread-lines.ts";
import type { WholeText } from "./whole.ts";
import type { Words } from "./words.ts";

/** A copy of a card as a platform keeps it. */
export interface PostedMessage {
  /** Slack `ts`, Discord message id. */
  readonly id: string;
  /** Opens the message in the platform's own client. */
  readonly link?: string | undefined;
}

/**
 * One chat platform, seen from parley: two translations and a socket. Methods throw a Fault when the
 * platform refuses or is away; they never retry by themselves, since only the caller knows whether a
 * second try could show a second card.
 */
export interface Platform {
  readonly name: PlatformName;
  /** Connects and begins to hand presses to `inbound`; resolves when people can press. */
  start(inbound: Inbound): Promise<void>;
  /** Takes no more presses, and resolves when those in hand have been answered. */
  stop(): Promise<void>;
  readonly cards: Cards;
  /** How it stands now, for whoever watches the process. */
  state(): PlatformState;
  /** Which of the platform's shards this process holds, where there are several. */
  held?(): string | undefined;
  /** Tells the person who pressed, and nobody else, by the press's own `reply`; `offer` as a button beside the words. */
  tell(press: Press, words: Words, offer?: Offer): Promise<void>;
}

/**
 * `standby`: another replica holds what only one may hold, and this one does everything else. `degraded` is
 * followed by what does not work, without anything secret.
 */
export type PlatformState = "starting" | "serving" | "standby" | `degraded: ${string}`;

/** Showing a card. */
export interface Cards {
  /** Limits that all replicas together keep to; absent where a library keeps to them by itself. */
  readonly limits?: CardLimits | undefined;
  /**
   * Posts one copy. `nonce` (22 characters) is the same for every try at the same copy: a platform that
   * can refuse a second message with the same nonce is asked to.
   */
  post(address: Address, card: Card, nonce: string): Promise<PostedMessage>;
  /**
   * Looks for a copy that an earlier try may have posted at or after `since` (milliseconds).
   * Undefined means that there is none, not that it could not be looked up.
   */
  find(
    address: Address,
    card: Card,
    since: number,
    progress?: Progress,
  ): Promise<PostedMessage | undefined>;
  /**
   * Brings a copy up to date. `reply` is that of a press on this very copy, where one is at hand: it may
   * be a faster way than the platform's ordinary one.
   */
  edit(address: Address, message: PostedMessage, card: Card, reply?: string): Promise<void>;
  /**
   * Reminds people in the thread of a copy, or where there is none below the copy itself. Called again for what
   * the platform answered "not now" to; a try whose answer is lost is not repeated, so that nobody is notified twice.
   */
  remind(
    address: Address,
    message: PostedMessage,
    reminder: Reminder,
    thread?: string,
  ): Promise<void>;
  /** Absent where a platform has none: everything is then said on the card alone. */
  readonly threads?: CardThreads;
}

/** Lets a look that takes several tries go on where the last one ended. */
export interface Progress {
  /** How far the tries before have come. */
  readonly from?: string | undefined;
  /** All up to here was read, and what is looked for was not there. */
  reached(place: string): Promise<void>;
}

/**
 * The threads below cards, in which short lines say what happens to them. A thread's id is enough to find
 * it by: {@link Address.thread} takes it as well.
 */
export interface CardThreads {
  /** Has every message a thread by itself? One line alone is then no noise; where a thread is opened for it, it is. */
  readonly always: boolean;
  /** Can questions be asked there one after the other, with buttons to choose by? */
  readonly asks: boolean;
  /**
   * The id of a message's thread, whether or not it is open: that of the address, where that is a thread.
   * Undefined where no thread can hang.
   */
  idOf(address: Address, message: PostedMessage): Promise<string | undefined>;
  /** Opens the thread of a message; called again for the same message, it is still one. */
  open(address: Address, message: PostedMessage, card: Card): Promise<void>;
  /**
   * Says one line; resolves with its id. `nonce` (22 characters) is the same for every try at the same line,
   * and no other's: a platform that can refuse a second message with the same nonce is asked to.
   */
  say(thread: string, line: ThreadLine, nonce: string): Promise<string>;
  /**
   * Looks for a line that an earlier try may have said at or after `since` (milliseconds), and after the
   * line `after`, the one that was said before it. Undefined means that there is none.
   */
  find(
    thread: string,
    line: ThreadLine,
    tried: {
      readonly nonce: string;
      readonly since: number;
      readonly after?: string | undefined;
      readonly progress?: Progress;
    },
  ): Promise<string | undefined>;
  /** Has a line that asked something say what became of it, without its buttons. Only where something `asks`. */
  rewrite?(thread: string, message: string, words: Words): Promise<void>;
  /** Puts a thread away in which nothing more is expected. Absent where threads are never put away. */
  close?(thread: string): Promise<void>;
}

/** parley, seen from a platform. */
export interface Inbound {
  /**
   * Records a press; resolves once it is durable, which must be awaited before the platform is told that
   * it arrived. Never throws. A press that is still not recorded `withinMs` from now never will be.
   */
  press(press: Press, withinMs: number): Promise<Taken>;
  /** What to show to somebody who wants to fill in a form or read everything. Never throws. */
  open(request: OpenRequest): Promise<Opened>;
  /**
   * Takes a form that was sent: read, checked, then recorded like any press. What is wrong with it is told
   * before anything is recorded. Never throws. Not recorded `withinMs` from now, it never will be.
   */
  submit(submission: Submission, withinMs: number): Promise<Submitted>;
  /**
   * The workspace whose card this person got as a direct message, which says of itself only who it is with.
   * Undefined where none was sent. Throws a Fault.
   */
  directWorkspace(reference: Reference, account: Account): Promise<string | undefined>;
  readonly drafts: KeptDrafts;
  /** Forgets what was read of a membership that has changed. Never throws. */
  membershipChanged(change: MembershipChange): Promise<void>;
  /** A page of what waits, or why that cannot be said. Never throws. */
  pending(request: ListRequest): Promise<Listing | Words>;
  /**
   * The interrupt that a message in this thread answers, if it is a thread of ours in which answers are
   * typed. Throws a Fault.
   */
  threadReference(threadId: string, messageId: string): Promise<Reference | undefined>;
  /** What somebody answered where questions are asked one after the other in a thread. Never throws. */
  hear(said: Said, withinMs: number): Promise<Heard>;
  /** Sends what was answered there, as a form would be: `step` is that of the summary. Never throws. */
  sendAnswers(
    press: Omit<Press, "response">,
    thread: string,
    step: number,
    withinMs: number,
  ): Promise<Submitted>;
}

/** Somebody answers one of several questions in a thread. */
export interface Said {
  readonly reference: Reference;
  readonly thread: string;
  readonly account: Account;
  readonly workspace: string;
  readonly roles?: readonly string[] | undefined;
  readonly did:
    | { readonly type: "typed"; readonly text: string; readonly message: string }
    | { readonly type: "picked"; readonly step: number; readonly given: string | readonly string[] }
    | { readonly type: "skipped"; readonly step: number }
    /** Has a field asked once more. */
    | { readonly type: "change"; readonly step: number; readonly field: string };
}

export type Heard =
  /** No questions are asked one by one there: it is an answer like any other. */
  | { readonly state: "none" }
  /** Kept. `words`: what now stands in place of the question, where it was answered by a button. */
  | { readonly state: "heard"; readonly words: Words | undefined }
  | { readonly state: "refused"; readonly words: Words }
  /** Certainly not kept, or not known. */
  | { readonly state: "not-recorded" | "not-confirmed"; readonly words: Words };

/** The members of a Slack user group, the roles of somebody in a Discord guild, or that a role there is gone. */
export interface MembershipChange {
  readonly workspace: string;
  readonly of: "group" | "member" | "role";
  /** Of the group, of the person, or of the role. */
  readonly id: string;
}

/** What people typed so far into forms that a platform shows page by page. Nothing here ever throws. */
export interface KeptDrafts {
  /** Everything kept of a draft; nothing kept is no failure. */
  load(draft: DraftName, withinMs: number): Promise<LoadedDraft>;
  /** Adds to a draft what was typed now. What is not said to be kept may be kept all the same. */
  save(draft: DraftName, inputs: DraftInputs, withinMs: number): Promise<SavedDraft>;
  /** Forgets a draft that was sent. One that cannot be reached goes by itself after some hours. */
  drop(draft: DraftName, withinMs: number): Promise<void>;
}

export type LoadedDraft =
  | { readonly ok: true; readonly inputs: DraftInputs }
  /** The store is away from this replica. */
  | { readonly ok: false; readonly words: Words };

export type SavedDraft = { readonly ok: true } | { readonly ok: false; readonly words: Words };

/** Who asks for which page of which list. */
export interface ListRequest extends ListPage {
  readonly account: Account;
  readonly workspace: string;
  readonly roles?: readonly string[] | undefined;
}

export interface OpenRequest {
  readonly reference: Reference;
  readonly account: Account;
  readonly workspace: string;
  /** The person's roles there, where the platform says them with the request. */
  readonly roles?: readonly string[] | undefined;
  /** A form's purpose: only for those who may. `show-all`: everything; `card`: the card itself; both for everybody of the roster. */
  readonly purpose: FormPurpose["type"] | "show-all" | "card";
  /** The read is given up after this long; the answer is then that the store is away. */
  readonly withinMs: number;
}

export type Opened =
  /** `form`: what to fill in, where the purpose is a form's. `link`: the nearest message, where it is the card's. */
  | {
      readonly ok: true;
      readonly card: Card;
      readonly link?: string | undefined;
      readonly whole: readonly WholeText[];
      readonly form?: Form | undefined;
    }
  /** `storeAway`: this replica cannot tell; another may. Else it is what the rules say. */
  | { readonly ok: false; readonly words: Words; readonly storeAway: boolean };

export interface Submission {
  /** Everything about the press but what it says. */
  readonly press: Omit<Press, "response">;
  readonly purpose: FormPurpose["type"];
  /** Reads what was filled in, given the form that was shown: the same record gives the same form. */
  readonly collect: (form: Form) => FormValues;
}

/** `refused`: nothing was recorded, and why; with problems, the same person may mend what they typed. */
export type Submitted = Taken | { readonly state: "refused"; readonly result: Refused };

export type Taken =
  /** Durable. `result` follows when it has been decided; it never rejects. */
  | { readonly state: "recorded"; readonly result: Promise<PressResult> }
  /** The platform delivered it before; whoever took it then answers. */
  | { readonly state: "duplicate" }
  /** Certainly not recorded. */
  | { readonly state: "not-recorded"; readonly words: Words }
  /** It may have been recorded. */
  | { readonly state: "not-confirmed"; readonly words: Words };

/** `words`: what the person hears privately; absent where the card itself says everything. */
export type PressResult = { readonly ok: true; readonly words?: Words | undefined } | Refused;

export interface Refused {
  readonly ok: false;
  readonly words: Words;
  /** The same person may mend what they typed and send it again. */
  readonly correctable: boolean;
  /** What is wrong with which field of the form, where it was a form. */
  readonly problems?: readonly FieldProblem[] | undefined;
  /** A form that would help: offered as a button beside the words. */
  readonly offer?: Offer | undefined;
}

export interface Offer {
  readonly purpose: FormPurpose["type"];
  readonly label: string;
}

export function isWords(value: Listing | Words): value is Words {
  return Array.isArray(value);
}
