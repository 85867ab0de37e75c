import type { Json } from "../json.ts";
import type { ApprovalQuestion, ClarificationQuestion, OtherQuestion } from "../question.ts";
import { type Marked, markedQuestion } from "./marking.ts";

/** Questions that cases are about, small enough to read in a failure. */

export type ApprovalDetails = Partial<ApprovalQuestion["data"]> &
  Pick<ApprovalQuestion, "timeoutMs" | "resumeSchema">;

export function approval({ timeoutMs, resumeSchema, ...data }: ApprovalDetails = {}): Marked {
  return markedQuestion({
    kind: "approval",
    data: {
      artifactId: "order-1",
      artifactType: "order",
      title: "Order forty chairs",
      actions: ["accept", "reject"],
      approversList: ["ada", "grace"],
      ...data,
    },
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(resumeSchema === undefined ? {} : { resumeSchema }),
  });
}

/**
 * Without room for a reason: Reject is one press, as Accept always is. A closed schema says so; the members
 * that parley adds itself need not stand in it.
 */
export const WITHOUT_REASON = {
  type: "object",
  additionalProperties: false,
  properties: { action: { enum: ["accept", "reject"] } },
};

/** The same by one press, whichever it is. */
export function pressedApproval(): Marked {
  return approval({ resumeSchema: WITHOUT_REASON });
}

/** One that several people have to agree on: each of the three may decide. */
export function ballot(requiredApprovals: number, more: ApprovalDetails = {}): Marked {
  return approval({
    approversList: ["ada", "grace", "katherine"],
    actions: ["accept", "edit-accept", "refine", "reject"],
    artifactData: { chairs: 40 },
    requiredApprovals,
    ...more,
  });
}

/** Two questions with schemas and one in words. */
export function clarification(): Marked {
  const questions: ClarificationQuestion["data"]["questions"] = [
    { id: "seats", question: "How many seats?", schema: { type: "integer", minimum: 1 } },
    { id: "plan", question: "Which plan?", schema: { enum: ["team", "company"] } },
    { id: "start", question: "When do they start?" },
  ];
  return markedQuestion({ kind: "clarification", data: { questions } });
}

/** Any other kind, with a schema of its answer or without. */
export function other(
  kind: OtherQuestion["kind"],
  resumeSchema?: Readonly<Record<string, Json>>,
  data: Readonly<Record<string, Json>> = {},
): Marked {
  return markedQuestion({
    kind,
    data: { ...DATA[kind], ...data },
    ...(resumeSchema === undefined ? {} : { resumeSchema }),
  });
}

const DATA: Readonly<Record<OtherQuestion["kind"], Readonly<Record<string, Json>>>> = {
  "external-event": { eventType: "payment.settled", correlation: { orderId: "A-1007" } },
  custom: { customKind: "shelf-count", payload: { shelf: "B-12" } },
  "conversation.start": { conversationId: "made-anew", title: "Two suppliers" },
  "conversation.exchange": { conversationId: "research-31", prompt: "By price or by time?" },
  "conversation.close": { conversationId: "research-31", reason: "It is in the report." },
  "low-confidence": { agentId: "triage-agent", threshold: 0.7, observed: 0.42 },
};
