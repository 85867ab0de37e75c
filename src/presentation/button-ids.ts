import { type CardAction, OPENING, PRESSED } from "./buttons.ts";

/** Begins the id of everything of ours that can be pressed, and of nothing else's. */
export const OURS = "parley:";

const ACTIONS: readonly CardAction[] = [...PRESSED, ...OPENING, "show-all"];

/** `parley:accept`: how both platforms name a button or a form. */
export function buttonId(action: CardAction): string {
  return `${OURS}${action}`;
}

/** The action that an id names; undefined for anything that {@link buttonId} does not write. */
export function actionOf(id: string): CardAction | undefined {
  return ACTIONS.find((action) => id === buttonId(action));
}
