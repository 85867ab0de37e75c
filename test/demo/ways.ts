import type { Sample } from "./samples.ts";

/** By the button with this word, or in words. */
export type Way = "Accept" | "Reject" | "Go ahead" | "Stop" | "answer";

/** The ways in which one person can answer a sample from its card, forms of several fields left out. */
export function waysToAnswer({ question }: Sample): readonly Way[] {
  switch (question.kind) {
    case "approval": {
      const { actions, requiredApprovals = 1 } = question.data;
      if (requiredApprovals > 1) return [];
      return (["Accept", "Reject"] as const).filter((way) => actions.includes(way.toLowerCase()));
    }
    case "clarification": {
      const [first, ...others] = question.data.questions;
      return first?.schema === undefined && others.length === 0 ? ["answer"] : [];
    }
    case "conversation.exchange":
      return question.data["outcomeSchema"] === undefined ? ["answer"] : [];
    case "low-confidence":
      return question.resumeSchema === undefined ? ["Go ahead", "Stop"] : [];
    case "external-event":
    case "custom":
    case "conversation.start":
    case "conversation.close":
      return [];
  }
}
