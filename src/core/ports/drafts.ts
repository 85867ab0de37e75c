import type { Account } from "../account.ts";
import type { Reference } from "../reference.ts";

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
