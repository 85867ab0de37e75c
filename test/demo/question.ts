import type { Json } from "./json.ts";

/** What an engine asks: the InterruptPayload of the interrupt specification, v2.1.0, without its key. */
export type Question = ApprovalQuestion | ClarificationQuestion | OtherQuestion;

type Schema = Readonly<Record<string, Json>>;

interface Root {
  readonly timeoutMs?: number;
  /** What an answer has to look like: JSON Schema 2020-12. */
  readonly resumeSchema?: Schema;
}

export interface ApprovalQuestion extends Root {
  readonly kind: "approval";
  readonly data: {
    readonly artifactId: string;
    readonly artifactType: string;
    readonly title: string;
    readonly description?: string;
    readonly actions: readonly string[];
    readonly artifactData?: Json;
    readonly approversList?: readonly string[];
    readonly approverGroupRefs?: readonly string[];
    readonly requiredApprovals?: number;
    readonly rejectionPolicy?: "single-veto" | "majority";
    readonly overrideBypassesQuorum?: boolean;
  };
}

export interface ClarificationQuestion extends Root {
  readonly kind: "clarification";
  readonly data: {
    readonly questions: readonly {
      readonly id: string;
      readonly question: string;
      readonly schema?: Schema;
    }[];
    readonly contextType?: string;
  };
}

export interface OtherQuestion extends Root {
  readonly kind:
    | "external-event"
    | "custom"
    | "conversation.start"
    | "conversation.exchange"
    | "conversation.close"
    | "low-confidence";
  readonly data: Readonly<Record<string, Json>>;
}
