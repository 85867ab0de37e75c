import type { App } from "@slack/bolt";
import { textAt } from "./json.ts";

/** Handles one event. Slack brings an event again (at once, after a minute, after five) when this rejects. */
export type TakeMessage = (body: unknown, ack: () => Promise<void>) => Promise<void>;

/**
 * Hands events of type `message` over before Bolt sees them. Bolt (5.1.0, both receivers) acknowledges an
 * event before it calls a listener, and `processBeforeResponse` holds that back over HTTP only, so that an
 * answer would be lost by a crash in between: an answer has to be recorded before Slack is told that it came.
 * Receivers have verified the delivery by then; who may answer is not Bolt's to say.
 */
export function takeMessages(app: App, take: TakeMessage): void {
  const dispatch = app.processEvent.bind(app);
  app.processEvent = async (delivery) => {
    if (!isMessage(delivery.body)) return dispatch(delivery);
    return take(delivery.body, async () => {
      await delivery.ack();
    });
  };
}

export function isMessage(body: unknown): boolean {
  return textAt(body, "type") === "event_callback" && textAt(body, "event", "type") === "message";
}
