import type { Interrupt } from "./interrupt.ts";
import type { Kind } from "./payload.ts";

/** Status of a run while it waits, as RunSnapshot of the interrupt specification names it. */
export type WaitingStatus = "waiting-approval" | "waiting-input" | "waiting-external";

/** The status of a run that waits on an interrupt of this kind. */
export function waitingStatus(kind: Kind): WaitingStatus {
  switch (kind) {
    case "approval":
    case "low-confidence":
    case "conversation.exchange":
      return "waiting-approval";
    case "external-event":
      return "waiting-external";
    case "clarification":
    case "custom":
    case "conversation.start":
    case "conversation.close":
      return "waiting-input";
  }
}

/** What a resolve is answered with: it still waits, or the engine can go on. */
export function statusAfter({ payload, outcome }: Interrupt): WaitingStatus | "running" {
  return outcome === undefined ? waitingStatus(payload.kind) : "running";
}
