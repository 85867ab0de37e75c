import type { FaultCode } from "../fault.ts";

/** What is known of each copy of a card; when it is worked on is the business of {@link CopySchedule}. */
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
  /** Which reminder was given here last: that of its interrupt's `remindedAt`. */
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
