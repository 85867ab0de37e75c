import type { Clock } from "./clock.ts";

/** What Slack itself tells one person: a failed button, a failed command. */
export interface Notice {
  readonly id: number;
  readonly atMs: number;
  readonly text: string;
  readonly user: string;
  readonly place?: string;
  /** The message whose button failed. */
  readonly message?: string;
}

const KEPT_PER_PERSON = 20;

export class Notices {
  readonly #clock: Clock;
  #all: Notice[] = [];
  #lastId = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  for(user: string): readonly Notice[] {
    return this.#all.filter((notice) => notice.user === user).slice(-KEPT_PER_PERSON);
  }

  add(notice: Omit<Notice, "id" | "atMs">): void {
    this.#lastId += 1;
    this.#all.push({ id: this.#lastId, atMs: this.#clock.now(), ...notice });
  }

  /** A new press takes the old mark off its message. */
  forgetMessage(user: string, message: string): void {
    this.#all = this.#all.filter((one) => one.user !== user || one.message !== message);
  }
}
