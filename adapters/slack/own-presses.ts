import type { App } from "@slack/bolt";
import { textAt } from "./json.ts";

/** Handles one press and acknowledges it. */
export type TakePress = (body: unknown, ack: () => Promise<void>) => Promise<void>;

/**
 * Hands presses of buttons over before Bolt sees them. What Bolt (5.1.0) does for them on the way to a
 * listener (a client, `say`, `respond`, a chain of middleware) nobody here uses, and it costs more than all
 * the rest of taking a press. Receivers have verified the delivery by then.
 */
export function takePresses(app: App, take: TakePress): void {
  const dispatch = app.processEvent.bind(app);
  app.processEvent = async (delivery) => {
    const { body, ack } = delivery;
    if (textAt(body, "type") !== "block_actions") return dispatch(delivery);
    return take(body, async () => {
      await ack();
    });
  };
}
