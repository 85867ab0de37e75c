import type { Interrupt } from "./interrupt.ts";
import type { AnswerProblem } from "./resume.ts";

/**
 * The rules say no. A value, never thrown; told to the person in words (presentation/wording.ts).
 * Nothing is changed by an attempt that was refused.
 */
export type Refusal =
  | { readonly code: "unknown-interrupt" }
  | { readonly code: "account-unknown"; readonly account: string }
  /** A guest or somebody of another workspace, whom the roster does not let decide. */
  | { readonly code: "guest"; readonly account: string }
  /** Who belongs to the groups that may decide could not be looked up, for as long as that was tried. */
  | { readonly code: "membership-unknown"; readonly interrupt: Interrupt }
  /** In the roster, but without the scope to answer anything. */
  | { readonly code: "scope-missing"; readonly interrupt: Interrupt }
  | { readonly code: "not-eligible"; readonly interrupt: Interrupt }
  /** The roster keeps people from deciding what their own runs ask. */
  | { readonly code: "own-run"; readonly interrupt: Interrupt }
  /** `own`: it was the same principal who decided, by another press. */
  | { readonly code: "already-decided"; readonly interrupt: Interrupt; readonly own: boolean }
  | { readonly code: "expired"; readonly interrupt: Interrupt }
  | { readonly code: "withdrawn"; readonly interrupt: Interrupt }
  | { readonly code: "payload-changed"; readonly interrupt: Interrupt }
  /** Handled late: the same principal has voted again since. */
  | { readonly code: "superseded"; readonly interrupt: Interrupt }
  | { readonly code: "action-not-available"; readonly interrupt: Interrupt }
  /** Words were typed where a button or a form answers. */
  | { readonly code: "form-needed"; readonly interrupt: Interrupt }
  /** An override counts only with a reason. */
  | { readonly code: "reason-needed"; readonly interrupt: Interrupt }
  | { readonly code: "too-many-questions"; readonly interrupt: Interrupt }
  | {
      readonly code: "answer-invalid";
      readonly interrupt: Interrupt;
      readonly problems: readonly AnswerProblem[];
    }
  /** The change is there already, or was never asked for: nothing to tell anybody. */
  | { readonly code: "nothing-to-change"; readonly interrupt: Interrupt };
