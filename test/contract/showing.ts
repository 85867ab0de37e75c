import { describe, expect, it } from "vitest";
import { approval } from "./questions.ts";
import type { Stage } from "./stage.ts";

/** One question is one card, whatever happens on the way. */
export function showing(given: () => Stage): void {
  describe("shows one card", () => {
    it("for a request that was delivered twice", async () => {
      const stage = given();
      const { asked } = await stage.ask(approval());
      await stage.engine.again(asked);
      await stage.settled();
      expect(stage.copies(asked)).toHaveLength(1);
    });

    it("for each request while two replicas work and one of them is stopped and started again", async () => {
      const stage = given();
      const another = await stage.anotherReplica();
      const all = await Promise.all(
        Array.from({ length: 8 }, async () => stage.engine.ask(approval())),
      );
      await Promise.all(all.map(async (asked) => stage.engine.again(asked)));
      await another.parley.stop();
      const restarted = await stage.anotherReplica();
      await Promise.all(all.map(async (asked) => stage.engine.again(asked)));
      await stage.settled();
      await restarted.parley.stop();
      expect(all.map((asked) => stage.copies(asked).length)).toEqual(all.map(() => 1));
    });

    it("where the platform took the message and its answer was lost", async () => {
      const stage = given();
      stage.driver.loseNextAnswer();
      const { asked } = await stage.ask(approval());
      await stage.settled();
      expect(stage.copies(asked)).toHaveLength(1);
    });
  });
}
