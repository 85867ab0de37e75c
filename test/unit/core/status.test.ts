import { describe, expect, it } from "vitest";
import type { Kind } from "../../../src/core/payload.ts";
import { statusAfter, waitingStatus } from "../../../src/core/status.ts";
import { after, approval, interruptOf, OUTCOMES, payloadOf, quorum, respond } from "./samples.ts";

describe("the status of a run that waits", () => {
  // Interrupt specification: two by name, the others by what their earlier texts and the run's schema say.
  it.each<[Kind, string]>([
    ["approval", "waiting-approval"],
    ["low-confidence", "waiting-approval"],
    ["conversation.exchange", "waiting-approval"],
    ["clarification", "waiting-input"],
    ["custom", "waiting-input"],
    ["conversation.start", "waiting-input"],
    ["conversation.close", "waiting-input"],
    ["external-event", "waiting-external"],
  ])("on %s is %s", (kind, status) => {
    expect(waitingStatus(kind)).toBe(status);
    expect(statusAfter(interruptOf(payloadOf(kind)))).toBe(status);
  });

  it("stays what it is after a vote that does not decide, and after a question", () => {
    const open = interruptOf(quorum(2));
    const voted = after(open, respond(open, { action: "accept" }));
    const asked = after(voted, respond(voted, { action: "ask", question: "Why?" }));
    expect([voted, asked].map(statusAfter)).toEqual(["waiting-approval", "waiting-approval"]);
  });

  it("is over with the interrupt, however that ended", () => {
    for (const outcome of Object.values(OUTCOMES)) {
      expect(statusAfter(interruptOf(approval(), { outcome }))).toBe("running");
    }
  });
});
