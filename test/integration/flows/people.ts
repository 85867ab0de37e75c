import type { Principal } from "../../../src/core/eligibility.ts";
import type { Log } from "../../../src/core/log.ts";
import { createDeadlineFlow } from "../../../src/flows/deadlines.ts";
import { createEngineFlow } from "../../../src/flows/engine.ts";
import { createFormFlow } from "../../../src/flows/forms.ts";
import { createInterviewFlow } from "../../../src/flows/interviews.ts";
import { createPressFlow, type Identify } from "../../../src/flows/presses.ts";
import type { PressResult } from "../../../src/presentation/platform.ts";
import { plainWords } from "../../../src/presentation/words.ts";
import { partitionOf } from "../../../src/redis/keys.ts";
import type { Store } from "../../../src/redis/redis.ts";
import { nameOf } from "../../support/names.ts";

/** Who is on the roster, by account. Only the chief may override. */
const PEOPLE: Readonly<Record<string, Principal>> = Object.fromEntries(
  ["Ada Lovelace", "Grace Hopper", "Lin Wei", "Chief"].map((name) => {
    const id = name.split(" ")[0]?.toLowerCase() ?? "";
    const principal: Principal = {
      id,
      name,
      groups: [],
      roles: [],
      scopes: ["approvals:respond"],
      override: id === "chief",
      decidesOwnRuns: true,
    };
    return [accountOf(id), principal];
  }),
);

/** The Slack account of somebody: `ada`, `grace`, `lin`, `chief`. */
export function accountOf(id: string): string {
  return `slack:T0ACME/U0${id.toUpperCase()}`;
}

const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Says at once who somebody is. */
export const known: Identify = ({ account }) =>
  Promise.resolve(PEOPLE[account] ?? { code: "account-unknown", account });

/** The flows over one store, with four people on the roster. */
export function flowsOver(store: Store, identify: Identify = known) {
  const changed = () => undefined;
  const shape = "v2.1" as const;
  const presses = createPressFlow({
    interrupts: store.interrupts,
    shape,
    presses: store.presses,
    left: store.presses,
    identify,
    nameOf,
    clock: store.clock.now,
    log: quiet,
    changed,
    redraw: changed,
  });
  const forms = createFormFlow({
    interrupts: store.interrupts,
    identify,
    nameOf,
    take: async (press, withinMs) => presses.take(press, withinMs),
    clock: store.clock.now,
    log: quiet,
  });
  return {
    engine: createEngineFlow({
      interrupts: store.interrupts,
      shape,
      runs: store.runs,
      hints: store.hints,
      conversations: store.conversations,
      partitionOf,
      placesFor: (tenant) =>
        tenant === "acme"
          ? { destinations: ["slack:T0ACME/C0FINANCE"], plan: { remindBeforeMs: [] } }
          : undefined,
      decidersOf: () => Infinity,
      clock: store.clock.now,
      log: quiet,
    }),
    presses,
    forms,
    interviews: createInterviewFlow({
      interrupts: store.interrupts,
      interviews: store.interviews,
      copies: store.copies,
      identify,
      nameOf,
      submit: async (submission, withinMs) => forms.submit(submission, withinMs),
      changed,
      clock: store.clock.now,
      log: quiet,
    }),
    deadlines: createDeadlineFlow({
      interrupts: store.interrupts,
      shape,
      presses: store.presses,
      changed,
    }),
  };
}

/** The words of every sentence told, in order. */
export function listener() {
  const heard: string[] = [];
  return {
    heard,
    tell: (_press: unknown, result: PressResult) => {
      heard.push(result.ok ? "ok" : plainWords(result.words));
    },
  };
}
