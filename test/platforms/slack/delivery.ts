import { randomUUID } from "node:crypto";
import type { Changes } from "./changes.ts";
import type { Clock } from "./clock.ts";
import type { DeliveryFault, Faults } from "./faults.ts";
import { isObject, textOf, type JsonObject } from "./json.ts";

/** docs.slack.dev/interactivity: an acknowledgement must be back within three seconds of the sending. */
export const ACK_WITHIN_MS = 3_000;

export interface Parcel {
  readonly id: string;
  readonly kind: "interactive" | "slash_commands" | "events_api";
  readonly payload: JsonObject;
  readonly acceptsResponse: boolean;
  readonly retry?: { attempt: number; reason: string };
}

export type Receipt =
  /** `body` is undefined when the acknowledgement was empty. */
  | { outcome: "acknowledged"; body: unknown }
  | { outcome: "late" }
  | { outcome: "unreachable" }
  | { outcome: "refused"; status: number };

/** One way to the bot: Socket Mode, or signed POSTs. */
export interface Courier {
  deliver(parcel: Parcel, breakAfterSending: boolean): Promise<Receipt>;
  close(): void | Promise<void>;
}

export interface DeliveryRecord {
  readonly kind: Parcel["kind"];
  /** "block_actions", "view_submission", an event's type, or the command. */
  readonly type: string;
  readonly payload: JsonObject;
  readonly retryAttempt: number;
  readonly atMs: number;
  receipt?: Receipt;
  tookMs?: number;
}

function typeOf({ kind, payload }: Pick<Parcel, "kind" | "payload">): string {
  if (kind === "slash_commands") return kind;
  const inner = kind === "events_api" ? payload["event"] : payload;
  return isObject(inner) ? textOf(inner["type"]) : "";
}

/** Sends parcels, keeps a record of each, and lets the asked-for faults happen. */
export class Dispatch {
  readonly records: DeliveryRecord[] = [];
  readonly #courier: Courier;
  readonly #clock: Clock;
  readonly #faults: Faults;
  readonly #changes: Changes;

  constructor(courier: Courier, clock: Clock, faults: Faults, changes: Changes) {
    this.#courier = courier;
    this.#clock = clock;
    this.#faults = faults;
    this.#changes = changes;
  }

  async send(contents: Omit<Parcel, "id">): Promise<Receipt> {
    const parcel: Parcel = { id: randomUUID(), ...contents };
    const record: DeliveryRecord = {
      kind: parcel.kind,
      type: typeOf(parcel),
      payload: parcel.payload,
      retryAttempt: parcel.retry?.attempt ?? 0,
      atMs: this.#clock.now(),
    };
    this.records.push(record);
    const receipt = await this.#carry(parcel, this.#faults.takeForDelivery(record.type));
    record.receipt = receipt;
    record.tookMs = this.#clock.now() - record.atMs;
    this.#changes.note();
    return receipt;
  }

  async #carry(parcel: Parcel, fault: DeliveryFault | undefined): Promise<Receipt> {
    if (fault === "drop") return this.#silence();
    const first = this.#courier.deliver(parcel, fault === "close");
    if (fault === "twice") await this.#courier.deliver(parcel, false);
    return first;
  }

  #silence(): Promise<Receipt> {
    return new Promise((resolve) => {
      this.#clock.setTimer(ACK_WITHIN_MS, () => resolve({ outcome: "late" }));
    });
  }
}
