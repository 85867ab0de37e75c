import type { Json } from "./json.ts";
import type { StoredMessage } from "./messages.ts";
import type { Place } from "./directory.ts";

/** The modal in front of a person. Opening another replaces it. */
export interface OpenModal {
  /** The id of the interaction that was answered with it. */
  readonly id: string;
  readonly customId: string;
  readonly title: string;
  readonly components: readonly Json[];
  readonly place: Place;
  /** Present when the modal was opened from a component. */
  readonly message?: StoredMessage;
  /** What is wrong, by input; the empty key is about the whole modal. */
  errors: Record<string, string>;
}

export interface Notice {
  readonly id: string;
  readonly placeId: string;
  readonly messageId?: string;
  readonly text: string;
}

/** What only one person's client knows: the open modal and the client's own red lines. */
export class Desks {
  readonly #modals = new Map<string, OpenModal>();
  readonly #notices = new Map<string, Notice[]>();
  readonly #hidden = new Set<string>();

  modalOf(userId: string): OpenModal | undefined {
    return this.#modals.get(userId);
  }

  open(userId: string, modal: OpenModal): void {
    this.#modals.set(userId, modal);
  }

  close(userId: string): void {
    this.#modals.delete(userId);
  }

  noticesOf(userId: string): readonly Notice[] {
    return this.#notices.get(userId) ?? [];
  }

  /** A newer line about the same message takes the place of the older one. */
  notify(userId: string, notice: Notice): void {
    const others = this.noticesOf(userId).filter(
      ({ messageId }) => messageId === undefined || messageId !== notice.messageId,
    );
    this.#notices.set(userId, [...others, notice]);
  }

  dismiss(userId: string, noticeId: string): boolean {
    const before = this.noticesOf(userId);
    const after = before.filter(({ id }) => id !== noticeId);
    this.#notices.set(userId, after);
    return after.length < before.length;
  }

  /** The message stays with Discord, so the bot can go on editing it; this client hides it. */
  hide(messageId: string): void {
    this.#hidden.add(messageId);
  }

  shows(messageId: string): boolean {
    return !this.#hidden.has(messageId);
  }

  dismissAbout(userId: string, messageId: string): void {
    const kept = this.noticesOf(userId).filter((notice) => notice.messageId !== messageId);
    this.#notices.set(userId, kept);
  }
}
