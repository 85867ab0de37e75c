import type { Json } from "../../src/core/json.ts";
import type { ApprovalData } from "../../src/core/payload.ts";
import type { Question } from "./engine.ts";

/** What engines ask, as little of it as is valid. */

export function approval(
  data: Partial<ApprovalData> = {},
  more: Pick<Question, "resumeSchema" | "timeoutMs"> = {},
): Question {
  return {
    kind: "approval",
    data: {
      artifactId: "a",
      artifactType: "invoice",
      title: "Settle invoice INV-42",
      actions: ["accept", "reject"],
      ...data,
    },
    ...more,
  };
}

/**
 * A deadline that leaves a busy machine the time to show every copy and to open a form: what ends before it was shown is
 * never shown.
 */
export const UNTIL_SHOWN_MS = 4_000;

export const EVERY_ACTION = ["accept", "edit-accept", "refine", "ask", "reject"] as const;

/** A gate that needs several voices and allows everything. */
export function quorum(requiredApprovals: number, data: Partial<ApprovalData> = {}): Question {
  return approval({ actions: [...EVERY_ACTION], requiredApprovals, ...data });
}

export function clarification(...questions: readonly string[]): Question {
  return {
    kind: "clarification",
    data: { questions: questions.map((question, index) => ({ id: `q${index}`, question })) },
  };
}

/** A kind of the engine's own that is answered by its schema. */
export function custom(resumeSchema: Readonly<Record<string, Json>>): Question {
  return { kind: "custom", data: { customKind: "Count the stock" }, resumeSchema };
}

export function lowConfidence(): Question {
  return { kind: "low-confidence", data: { agentId: "triage", threshold: 0.8, observed: 0.3 } };
}

/** Every kind with the same text wherever text may stand. */
export function everyKindSaying(text: string, line = text): readonly Question[] {
  const schema = {
    type: "object",
    title: line,
    description: text,
    required: ["choice"],
    properties: { choice: { title: line, description: text, enum: [line, "other"] } },
  };
  return [
    approval({
      artifactId: line,
      artifactType: "letter",
      title: line,
      description: text,
      artifactData: { [line.slice(0, 50)]: line, plain: text },
      actions: [...EVERY_ACTION],
    }),
    approval({ title: line, artifactType: "patch", artifactData: text }),
    approval({ title: line, artifactData: { deep: [{ [line]: text }] }, requiredApprovals: 2 }),
    clarification(line),
    clarification(line, text, text),
    {
      kind: "external-event",
      data: { eventType: line, correlation: { [line.slice(0, 50)]: text } },
    },
    { kind: "custom", data: { customKind: line, payload: { value: text } }, resumeSchema: schema },
    {
      kind: "conversation.start",
      data: { conversationId: `${Math.random()}`, title: line, initialPrompt: text },
    },
    {
      kind: "conversation.exchange",
      data: {
        conversationId: `${Math.random()}`,
        prompt: text,
        outcomeSchema: { enum: [line, "other"] },
      },
    },
    { kind: "conversation.close", data: { conversationId: `${Math.random()}`, reason: text } },
    {
      kind: "low-confidence",
      data: { agentId: "triage", threshold: 0.8, observed: 0.3, decision: { why: text } },
      resumeSchema: schema,
    },
  ];
}
