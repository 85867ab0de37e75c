import { describe, expect, it } from "vitest";
import { readResume } from "../../../src/core/resume.ts";
import { actionOf, buttonId } from "../../../src/presentation/button-ids.ts";
import {
  type CardAction,
  buttonRowsOf,
  decisionButtons,
  FORM_OF,
  OPENING,
  openingOf,
  PRESSED,
  PRESSED_VALUES,
} from "../../../src/presentation/buttons.ts";
import { approval, payloadOf, quorum } from "../core/samples.ts";

const actions = (payload: Parameters<typeof decisionButtons>[0]) =>
  decisionButtons(payload).map(({ action }) => action);

describe("the buttons of a card", () => {
  it("say everything by one press, or open a form where there is more to say", () => {
    expect(actions(quorum(1))).toEqual([
      "accept",
      "edit-accept",
      "refine",
      "ask",
      "reject-form",
      "accept-form",
    ]);
    const open = { required: ["action"], properties: { action: { enum: ["accept", "reject"] } } };
    expect(actions({ ...approval(), resumeSchema: open })).toEqual([
      "accept",
      "reject-form",
      "accept-form",
    ]);
    // No room for a reason.
    const closed = { ...open, additionalProperties: false };
    expect(actions({ ...approval(), resumeSchema: closed })).toEqual(["accept", "reject"]);
    const more = { required: ["costCentre"] };
    expect(actions({ ...approval(), resumeSchema: more })).toEqual(["accept-form", "reject-form"]);
    // A reason only for a rejection.
    const reason = {
      anyOf: [{ properties: { action: { const: "accept" } } }, { required: ["feedback"] }],
    };
    expect(actions({ ...approval(), resumeSchema: reason })).toEqual([
      "accept",
      "reject-form",
      "accept-form",
    ]);
  });

  it("have a comment apart, where one press would accept and a comment would not override", () => {
    const apart = (payload: Parameters<typeof decisionButtons>[0]) =>
      buttonRowsOf(decisionButtons(payload)).map((row) => row.map(({ label }) => label));
    expect(apart(approval())).toEqual([["Accept", "Reject"], ["Accept with a comment"]]);
    expect(apart(approval({ actions: ["reject"] }))).toEqual([["Reject"]]);
    expect(apart(approval({ overrideBypassesQuorum: true }))).toEqual([["Accept", "Reject"]]);
  });

  it("give a resume value that the core takes", () => {
    for (const action of ["accept", "reject"] as const) {
      expect(readResume(approval(), PRESSED_VALUES[action]).ok).toBe(true);
    }
    for (const action of ["go", "stop"] as const) {
      expect(readResume(payloadOf("low-confidence"), PRESSED_VALUES[action])).toMatchObject({
        response: { resumeValue: action === "go" },
      });
    }
  });

  it("that open a form are found by it, and the other way round", () => {
    for (const action of OPENING) expect(openingOf(FORM_OF[action])).toBe(action);
  });

  it("are coloured where they decide at once, and by what they decide", () => {
    const styles = decisionButtons(quorum(1)).map(({ style }) => style);
    expect(styles).toEqual(["primary", "plain", "plain", "plain", "danger", "quiet"]);
  });
});

describe("the id of a button", () => {
  it("is read as it was written", () => {
    const all: readonly CardAction[] = [...PRESSED, ...OPENING, "show-all"];
    for (const action of all) expect(actionOf(buttonId(action))).toBe(action);
    expect(new Set(all.map(buttonId)).size).toBe(all.length);
  });

  it.each([
    "",
    "parley:",
    "parley:timeout",
    "accept",
    "PARLEY:accept",
    "parley:accept ",
    "parley:toString",
  ])("is not %j", (id) => {
    expect(actionOf(id)).toBeUndefined();
  });
});
