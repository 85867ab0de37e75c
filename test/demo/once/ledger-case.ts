import { members } from "../json.ts";
import { expectSame } from "./expectation.ts";
import type { Case } from "./runner.ts";
import type { Stage } from "./stage.ts";

/** Played last: whatever came late in any case before has arrived by now. */
export function ledgerCase({ engine }: Stage): Case {
  return {
    name: "no question of the whole play was resolved twice",
    run: async () => {
      const ids = engine
        .allResolutions()
        .filter(({ type }) => type === "interrupt.resolved")
        .map(({ payload }) => members(payload)["interruptId"]);
      expectSame("there were resolutions", ids.length > 0, true);
      const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
      expectSame("interrupts resolved twice", twice, []);
    },
  };
}
