import { characters } from "../core/characters.ts";
import { type EligibilityReference, eligibilityOf } from "../core/eligibility.ts";
import type { Interrupt } from "../core/interrupt.ts";
import type { Payload } from "../core/payload.ts";
import { cleanLine, clip, inSentence } from "./text.ts";

/** What people call a principal of a tenant; undefined for whoever is not known. */
export type NameOf = (tenant: string, principal: string) => string | undefined;

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

/** The kind in a word or two that people know. */
export function kindWord(payload: Payload): string {
  switch (payload.kind) {
    case "approval":
      return "Approval";
    case "clarification": {
      const { length } = payload.data.questions;
      return length === 1 ? "Question" : `${length} questions`;
    }
    case "external-event":
      return "Waiting for an event";
    case "custom":
      return "Request";
    case "conversation.start":
      return "New conversation";
    case "conversation.exchange":
      return "Conversation";
    case "conversation.close":
      return "End of a conversation";
    case "low-confidence":
      return "Low confidence";
  }
}

/** Longest name of a person, group or role, and longest list of them, in code points. */
const MAX_NAME = 80;
const MAX_NAMES = 180;
const MOST_NAMES = 6;

/** Who may decide, as a list: `Ada Lovelace, finance group`, as many as fit and how many more. */
export function whoMayDecide(interrupt: Interrupt, nameOf: NameOf): string {
  const { shown, left } = namesOf(interrupt, nameOf, ({ type, name }) => `${name} ${type}`);
  return left === 0 ? shown.join(", ") : `${shown.join(", ")} and ${left} more`;
}

/** The same inside of a sentence: `Ada Lovelace and the finance group`. */
export function whoInSentence(interrupt: Interrupt, nameOf: NameOf): string {
  const { shown, left } = namesOf(interrupt, nameOf, ({ type, name }) => `the ${name} ${type}`);
  return inSentence(left === 0 ? shown : [...shown, `${left} more`]);
}

/** A group or a role, its name clean. */
interface Several {
  readonly type: "group" | "role";
  readonly name: string;
}

function namesOf(
  { payload, tenant }: Interrupt,
  nameOf: NameOf,
  several: (of: Several) => string,
): { readonly shown: readonly string[]; readonly left: number } {
  const all = eligibilityOf(payload).map((each) =>
    nameIn(each, (principal) => nameOf(tenant, principal), several),
  );
  const names = [...new Set(all)];
  const shown: string[] = [];
  let length = 0;
  for (const name of names.slice(0, MOST_NAMES)) {
    length += characters(name) + 2;
    if (length > MAX_NAMES) break;
    shown.push(name);
  }
  return { shown, left: names.length - shown.length };
}

function nameIn(
  reference: EligibilityReference,
  nameOf: (principal: string) => string | undefined,
  several: (of: Several) => string,
): string {
  if (reference.type === "open") return "anyone on the roster";
  const { type, name } = reference;
  if (type !== "principal") return several({ type, name: oneName(name) });
  return clip(cleanLine(nameOf(name) ?? ""), MAX_NAME) || oneName(name);
}

const oneName = (name: string): string => clip(cleanLine(name), MAX_NAME) || "(no name)";
