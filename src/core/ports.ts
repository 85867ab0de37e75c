import type { Account } from "./account.ts";
import type { Announcement } from "./announce.ts";
import type { EligibilityReference } from "./eligibility.ts";
import type { FaultCode } from "./fault.ts";
import type { Address, Interrupt, InvalidationReason } from "./interrupt.ts";
import type { Interview } from "./interview.ts";
import type { Json } from "./json.ts";
import type { Press } from "./press.ts";
import type { Reference } from "./reference.ts";
import type { TokenClaims } from "./token.ts";

/** What the flows need from the store. Every method throws a Fault when the store is away. */

export interface Interrupts {
  load(partition: number, ref: string): Promise<Interrupt | undefined>;
  /** Writes a change whole or not at all. The only way in which an interrupt ever changes. */
  commit(change: Change): Promise<Committed>;
  /** Appends the event that announced the end once more, for an engine that lost it. */
  announceAgain(interrupt: Interrupt): Promise<void>;
  /** A page of the interrupts that wait, the most urgent first, and how many there are in all. */
  waiting(
    asked: WaitingAsked,
  ): Promise<{ readonly interrupts: readonly Interrupt[]; readonly total: number }>;
  /** Interrupts of a partition of which something is due, with the time they were read; server clock. */
  overdue(partition: number): Promise<Overdue>;
}

/** What waits for any of these references, each of a tenant; the first `from` of it are left out. */
export interface WaitingAsked {
  readonly of: readonly { readonly tenant: string; readonly references: readonly string[] }[];
  readonly from: number;
  readonly limit: number;
}

/** In place of a reference: everything of the tenant that waits. */
export const ALL_WAITING = "all";

export interface Overdue {
  readonly now: number;
  readonly due: readonly { readonly ref: string; readonly dueAt: number }[];
}

export interface Change {
  /** Version the decision was made on; 0 opens the interrupt. */
  readonly from: number;
  readonly next: Interrupt;
  readonly announcement?: Announcement | undefined;
  /** Keeps the announcement for {@link Interrupts.announceAgain} without sending it: the engine knows. */
  readonly quiet?: boolean | undefined;
  /** The press that brings the change, and is done with by it; a second commit for it is answered `replayed`. */
  readonly press?: PressMade | undefined;
  /** Sequence of the engine's event that brings the change; ours are minted above it. */
  readonly seen?: number | undefined;
  /** What a request with an idempotency key is answered with, if this commit is the one that counts. */
  readonly answer?: StoredAnswer | undefined;
}

/** Requests with an idempotency key, by the name of their record: claimed before anything is done. */
export interface Idempotency {
  /** Claims the record for a request, or says whose it is already. */
  claim(record: string, digest: string): Promise<Claim>;
  /** What the request was answered with; undefined while it has not been. */
  answered(partition: number, record: string): Promise<string | undefined>;
  /** Keeps an answer that changed nothing, unless there is one already, which it then returns. */
  keep(partition: number, record: string, text: string): Promise<string | undefined>;
  /** Gives a claim up, so that the key can be used for another request. */
  release(record: string, claim: Claim): Promise<void>;
}

export interface Claim {
  /** Digest of the request that the record is for. */
  readonly digest: string;
  /** Set where this request made the claim. */
  readonly owner?: string | undefined;
}

/** Tokens of version 1 that were kept as rows, by the SHA-256 of the token. */
export interface LegacyTokens {
  find(digest: string): Promise<TokenClaims | undefined>;
}

/** The answer to a request with an idempotency key, kept beside what it changed. */
export interface StoredAnswer {
  /** Of the record: a digest of tenant, operation and key. */
  readonly record: string;
  /** Digest of the request and the answer, as JSON. */
  readonly text: string;
}

export type Committed =
  | { readonly state: "committed" }
  /** Somebody else changed the interrupt since it was loaded: nothing was written. */
  | { readonly state: "conflict" }
  /** This press, or the request with this idempotency key, was committed before; how that was answered. */
  | { readonly state: "replayed"; readonly answer: string }
  /** Only when opening: the run has ended, so there is nothing to ask. Nothing was written. */
  | { readonly state: "run-ended"; readonly end: RunEnd }
  /** Only when opening: the engine resolved it before it asked. Nothing was written. */
  | { readonly state: "resolved-before"; readonly resolution: EarlyResolution };

