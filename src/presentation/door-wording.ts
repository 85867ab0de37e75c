import type { DoorAnswer } from "../core/door.ts";
import type { Json } from "../core/json.ts";
import type { Refusal } from "../core/refusal.ts";
import type { AnswerProblem } from "../core/resume.ts";

/** What programs hear when the rules say no. They say nothing of what the interrupt holds. */

/** A refusal as an answer of an HTTP door. */
export function doorRefusal(refusal: Refusal): Exclude<DoorAnswer, { ok: true }> {
  switch (refusal.code) {
    case "unknown-interrupt":
      return no(
        "not_found",
        "No such interrupt. It may have been cleared away since its run ended.",
      );
    case "account-unknown":
      return no("forbidden", "The credential is of nobody who may decide here.");
    case "guest":
      return no("forbidden", "Guests and people of other workspaces may not decide here.");
    case "membership-unknown":
      return no("runner_unavailable", "Who may decide cannot be looked up now. Try again.");
    case "scope-missing":
      return no("forbidden", "The scope approvals:respond is missing.");
    case "not-eligible":
      return no("forbidden", "You are not among those who may decide this interrupt.");
    case "own-run":
      return no("forbidden", "Nobody may decide what their own run asks. Ask another approver.");
    case "already-decided":
      return no("interrupt_already_resolved", "The interrupt has been resolved already.");
    case "expired":
      return no("interrupt_already_resolved", "The deadline of the interrupt has passed.");
    case "withdrawn":
      return no("interrupt_already_resolved", "The run has ended, and its interrupts with it.");
    case "payload-changed":
      return no(
        "version_conflict",
        "If-Match names another payload than the one that waits. Read it again.",
      );
    case "superseded":
      return no("version_conflict", "A later vote of the same principal stands.");
    case "action-not-available":
      return no(
        "validation_error",
        "resumeValue.action must be one of the actions of this interrupt.",
        {
          field: "resumeValue.action",
          ...(refusal.interrupt.payload.kind === "approval"
            ? { allowed: refusal.interrupt.payload.data.actions }
            : {}),
        },
      );
    case "form-needed":
      return no("validation_error", "resumeValue must be what the request asks for, not words.", {
        field: "resumeValue",
      });
    case "reason-needed":
      return no(
        "validation_error",
        "Accepting now overrides the approvals that are missing, and needs a reason in resumeValue.feedback.",
        { field: "resumeValue.feedback" },
      );
    case "too-many-questions":
      return no(
        "validation_error",
        "So many questions have been asked that there is no room for more.",
      );
    case "answer-invalid":
      return invalidAnswer(refusal.problems);
    case "nothing-to-change":
      return no("interrupt_already_resolved", "There is nothing left to change.");
  }
}

function invalidAnswer(problems: readonly AnswerProblem[]) {
  const told = problems.map(({ path, rule }) => ({
    field: ["resumeValue", ...path].join("."),
    rule,
  }));
  const [first] = told;
  const message =
    first === undefined ? "The resume value does not fit." : `${first.field} ${first.rule}.`;
  return no("validation_error", message, { problems: told });
}

function no(
  code: Exclude<DoorAnswer, { ok: true }>["code"],
  message: string,
  details?: Readonly<Record<string, Json>>,
): Exclude<DoorAnswer, { ok: true }> {
  return { ok: false, code, message, details };
}
