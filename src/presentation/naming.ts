import { characters } from "../core/characters.ts";
import { type EligibilityReference, eligibilityOf } from "../core/eligibility.ts";
import type { Payload } from "../core/payload.ts";
import { parseReference } from "../core/reference.ts";
import { cleanLine, clip } from "./text.ts";

/** The longest title of a card, in code points: what a Slack header holds beside the state. */
const MAX_TITLE = 120;

/** As much of a title as is looked at, in UTF-16 units: nobody writes so many spaces before the first word. */
const TITLE_HEAD = 4096;

/** A title for cards, notes and listings: one line, never empty or invisible. */
export function titleOf(payload: Payload): string {
  return clip(cleanLine(rawTitle(payload).slice(0, TITLE_HEAD)), MAX_TITLE) || "(no title)";
}

/** What the title would say if it could be of any length. */
export function rawTitle(payload: Payload): string {
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

/** Longest name of a person, group or role, and longest list of them, in code points. */
const MAX_NAME = 80;
const MAX_NAMES = 180;

/** Who may decide, in words: `finance group, ada`, as many as fit and how many more. */
export function whoMayDecide(payload: Payload): string {
  const names = [...new Set(eligibilityOf(payload).map(nameOf))];
  const shown: string[] = [];
  let length = 0;
  for (const name of names.slice(0, 6)) {
    length += characters(name) + 2;
    if (length > MAX_NAMES) break;
    shown.push(name);
  }
  const left = names.length - shown.length;
  return left === 0 ? shown.join(", ") : `${shown.join(", ")} and ${left} more`;
}

function nameOf(reference: EligibilityReference): string {
  if (reference.type === "open") return "anyone who may respond";
  const name = clip(cleanLine(reference.name), MAX_NAME) || "(no name)";
  return reference.type === "principal" ? name : `${name} ${reference.type}`;
}

/** First characters of an interrupt's internal name, in a card's foot: enough to ask about it, or to find it. */
export function shortRef(reference: string): string {
  return (parseReference(reference)?.ref ?? reference).slice(0, 8);
}
