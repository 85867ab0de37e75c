import type { InteractionKind } from "./body/callback.ts";
import type { Place } from "./directory.ts";
import type { Json } from "./json.ts";
import type { StoredMessage } from "./messages.ts";

/** What the person behind an interaction saw first. */
export interface Outcome {
  readonly ok: boolean;
  readonly shown?: string;
  /** Opened by the answer. */
  readonly modal?: string;
  /** Made or changed by the answer. */
  readonly message?: string;
}

export interface Interaction {
  readonly id: string;
  readonly token: string;
  readonly kind: InteractionKind;
  readonly userId: string;
  readonly place: Place;
  readonly createdAt: number;
  readonly data: Json;
  readonly commandName?: string;
  /** The clicked message, also for a modal that was opened from a component. */
  readonly message?: StoredMessage;
  state: "open" | "answered" | "late";
  callbackType?: number;
  /** What `@original` means; nothing after a modal. */
  originalId?: string;
  choices?: readonly Json[];
  readonly settle: (outcome: Outcome) => void;
}

export class Interactions {
  readonly #byToken = new Map<string, Interaction>();

  add(interaction: Interaction): void {
    this.#byToken.set(interaction.token, interaction);
  }

  byToken(token: string): Interaction | undefined {
    return this.#byToken.get(token);
  }

  get all(): Interaction[] {
    return [...this.#byToken.values()];
  }
}
