import type { Principal } from "../../../src/core/eligibility.ts";
import type { Log } from "../../../src/core/log.ts";
import { createDeadlineFlow } from "../../../src/flows/deadlines.ts";
import { createEngineFlow } from "../../../src/flows/engine.ts";
import { createPressFlow } from "../../../src/flows/presses.ts";
import { partitionOf } from "../../../src/redis/keys.ts";
import type { Store } from "../../../src/redis/redis.ts";

const ADA: Principal = {
  id: "ada",
  name: "Ada Lovelace",
  groups: [],
  roles: [],
  scopes: ["approvals:respond"],
};

const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The flows over one store, with Ada as the only person there is. */
export function flowsOver(store: Store) {
  const changed = () => undefined;
  return {
    engine: createEngineFlow({
      interrupts: store.interrupts,
      runs: store.runs,
      hints: store.hints,
      partitionOf,
      destinationsOf: (tenant) => (tenant === "acme" ? ["slack:T0ACME/C0FINANCE"] : undefined),
      anybodyFor: () => true,
      log: quiet,
    }),
    presses: createPressFlow({
      interrupts: store.interrupts,
      presses: store.presses,
      left: store.presses,
      identify: ({ account }) => (account === "slack:T0ACME/U0ADA" ? ADA : undefined),
      clock: store.clock.now,
      log: quiet,
      changed,
      redraw: changed,
    }),
    deadlines: createDeadlineFlow({
      interrupts: store.interrupts,
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
    tell: (_press: unknown, result: { ok: boolean; words?: readonly unknown[] }) => {
      heard.push(result.ok ? "ok" : String(result.words?.[0]));
    },
  };
}
