import { randomBytes, randomInt } from "node:crypto";
import type { Clock } from "./clock.ts";
import { Refusal } from "./web-api/refusal.ts";

/** docs.slack.dev/interactivity: three seconds, counted from Slack's sending. */
const LIFETIME_MS = 3_000;

interface Trigger {
  user: string;
  issuedAtMs: number;
  isExchanged: boolean;
}

/** Trigger ids: the right to open one dialog, for one person, once and soon. */
export class Triggers {
  readonly #clock: Clock;
  readonly #issued = new Map<string, Trigger>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  issue(user: string): string {
    const part = () => String(randomInt(1e12, 9e12));
    const id = `${part()}.${part()}.${randomBytes(16).toString("hex")}`;
    this.#issued.set(id, { user, issuedAtMs: this.#clock.now(), isExchanged: false });
    return id;
  }

  /** The person the trigger belongs to; afterwards it is spent. */
  exchange(id: string): string {
    const trigger = this.peek(id);
    trigger.isExchanged = true;
    return trigger.user;
  }

  /** A view that is refused must not cost the trigger: check first, exchange after. */
  peek(id: string): Trigger {
    const trigger = this.#issued.get(id);
    if (!trigger) throw new Refusal("invalid_trigger_id");
    if (trigger.isExchanged) throw new Refusal("exchanged_trigger_id");
    if (this.#clock.now() - trigger.issuedAtMs > LIFETIME_MS)
      throw new Refusal("expired_trigger_id");
    return trigger;
  }
}
