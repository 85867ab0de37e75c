import { answerable, needsForm } from "../core/answerable.ts";
import type { Json } from "../core/json.ts";
import type { Action, Payload } from "../core/payload.ts";
import type { FormPurpose } from "./form.ts";
import { formFor } from "./form-filling.ts";

/** What can be pressed on a card. */

/** A press of one of these says everything. */
export const PRESSED = ["accept", "reject", "go", "stop"] as const;
export type PressedAction = (typeof PRESSED)[number];

/** These open a form first. */
export const OPENING = [
  "accept-form",
  "reject-form",
  "override",
  "edit-accept",
  "refine",
  "ask",
  "answer",
] as const;
export type OpeningAction = (typeof OPENING)[number];

export type CardAction = PressedAction | OpeningAction | "show-all";

export interface CardButton {
  readonly action: CardAction;
  readonly label: string;
  /** `quiet` ones decide nothing by themselves and stand apart from those that do. */
  readonly style: "primary" | "danger" | "plain" | "quiet";
}

/** Buttons as they stand: those that decide above, the quiet ones in a row of their own. */
export function buttonRowsOf(buttons: readonly CardButton[]): readonly (readonly CardButton[])[] {
  const isQuiet = ({ style }: CardButton) => style === "quiet";
  const rows = [buttons.filter((button) => !isQuiet(button)), buttons.filter(isQuiet)];
  return rows.filter((row) => row.length > 0);
}

/** The resume value that one press gives. */
export const PRESSED_VALUES: Readonly<Record<PressedAction, Json>> = {
  accept: { action: "accept" },
  reject: { action: "reject" },
  go: true,
  stop: false,
};

/** The form that a button opens. */
export const FORM_OF: Readonly<Record<OpeningAction, FormPurpose["type"]>> = {
  "accept-form": "accept",
  "reject-form": "reject",
  override: "override",
  "edit-accept": "edit-accept",
  refine: "refine",
  ask: "ask",
  answer: "answer",
};

/** The button that opens a form. */
export function openingOf(purpose: FormPurpose["type"]): OpeningAction {
  switch (purpose) {
    case "accept":
      return "accept-form";
    case "reject":
      return "reject-form";
    case "override":
    case "edit-accept":
    case "refine":
    case "ask":
    case "answer":
      return purpose;
  }
}

/** The buttons that answer an interrupt which is open: exactly those that the engine allows. */
export function decisionButtons(payload: Payload): readonly CardButton[] {
  const ways = answerable(payload);
  switch (ways.way) {
    case "approval":
      return [
        ...ways.actions.map((action) => approvalButton(payload, action)),
        ...(ways.actions.includes("accept") ? commenting(payload) : []),
      ];
    case "question":
    case "form":
      return [{ action: "answer", label: "Answer", style: "primary" }];
    case "go-or-stop":
      return [
        { action: "go", label: "Go ahead", style: "primary" },
        { action: "stop", label: "Stop", style: "danger" },
      ];
    case "none":
      return [];
  }
}

function approvalButton(payload: Payload, action: Action): CardButton {
  switch (action) {
    case "accept":
      return {
        action: needsForm(payload, PRESSED_VALUES.accept) ? "accept-form" : "accept",
        label: "Accept",
        style: "primary",
      };
    case "reject":
      return { action: rejecting(payload), label: "Reject", style: "danger" };
    case "edit-accept":
      return { action, label: "Edit and accept", style: "plain" };
    case "refine":
      return { action, label: "Send back", style: "plain" };
    case "ask":
      return { action, label: "Ask", style: "plain" };
  }
}

/** Accepting takes one press; whoever has something to say to it takes this one. */
function commenting(payload: Payload): readonly CardButton[] {
  const isOnePress = !needsForm(payload, PRESSED_VALUES.accept);
  const hasRoom = isOnePress && formFor(payload, { type: "accept" }) !== undefined;
  return hasRoom ? [{ action: "accept-form", label: "Accept with a comment", style: "quiet" }] : [];
}

/**
 * A form with an optional reason: whoever is turned down wants to know why, and nobody turns down by a slip of
 * the thumb. One press where the engine's schema has no room for a reason.
 */
function rejecting(payload: Payload): CardAction {
  return formFor(payload, { type: "reject" }) === undefined ? "reject" : "reject-form";
}