export interface Runs {
  /** Records the end of a run, the first one for good, and returns refs of all its interrupts. */
  end(runId: string, end: RunEnd): Promise<readonly string[]>;
  /** Gives the records of an interrupt whose run has ended a life: nothing can come any more. */
  expire(interrupt: Interrupt): Promise<void>;
  /** How a run ended; undefined while it has not, as far as we were told. */
  endOf(runId: string): Promise<RunEnd | undefined>;
  /** Refs of what a node of a run waits for, oldest first, and of what ended there last. */
  onNode(runId: string, nodeId: string): Promise<OnNode>;
}

export interface OnNode {
  readonly waiting: readonly string[];
  readonly ended?: string | undefined;
}

/** What an engine said of an interrupt in whatever order: kept until it can be of use, never believed over the record. */
export interface Hints {
  /** Keeps the id an engine gave to an interrupt, which may not have been opened yet. */
  name(runId: string, ref: string, interruptId: string): Promise<void>;
  /** The id kept by {@link name}. */
  nameOf(runId: string, ref: string): Promise<string | undefined>;
  /** The interrupt that {@link name} gave this id to. */
  refNamed(runId: string, interruptId: string): Promise<string | undefined>;
  /** Keeps a resolution that came before anything of this id was open. */
  resolve(runId: string, interruptId: string, resolution: EarlyResolution): Promise<void>;
  /** The resolution kept by {@link resolve}. */
  resolutionOf(runId: string, interruptId: string): Promise<EarlyResolution | undefined>;
}

/** Which interrupt began a conversation: immutable, one for a tenant and an id. */
export interface Conversations {
  /** Claims the id for this interrupt; false when another one has it. */
  begin(tenant: string, conversationId: string, ref: string, partition: number): Promise<boolean>;
  /** The interrupt that has the id; its partition where that was kept, which was not always done. */
  beganWith(tenant: string, conversationId: string): Promise<Beginning | undefined>;
}

export interface Beginning {
  readonly ref: string;
  readonly partition?: number | undefined;
}

export interface EarlyResolution {
  readonly resumeValue: Json;
  readonly at: number;
}

export interface RunEnd {
  readonly reason: InvalidationReason;
  readonly at: number;
  readonly sequence: number;
}

/** Which press: its id, and its place in the stream. */
export interface PressMade {
  readonly id: string;
  readonly place: string;
}

export interface Presses {
  /** Makes a press durable and takes it. A try that arrives after `notAfter` (server time) is refused. */
  append(press: Press, withinMs: number): Promise<Appended>;
  /** Forgets a press that changed nothing, its secrets with it. */
  done(taken: TakenPress): Promise<void>;
  /** Leaves a press that could not be handled now: a later sweep takes it again. */
  letGo(taken: TakenPress): void;
  /** Was a change committed for this press before? Then it needs no second one. */
  wasCommitted(press: Press): Promise<boolean>;
  /** Place in time of the oldest press of a partition that is not handled yet; server milliseconds. */
  oldest(partition: number): Promise<number | undefined>;
}

/** Presses that were recorded and not finished. */
export interface LeftPresses {
  /** Takes over those of replicas that are gone, and own ones that were let go. */
  take(partition: number): Promise<readonly TakenPress[]>;
  /** Gives a press to replicas of a newer version: what it is about cannot be read by this one. */
  handOn(taken: TakenPress): Promise<void>;
  /** Puts a press aside that cannot be handled, without what it holds of secrets and answers. */
  bury(taken: TakenPress, reason: string): Promise<void>;
}

export type Appended =
  | { readonly state: "recorded"; readonly taken: TakenPress }
  | { readonly state: "duplicate" }
  | { readonly state: "late" };

/** A press that this replica has taken and nobody else works on. */
export interface TakenPress {
  /** Stream id of the press: its place in the order of presses. */
  readonly place: string;
  /** The same as an instant: milliseconds, server clock. */
  readonly at: number;
  readonly press: Press;
  /** What it is about, as it was when the press was recorded; undefined where that was not read. */
  readonly interrupt?: Interrupt | undefined;
  /** How often it has been taken, this time included. */
  readonly deliveries: number;
}

