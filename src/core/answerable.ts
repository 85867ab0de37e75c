import type { Json } from "./json.ts";
import { compileSchema, type JsonSchema } from "./json-schema.ts";
import type { Action, ApprovalData, Payload, Question } from "./payload.ts";

/** The ways in which people can answer an interrupt on a card. */
export type Answerable =
  | {
      readonly way: "approval";
      readonly data: ApprovalData;
      /** Those that the engine allows, in the order of a card's buttons. */
      readonly actions: readonly Action[];
    }
  /** One question in words: typed in a thread or in a form's one field. */
  | { readonly way: "question"; readonly question: Question }
  /** A form with one field or more. */
  | { readonly way: "form" }
  /** Go ahead, or stop: `true` and `false`. */
  | { readonly way: "go-or-stop" }
  /** `why` is a sentence for people. */
  | { readonly way: "none"; readonly why: string };

/** The order in which actions stand on a card. */
const ORDER: readonly Action[] = ["accept", "edit-accept", "refine", "ask", "reject"];

/** How an interrupt can be answered in chat, or why it cannot be. */
export function answerable(payload: Payload): Answerable {
  switch (payload.kind) {
    case "approval":
      return {
        way: "approval",
        data: payload.data,
        actions: ORDER.filter((action) => payload.data.actions.includes(action)),
      };
    case "clarification":
      return clarification(payload.data.questions, payload.resumeSchema);
    case "conversation.exchange": {
      const free = (payload.data.outcomeSchema ?? payload.resumeSchema) === undefined;
      const question = { id: "answer", question: payload.data.prompt };
      return free ? { way: "question", question } : { way: "form" };
    }
    case "low-confidence":
      return { way: payload.resumeSchema === undefined ? "go-or-stop" : "form" };
    case "conversation.start":
    case "conversation.close":
      return payload.resumeSchema === undefined
        ? none("There is nothing to answer: this is for you to know.")
        : { way: "form" };
    case "custom":
      return payload.resumeSchema === undefined
        ? none(
            "It cannot be answered here, since nothing says what an answer looks like. A program can answer it over HTTP.",
          )
        : { way: "form" };
    case "external-event":
      return none("It waits for another system, not for a person.");
  }
}

function clarification(
  [question, ...others]: readonly Question[],
  resumeSchema: JsonSchema | undefined,
): Answerable {
  const typed = question !== undefined && others.length === 0 && question.schema === undefined;
  return typed && resumeSchema === undefined ? { way: "question", question } : { way: "form" };
}

/** Does this interrupt end as soon as it is told: the beginning or end of a conversation? */
export function isOnlyTold({ kind, resumeSchema }: Payload): boolean {
  const tells = kind === "conversation.start" || kind === "conversation.close";
  return tells && resumeSchema === undefined;
}

/**
 * Does one press say everything, or does the answer need a form? An engine whose schema asks for more than
 * the action gets the rest from a form.
 */
export function needsForm({ resumeSchema }: Payload, bare: Json): boolean {
  if (resumeSchema === undefined) return false;
  const compiled = compileSchema(resumeSchema);
  return !compiled.ok || compiled.schema.check(bare).length > 0;
}

function none(why: string): Answerable {
  return { way: "none", why };
}
