import { describe, expect, it } from "vitest";
import type { Json } from "../../src/core/json.ts";
import { byLabel, textOf } from "./driver.ts";
import type { Question } from "./engine.ts";
import { approval, clarification, custom, EVERY_ACTION, lowConfidence } from "./questions.ts";
import type { Stage } from "./stage.ts";

interface Way {
  readonly what: string;
  readonly question: Question;
  readonly button: string;
  /** By label; absent where the press says everything. */
  readonly filled?: Readonly<Record<string, string>>;
  readonly resolved: Json;
}

const COST = {
  type: "object",
  required: ["action", "cost"],
  properties: { cost: { type: "number" } },
};
const all = approval({ actions: [...EVERY_ACTION], artifactData: { seats: 12 } });
const decidedBy = "ada";

/** The resume values are those of the interrupt specification: ApprovalResume, answers, or what the schema says. */
const WAYS: readonly Way[] = [
  {
    what: "Accept on an approval",
    question: all,
    button: "Accept",
    resolved: { action: "accept", decidedBy },
  },
  {
    what: "Reject on an approval, without a reason",
    question: all,
    button: "Reject",
    filled: {},
    resolved: { action: "reject", decidedBy },
  },
  {
    what: "Accept where the engine's schema asks for more",
    question: approval({}, { resumeSchema: COST }),
    button: "Accept",
    filled: { Cost: "12.5", Comment: "Fine" },
    resolved: { action: "accept", cost: 12.5, feedback: "Fine", decidedBy },
  },
  {
    what: "Reject where the engine's schema asks for more",
    question: approval({}, { resumeSchema: COST }),
    button: "Reject",
    filled: { Cost: "7", Reason: "Too dear" },
    resolved: { action: "reject", cost: 7, feedback: "Too dear", decidedBy },
  },
  {
    what: "Edit and accept on an approval",
    question: all,
    button: "Edit and accept",
    filled: { seats: "11" },
    resolved: { action: "edit-accept", editedArtifactData: { seats: 11 }, decidedBy },
  },
  {
    what: "Send back on an approval",
    question: all,
    button: "Send back",
    filled: { "What should": "Fewer seats", "Only one section": "2.1" },
    resolved: {
      action: "refine",
      refineFeedback: { scope: "section", sectionPath: "2.1", text: "Fewer seats" },
      decidedBy,
    },
  },
  {
    what: "Answer on one question",
    question: clarification("Which evening?"),
    button: "Answer",
    filled: { Which: "Friday" },
    resolved: { answers: { q0: "Friday" } },
  },
  {
    what: "Answer on seven questions",
    question: clarification(...Array.from({ length: 7 }, (_, index) => `Day ${index}?`)),
    button: "Answer",
    filled: Object.fromEntries(
      Array.from({ length: 7 }, (_, index) => [`Day ${index}`, `p${index}`]),
    ),
    resolved: {
      answers: Object.fromEntries(
        Array.from({ length: 7 }, (_, index) => [`q${index}`, `p${index}`]),
      ),
    },
  },
  {
    what: "Answer on a kind of the engine's own",
    question: custom({
      type: "object",
      required: ["counted", "damaged"],
      properties: {
        counted: { type: "integer", title: "Counted" },
        damaged: { type: "boolean", title: "Any damaged?" },
      },
    }),
    button: "Answer",
    filled: { Counted: "39", "Any damaged": "No" },
    resolved: { counted: 39, damaged: false },
  },
  {
    what: "Answer on a turn of a conversation in words",
    question: {
      kind: "conversation.exchange",
      data: { conversationId: "c1", prompt: "Which one?" },
    },
    button: "Answer",
    filled: { Which: "The red one" },
    resolved: "The red one",
  },
  {
    what: "Answer on a turn of a conversation that offers choices",
    question: {
      kind: "conversation.exchange",
      data: {
        conversationId: "c2",
        prompt: "Which one?",
        outcomeSchema: { enum: ["red", "blue"] },
      },
    },
    button: "Answer",
    filled: { Which: "blue" },
    resolved: "blue",
  },
  {
    what: "Answer on the beginning of a conversation that waits for one",
    question: {
      kind: "conversation.start",
      data: { conversationId: "c3", title: "Choose" },
      resumeSchema: {
        type: "object",
        required: ["topic"],
        properties: { topic: { type: "string", title: "Topic" } },
      },
    },
    button: "Answer",
    filled: { Topic: "Prices" },
    resolved: { topic: "Prices" },
  },
  {
    what: "Answer on the end of a conversation that waits for one",
    question: {
      kind: "conversation.close",
      data: { conversationId: "c4" },
      resumeSchema: {
        type: "object",
        required: ["stars"],
        properties: { stars: { enum: [1, 2, 3], title: "Stars" } },
      },
    },
    button: "Answer",
    filled: { Stars: "3" },
    resolved: { stars: 3 },
  },
  {
    what: "Go ahead on low confidence",
    question: lowConfidence(),
    button: "Go ahead",
    resolved: true,
  },
  { what: "Stop on low confidence", question: lowConfidence(), button: "Stop", resolved: false },
  {
    what: "Answer on low confidence with a schema",
    question: {
      ...lowConfidence(),
      resumeSchema: {
        type: "object",
        required: ["queue"],
        properties: { queue: { enum: ["a", "b"], title: "Queue" } },
      },
    },
    button: "Answer",
    filled: { Queue: "b" },
    resolved: { queue: "b" },
  },
];

/** Every button leads to what the engine is told, once, although everything is delivered twice. */
export function deciding(given: () => Stage): void {
  describe("leads, delivered twice, to one resolution", () => {
    it.each(WAYS)("from $what", async ({ question, button, filled, resolved }) => {
      const stage = given();
      const { driver } = stage;
      const { asked, card } = await stage.ask(question);
      driver.deliverTwice();
      if (filled === undefined) await driver.press("ada", card, button);
      else {
        const sent = await driver.fill("ada", card, button, byLabel(filled));
        expect(sent).toMatchObject({ isToMend: false, said: { lines: [] } });
      }
      expect(await stage.resolution(asked)).toEqual(resolved);
      const ended = await stage.card(asked, ({ buttons }) => buttons.length === 0);
      expect(ended.id).toBe(card.id);
    });
  });

  it("thirty presses of one person at once, for and against, are one decision, and each of the others hears once that it came too late", async () => {
    const stage = given();
    const { asked, card } = await stage.ask(lowConfidence());
    const known = stage.driver.notes("ada").length;
    const presses = Array.from({ length: 30 }, async (_, at) =>
      stage.driver.press("ada", card, at % 2 === 0 ? "Go ahead" : "Stop"),
    );
    await Promise.all(presses);
    await stage.card(asked, ({ buttons }) => buttons.length === 0);
    expect(typeof (await stage.resolution(asked))).toBe("boolean");
    const notes = () => stage.driver.notes("ada").slice(known);
    await expect.poll(() => notes().length).toBe(29);
    for (const { shown } of notes()) expect(textOf(shown)).toContain("That stands");
  });

  it("knows of every kind what can be pressed: what only a program can answer has no button", async () => {
    const stage = given();
    for (const question of [
      { kind: "external-event", data: { eventType: "paid", correlation: {} } },
      { kind: "custom", data: { customKind: "sync" } },
      { kind: "conversation.start", data: { conversationId: "c5" } },
      { kind: "conversation.close", data: { conversationId: "c6" } },
    ] as const) {
      const { card } = await stage.ask(question);
      expect([question.kind, ...card.buttons]).toEqual([question.kind]);
    }
  });
}
