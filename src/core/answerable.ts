import type { Action, ApprovalData, Payload, Question } from "./payload.ts";

/** Actions on an approval that a single press gives. */
export const PRESSABLE = ["accept", "reject"] as const satisfies readonly Action[];
export type Pressable = (typeof PRESSABLE)[number];

/** The ways in which people can answer an interrupt here. */
export type Answerable =
  | {
      readonly way: "approval";
      readonly data: ApprovalData;
      readonly actions: readonly Pressable[];
    }
  | { readonly way: "question"; readonly question: Question }
  /** `why` is a sentence for people. */
  | { readonly way: "none"; readonly why: string };

/**
 * How an interrupt can be answered in chat, or why it cannot be. What cannot be answered
 * faithfully is not offered at all: a half-checked answer is worse than none.
 */
export function answerable(payload: Payload): Answerable {
  if (payload.resumeSchema !== undefined) {
    return none(SCHEMA);
  }
  switch (payload.kind) {
    case "approval":
      return approval(payload.data);
    case "clarification":
      return clarification(payload.data.questions);
    case "external-event":
      return none("It waits for another system, not for a person.");
    case "custom":
    case "conversation.start":
    case "conversation.exchange":
    case "conversation.close":
    case "low-confidence":
      return none("It is of a kind that can only be shown here for now.");
  }
}

const SCHEMA = "Its answer has to follow a schema, which cannot be filled in here yet.";

/** Approval actions that the engine allows and that cannot be given here. */
export function unavailableActions(data: ApprovalData): readonly Action[] {
  return data.actions.filter((action) => !isPressable(action));
}

function approval(data: ApprovalData): Answerable {
  if ((data.requiredApprovals ?? 1) > 1) {
    return none(
      `It needs ${data.requiredApprovals} approvals, which cannot be collected here yet.`,
    );
  }
  const actions = data.actions.filter(isPressable);
  if (actions.length === 0) return none("It allows only actions that cannot be given here yet.");
  return { way: "approval", data, actions };
}

function clarification(questions: readonly Question[]): Answerable {
  const [question, ...others] = questions;
  if (question === undefined || others.length > 0) {
    return none(
      `It asks ${questions.length} questions at once, which cannot be answered here yet.`,
    );
  }
  if (question.schema !== undefined) return none(SCHEMA);
  return { way: "question", question };
}

function isPressable(action: Action): action is Pressable {
  return (PRESSABLE as readonly Action[]).includes(action);
}

function none(why: string): Answerable {
  return { way: "none", why };
}
