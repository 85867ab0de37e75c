import type { Interrupt, Outcome, Vote } from "../../src/core/interrupt.ts";
import type { Json } from "../../src/core/json.ts";
import type { Payload } from "../../src/core/payload.ts";
import {
  ADA,
  after,
  approval,
  interruptOf,
  person,
  type Respond,
  respond,
  voteOf,
} from "../unit/core/samples.ts";

/** Interrupts as people find them: asked a while ago, by an agent, and in some state by now. */

/** The time on everybody's clock in the pictures: 2026-03-03T10:12:00Z. */
export const NOW = Date.UTC(2026, 2, 3, 10, 12);
const MINUTE = 60_000;
export const ASKED_AT = NOW - 12 * MINUTE;

export const GRACE = person("grace", { name: "Grace Hopper", groups: ["finance"] });

export function asked(payload: Payload, more: Partial<Interrupt> = {}): Interrupt {
  return interruptOf(payload, {
    runId: "acme/run-7f3a09b2c4d1e8f6",
    context: { agent: "invoice-agent" },
    requestedAt: ASKED_AT,
    ...more,
  });
}

/** The invoice that most pictures are about. */
export function invoice(data: Parameters<typeof approval>[0] = {}) {
  return approval({
    description:
      "The supplier delivered on 27 February; the goods were checked in by the warehouse.",
    artifactData: { supplier: "Northwind Traders", amount: "1,200.00 EUR", due: "2026-03-10" },
    approverGroupRefs: ["finance"],
    ...data,
  });
}

export const ALL = ["accept", "edit-accept", "refine", "ask", "reject"] as const;

/** After one press, two minutes after it was asked. */
export function pressed(interrupt: Interrupt, value: Json, more: Partial<Respond> = {}): Interrupt {
  return after(
    interrupt,
    respond(interrupt, value, { at: ASKED_AT + 2 * MINUTE, by: ADA, ...more }),
  );
}

export const ended = (interrupt: Interrupt, outcome: Outcome): Interrupt => ({
  ...interrupt,
  outcome,
});

export function votes(count: number, action: Vote["action"], first = 0): readonly Vote[] {
  return Array.from({ length: count }, (_, index) =>
    voteOf(NAMES[(first + index) % NAMES.length] ?? "ada", action),
  ).map((vote, index) => ({
    ...vote,
    by: { id: `p${first + index}`, name: nameAt(first + index) },
  }));
}

const NAMES = ["ada", "grace", "katherine"];
const PEOPLE = ["Ada Lovelace", "Grace Hopper", "Katherine Johnson", "محمد الخوارزمي", "Åsa Öberg"];
const nameAt = (index: number) =>
  PEOPLE[index] ?? `Approver ${String(index + 1)} of the finance committee`;