/** One copy of a card, as far as we know it. */
export interface Copy {
  /** Version that the platform shows; 0 before the first post. */
  readonly shown: number;
  readonly message?: { readonly id: string; readonly link?: string | undefined } | undefined;
  /** When a post was first tried; server time. */
  readonly intendedAt?: number | undefined;
  /** How far it was looked for what that try may have posted. */
  readonly looked?: string | undefined;
  /**
   * The thread of its conversation in which the message stands; null where it was decided that it stands in
   * the channel. Decided before the first try to post, so that every later one looks in the same place.
   */
  readonly within?: string | null | undefined;
  /** The thread in which lines about it are said. */
  readonly thread?: string | undefined;
  /** No thread can hang here, or the platform refused for good to open one. */
  readonly threadless?: boolean | undefined;
  /** Names of the lines that need not be said in its thread any more: they were, or could not be. */
  readonly told?: readonly string[] | undefined;
  /** Id of the line that was said last. */
  readonly line?: string | undefined;
  /** The line that is being said; `at` is that of the latest try, server time, `looked` as above. */
  readonly telling?:
    { readonly name: string; readonly at: number; readonly looked?: string } | undefined;
  /** Written by earlier versions, for which a thread heard nothing but the end. */
  readonly threadEnded?: boolean | undefined;
  /** Which reminder was given here last: that of {@link Interrupt.remindedAt}. */
  readonly remindedAt?: number | undefined;
  /** It was shown before, and was deleted or shut away while people were still asked: once a copy. */
  readonly again?: boolean | undefined;
  /**
   * Other messages of it that are still there: what was shown before in a thread that was shut, and what was posted
   * by somebody who did not know that another one was. They are brought to its end, too.
   */
  readonly left?: readonly LeftBehind[] | undefined;
  /** The latest try was refused for good, so that nobody sees it there, or nobody can answer it. */
  readonly refused?: boolean | undefined;
  /** Tries that failed since the last one that did not. */
  readonly failures: number;
  /** What the latest of them met, where it was a fault: that is said when it is another one. */
  readonly failed?: FaultCode | undefined;
  /** How often it was changed: what {@link Copies.save} compares. */
  readonly revision?: number | undefined;
}

/** A copy's other message, where it stands as in {@link Copy.within}, and the version that it shows. */
export interface LeftBehind {
  readonly message: { readonly id: string };
  readonly within?: string | null | undefined;
  readonly shown?: number | undefined;
}

export interface Copies {
  load(name: CopyName): Promise<Copy | undefined>;
  /** Every copy of an interrupt, by address. */
  all(partition: number, ref: string): Promise<ReadonlyMap<string, Copy>>;
  /**
   * Writes the copy over that of the same revision, and raises it; makes it due besides where that is said. False when
   * somebody else has changed it since: a lease can be lost, and what others wrote down must not be.
   */
  save(name: CopyName, copy: Copy, when?: "due"): Promise<boolean>;
  /**
   * Ends the work if the version shown is still the wanted one, by the copy as well, and an interview that goes on still
   * at `step`; else the copy is due at once, and false.
   */
  settle(name: CopyName, shown: number, step?: number): Promise<boolean>;
}

/** What is answered one question after the other in the threads of copies. */
export interface Interviews {
  load(name: CopyName): Promise<Interview | undefined>;
  /** Makes the copy due as well. False when somebody else has changed it since `previous`, or the record is gone. */
  save(name: CopyName, next: Interview, previous: Interview | undefined): Promise<boolean>;
}

/** When a copy is worked on again. */
export interface CopySchedule {
  /** Copies of a partition that need work now. */
  due(partition: number): Promise<readonly CopyName[]>;
  postpone(name: CopyName, delayMs: number): Promise<void>;
  /** No more work, although the platform does not show the wanted version. */
  giveUp(name: CopyName): Promise<void>;
}

export interface CopyName {
  readonly partition: number;
  readonly ref: string;
  readonly address: string;
}

/** Groups and roles that a platform keeps: who belongs to them. */
export interface Directory {
  /**
   * Those of these accounts that belong to what the reference names; undefined where no platform keeps it.
   * Read no longer ago than the roster allows. Throws a Fault (`directory-unavailable`) when that cannot be
   * said now; what can never be said is nobody.
   */
  membersOf(
    reference: EligibilityReference,
    among: readonly Account[],
  ): Promise<Membership | undefined>;
}

