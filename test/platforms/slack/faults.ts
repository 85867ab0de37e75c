import type { JsonObject } from "./json.ts";

/** A Web API call to meet: a method, and perhaps only some of its arguments. */
export interface CallMatch {
  method: string;
  where?: (args: JsonObject) => boolean;
}

export interface CallFault {
  /** An HTTP status with an HTML body, as a broken edge answers. With 429, `retryAfterSeconds`. */
  status?: number;
  /** Slack's own refusal, `ok: false`. */
  error?: string;
  /** Cut the connection without an answer. */
  reset?: boolean;
  retryAfterSeconds?: number;
  /** Wait on Slack's clock before the answer. */
  delayMs?: number;
  /** Do the work first, then fail: the answer is lost, the effect is not. */
  after?: "commit";
}

/** A delivery to meet, by what is inside: an interaction's or event's type, or "slash_commands". */
export interface DeliveryMatch {
  delivery: string;
}

/** drop: never sent. twice: sent again at once. close: the connection breaks between sending and acknowledgement. */
export type DeliveryFault = "drop" | "twice" | "close";

/** Faults asked for by a test, each met once (or `times`), in the order they were asked for. */
export class Faults {
  readonly #calls: { match: CallMatch; fault: CallFault; left: number }[] = [];
  readonly #deliveries: { match: DeliveryMatch; fault: DeliveryFault; left: number }[] = [];

  next(match: CallMatch, fault: CallFault, times?: number): void;
  next(match: DeliveryMatch, fault: DeliveryFault, times?: number): void;
  next(match: CallMatch | DeliveryMatch, fault: CallFault | DeliveryFault, times = 1): void {
    if ("method" in match && typeof fault === "object")
      this.#calls.push({ match, fault, left: times });
    else if ("delivery" in match && typeof fault === "string")
      this.#deliveries.push({ match, fault, left: times });
  }

  /** Not yet met. A test that asked for a fault should find none left. */
  get waiting(): number {
    return this.#calls.length + this.#deliveries.length;
  }

  clear(): void {
    this.#calls.length = 0;
    this.#deliveries.length = 0;
  }

  takeForCall(method: string, args: JsonObject): CallFault | undefined {
    return take(
      this.#calls,
      ({ match }) => match.method === method && (match.where?.(args) ?? true),
    );
  }

  takeForDelivery(type: string): DeliveryFault | undefined {
    return take(this.#deliveries, ({ match }) => match.delivery === type);
  }
}

function take<T extends { left: number; fault: unknown }>(
  planned: T[],
  isMet: (one: T) => boolean,
): T["fault"] | undefined {
  const found = planned.find(isMet);
  if (!found) return undefined;
  found.left -= 1;
  if (found.left === 0) planned.splice(planned.indexOf(found), 1);
  return found.fault;
}
