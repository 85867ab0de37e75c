import type { Crews } from "../../src/core/ports/crews.ts";
import { type Pause, pausing } from "../../src/waiting/within.ts";

/** How often this replica says that it is there, and for how long that counts. Milliseconds. */
const EVERY = 5_000;
const THERE = 15_000;
const NAME = "slack";

/** Who serves the same Slack app from the same store: an app has ten sockets for all of them. */
export interface Company {
  /** Begins to say that this replica is there. Resolves once it is known who else is, or that it is not. */
  join(): Promise<void>;
  /** Is no other replica there? Doubt means that there is one. */
  isAlone(): boolean;
  leave(): Promise<void>;
}

export function companyIn(crews: Pick<Crews, "beat" | "leave">, pause: Pause): Company {
  const leaving = new AbortController();
  let replicas = Infinity;

  async function beat(): Promise<void> {
    try {
      ({ replicas } = await crews.beat(NAME, THERE));
    } catch {
      replicas = Infinity;
    }
  }

  async function goOn(): Promise<void> {
    while (!leaving.signal.aborted) {
      await pausing(pause, EVERY, leaving.signal).catch(() => undefined);
      if (!leaving.signal.aborted) await beat();
    }
  }

  return {
    async join() {
      await beat();
      void goOn();
    },
    isAlone: () => replicas === 1,
    async leave() {
      leaving.abort();
      // It counts as gone a few seconds later all the same.
      await crews.leave(NAME).catch(() => undefined);
    },
  };
}

/** Where nobody else is asked about: every socket that is wanted is opened. */
export const NO_COMPANY: Company = {
  join: () => Promise.resolve(),
  isAlone: () => true,
  leave: () => Promise.resolve(),
};
