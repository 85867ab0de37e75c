import { eligibilityOf } from "../core/eligibility.ts";
import type { Payload } from "../core/payload.ts";
import { cleanLine, clip } from "./text.ts";

/** The longest title of a card, in code points: what a Slack header holds beside the state. */
const MAX_TITLE = 120;

/** A title for cards, notes and listings: one line, never empty. */
export function titleOf(payload: Payload): string {
  return clip(cleanLine(rawTitle(payload)), MAX_TITLE) || "(no title)";
}

function rawTitle(payload: Payload): string {
  switch (payload.kind) {
    case "approval":
      return payload.data.title;
    case "clarification":
      return payload.data.questions[0]?.question ?? "";
    case "external-event":
      return payload.data.eventType;
    case "custom":
      return payload.data.customKind;
    case "conversation.start":
      return payload.data.title ?? payload.data.conversationId;
    case "conversation.exchange":
      return payload.data.prompt;
    case "conversation.close":
      return payload.data.conversationId;
    case "low-confidence":
      return `${payload.data.agentId} is not sure`;
  }
}

/** The kind in a word that people know. */
export function kindWord({ kind }: Payload): string {
  switch (kind) {
    case "approval":
      return "Approval";
    case "clarification":
      return "Question";
    case "external-event":
      return "Waiting for an event";
    case "custom":
      return "Request";
    case "conversation.start":
    case "conversation.exchange":
    case "conversation.close":
      return "Conversation";
    case "low-confidence":
      return "Low confidence";
  }
}

/** Who may decide, in words: `finance group, ada`. */
export function whoMayDecide(payload: Payload): string {
  const names = eligibilityOf(payload).map((reference) => {
    switch (reference.type) {
      case "open":
        return "anyone who may respond";
      case "principal":
        return cleanLine(reference.name);
      case "group":
      case "role":
        return `${cleanLine(reference.name)} ${reference.type}`;
    }
  });
  const shown = names.slice(0, 6).join(", ");
  return clip(names.length > 6 ? `${shown} and ${names.length - 6} more` : shown, 200);
}
