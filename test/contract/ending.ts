import { describe, expect, it } from "vitest";
import type { Json } from "../../src/core/json.ts";
import { byLabel, textOf } from "./driver.ts";
import type { Asked } from "./engine.ts";
import { approval, EVERY_ACTION, UNTIL_SHOWN_MS } from "./questions.ts";
import { ROUTED, type Stage } from "./stage.ts";

interface Door {
  readonly what: string;
  /** Ends it, and says what every copy says then. */
  readonly end: (stage: Stage, asked: Asked) => Promise<string>;
  readonly timeoutMs?: number;
}

const DOORS: readonly Door[] = [
  {
    what: "a press",
    async end({ driver, copies }, asked) {
      const [card] = copies(asked, "grace");
      if (card !== undefined) await driver.press("grace", card, "Accept");
      return "Accepted by Grace Hopper";
    },
  },
  {
    what: "a form",
    async end({ driver, copies }, asked) {
      const [card] = copies(asked, "grace");
      if (card === undefined) throw new Error("there is no card");
      await driver.fill("grace", card, "Send back", byLabel({ "What should": "Shorter" }));
      return "Sent back by Grace Hopper";
    },
  },
  {
    what: "the HTTP door",
    async end(stage, asked) {
      expect(await stage.answerOverHttp(asked, "grace", { action: "accept" })).toBe(200);
      return "Accepted by Grace Hopper";
    },
  },
  {
    what: "its deadline",
    timeoutMs: UNTIL_SHOWN_MS,
    end: async () => Promise.resolve("deadline passed"),
  },
  {
    what: "the end of its run",
    async end({ engine }, asked) {
      await engine.tell(asked, "run.cancelled", {});
      return "the run was cancelled";
    },
  },
  {
    what: "a decision elsewhere",
    async end({ engine }, asked) {
      const interruptId = await engine.idOf(asked);
      const payload: Json = { nodeId: "gate", interruptId, resumeValue: { action: "accept" } };
      await engine.tell(asked, "interrupt.resolved", payload);
      return "Decided elsewhere";
    },
  },
];

/** The card in the channel and those in direct messages are one: all of them show the end. */
export function ending(given: () => Stage): void {
  describe("leaves no button that decides on any copy", () => {
    it.each(DOORS)("after $what", async ({ end, timeoutMs }) => {
      const stage = given();
      const gate = approval(
        {
          artifactType: ROUTED.direct,
          approversList: ["ada", "grace"],
          actions: [...EVERY_ACTION],
        },
        timeoutMs === undefined ? {} : { timeoutMs },
      );
      const asked = await stage.engine.ask(gate);
      // One in the channel and one in each person's direct messages.
      for (const who of ["ada", "grace"]) {
        await stage.card(asked, ({ where }) => where === "direct", who);
        await stage.card(asked, ({ where }) => where === "main", who);
      }
      const words = await end(stage, asked);
      for (const who of ["ada", "grace"]) {
        for (const where of ["main", "direct"] as const) {
          const isEnded = (card: { where: string; buttons: readonly string[] }) =>
            card.where === where && card.buttons.length === 0;
          const card = await stage.card(asked, isEnded, who);
          expect(textOf(card.shown)).toContain(words);
        }
        expect(stage.copies(asked, who)).toHaveLength(2);
      }
    });
  });
}
