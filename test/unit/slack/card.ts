import type { Card } from "../../../src/presentation/card.ts";

/** 2026-03-03 12:00 UTC */
export const ASKED_AT = Date.UTC(2026, 2, 3, 12, 0);
/** Three quarters of an hour later. */
export const DEADLINE = ASKED_AT + 45 * 60_000;

export const REFERENCE = "7.abcdefghijklmnopqrstuv.4f2a91c0d3e7";

/** An open approval of one invoice, with whatever a test is about. */
export function aCard(about: Partial<Card> = {}): Card {
  return {
    reference: REFERENCE,
    state: "waiting",
    stateWord: "Approval",
    title: "Settle invoice INV-42",
    from: "invoice-agent · run 8d1f",
    askedAt: ASKED_AT,
    body: [{ type: "text", text: "Northwind Paper delivered on 3 March." }],
    until: [
      "Until ",
      { at: DEADLINE, as: "time" },
      " (",
      { at: DEADLINE, as: "relative" },
      "), then it counts as rejected",
    ],
    buttons: [
      { action: "accept", label: "Accept", style: "primary" },
      { action: "reject", label: "Reject", style: "danger" },
    ],
    digest: "4f2a91c0d3e7",
    foot: "May decide: finance group · 4f2a91c0d3e7 · abcdefgh",
    ...about,
  };
}