/** Whom one reminder notifies. */
export interface Reminded {
  /** Ids of members of the workspace. */
  readonly users: readonly string[];
  /** Ids of roles that it keeps and whose members cannot be listed: who has one is notified. */
  readonly roles: readonly string[];
}

/**
 * Whom a reminder at an address names: of those who are asked and have not decided the owner of direct messages,
 * or in a channel all whom no direct message of the same workspace reaches. `direct` are its members who have
 * one. Undefined where nobody is to be reminded.
 */
export type ToRemind = (
  interrupt: Interrupt,
  address: Address,
  direct: readonly string[],
) => Promise<Reminded | undefined>;

export interface Membership {
  readonly accounts: readonly Account[];
  /** When the oldest of what this rests on was read; milliseconds, server clock. */
  readonly readAt: number;
}

/** What a Slack workspace says of somebody. */
export interface SlackPerson {
  /** A full member of that workspace: no guest, no stranger, no bot, not deactivated. Doubt is no. */
  readonly fullMember: boolean;
  /** Only where Slack says that it is confirmed. */
  readonly email?: string | undefined;
}

/** What was read elsewhere, kept for all replicas: a list of texts, by what it is the list of. */
export interface Readings {
  load(name: string): Promise<Kept>;
  /** False, and nothing is kept, where it was forgotten since `mark` was loaded. */
  save(
    name: string,
    reading: Reading,
    how: { readonly keepMs: number; readonly mark: string },
  ): Promise<boolean>;
  /** Known for `keepMs` to whoever saves what was read before: longer than a look-up takes. */
  forget(name: string, keepMs: number): Promise<void>;
  /** The right to read it now, for one replica at a time. */
  take(name: string, forMs: number): Promise<Pick<Lease, "release"> | undefined>;
}

export interface Kept {
  readonly reading?: Reading;
  /** Another one after each time that it was forgotten. */
  readonly mark: string;
}

export interface Reading {
  readonly values: readonly string[];
  /** When the reading began; milliseconds, server clock. */
  readonly readAt: number;
}

/** Immutable pointers from a chat thread to what is answered there. */
export interface Threads {
  /** To the one interrupt whose card the thread hangs on. */
  point(platform: string, threadId: string, reference: Reference): Promise<void>;
  find(platform: string, threadId: string): Promise<Reference | undefined>;
  /** To one of several interrupts whose cards stand in the thread, by the message of the card. */
  ask(platform: string, threadId: string, messageId: string, reference: Reference): Promise<void>;
  asked(platform: string, threadId: string): Promise<readonly AskedThere[]>;
}

/** A question that was asked in a thread. */
export interface AskedThere {
  readonly messageId: string;
  readonly reference: Reference;
}

/**
 * What people have typed into forms and not sent yet, where a platform cannot hold a whole form. It counts
 * for nothing, is nobody's business but theirs, and goes after some hours by itself.
 */
export interface Drafts {
  /** Everything kept, by input; empty when nothing is. */
  load(draft: DraftName): Promise<DraftInputs>;
  /** Keeps these inputs, in place of what they said before; the others stay. */
  save(draft: DraftName, inputs: DraftInputs): Promise<void>;
  drop(draft: DraftName): Promise<void>;
}

/** One person's draft of one form. */
export interface DraftName {
  readonly reference: Reference;
  readonly purpose: string;
  readonly account: Account;
  /** Names the form as it was shown: what was typed into another one does not belong here. */
  readonly form: string;
}

/** By the input's id: a text, or the values of chosen options. */
export type DraftInputs = Readonly<Record<string, string | readonly string[]>>;

/** Time-limited claims that save work. Nothing depends on them for being right. */
export interface Leases {
  take(partition: number, name: string, forMs: number): Promise<Lease | undefined>;
}

export interface Lease {
  /** False when the lease has passed to somebody else. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
}

/** An entry of a stream that this replica has taken. */
export interface StreamEntry {
  readonly id: string;
  readonly fields: Readonly<Record<string, string>>;
  /** How often it has been delivered, this time included. */
  readonly deliveries: number;
}

/** The time of the Redis server, asked now: milliseconds, and a place in the order of votes. */
export type ReadTime = () => Promise<{ readonly at: number; readonly place: string }>;

/** The clock of the Redis server, as well as we know it, in milliseconds. */
export type Clock = () => number;
