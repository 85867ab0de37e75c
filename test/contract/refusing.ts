import { describe, expect, it } from "vitest";
import { until } from "../support/until.ts";
import { byLabel, type SeenMessage, textOf } from "./driver.ts";
import type { Asked, Question } from "./engine.ts";
import { approval, EVERY_ACTION, UNTIL_SHOWN_MS } from "./questions.ts";
import type { Stage } from "./stage.ts";

const TITLE = "Settle invoice INV-42";
const gate = approval({ actions: [...EVERY_ACTION], artifactData: { seats: 12 } });

interface Refusal {
  readonly what: string;
  readonly question: Question;
  readonly who: string;
  /** Does what is refused, and says what was told for it. */
  readonly act: (stage: Stage, asked: Asked, card: SeenMessage) => Promise<string>;
  /** The thing, the reason and the next step. */
  readonly told: readonly string[];
}

const pressing =
  (who: string, label: string): Refusal["act"] =>
  async (stage, _asked, card) =>
    textOf((await stage.noteAfter(who, async () => stage.driver.press(who, card, label))).shown);

/** A form that is sent after the request has ended. */
const sendingAfter =
  (who: string, end: (stage: Stage, asked: Asked) => Promise<unknown>): Refusal["act"] =>
  async (stage, asked, card) => {
    let isEnded = false;
    const { said } = await stage.driver.fill(who, card, "Edit and accept", async () => {
      if (!isEnded) {
        isEnded = true;
        await end(stage, asked);
        await stage.card(asked, ({ buttons }) => buttons.length === 0);
      }
      return "11";
    });
    return textOf(said);
  };

const REFUSALS: readonly Refusal[] = [
  {
    what: "somebody who may not decide it",
    question: approval({ approversList: ["ada"] }),
    who: "grace",
    act: pressing("grace", "Accept"),
    told: [TITLE, "Only Ada Lovelace can decide", "Ask them"],
  },
  {
    what: "somebody who may not decide it and wants to fill in a form",
    question: approval({ actions: [...EVERY_ACTION], approverGroupRefs: ["finance"] }),
    who: "lin",
    act: pressing("lin", "Send back"),
    told: [TITLE, "Only the finance group can decide", "Ask them"],
  },
  {
    what: "an account that nobody knows",
    question: gate,
    who: "eve",
    act: pressing("eve", "Accept"),
    // Who is a stranger learns nothing of what is asked.
    told: ["This account is not linked", "Nothing changed", "An operator can add you"],
  },
  {
    what: "an account that nobody knows and wants to see all of it",
    question: approval({ artifactData: { note: "word ".repeat(2_000) } }),
    who: "eve",
    act: pressing("eve", "Show all"),
    // Nothing was to be decided, and nothing could have changed.
    told: [
      "This account is not linked to anyone on the roster, so no more of this request can be shown to you. An operator can add you",
    ],
  },
  {
    what: "who alone would override and gives no reason",
    question: approval({ requiredApprovals: 2, overrideBypassesQuorum: true }),
    who: "chief",
    act: pressing("chief", "Accept"),
    told: [TITLE, "needs a reason", "Give one"],
  },
];

export function refusing(given: () => Stage): void {
  describe("tells only who was refused, what and why and what next, and leaves the card:", () => {
    it.each(REFUSALS)("$what", async ({ question, who, act, told }) => {
      const stage = given();
      const { asked, card } = await stage.ask(question);
      await stage.settled();
      const others = ["ada", "grace", "lin", "chief", "eve"].filter((other) => other !== who);
      const before = others.map((other) => onScreen(stage, other));
      const words = await act(stage, asked, card);
      for (const part of told) expect(words).toContain(part);
      await stage.settled();
      expect(others.map((other) => onScreen(stage, other))).toEqual(before);
      expect(stage.copies(asked, who)).toEqual([
        expect.objectContaining({ id: card.id, shown: card.shown }),
      ]);
      expect(await stage.engine.resolutions(asked)).toEqual([]);
    });

    it("a form that does not fit says at which field, and can be mended", async () => {
      const stage = given();
      const { asked, card } = await stage.ask(gate);
      await stage.settled();
      const before = onScreen(stage, "grace");
      const wrong = byLabel({ seats: "a dozen" });
      const sent = await stage.driver.fill("ada", card, "Edit and accept", wrong);
      expect(sent.isToMend).toBe(true);
      expect(textOf(sent.said)).toContain("This is not a number. Write digits");
      await stage.settled();
      expect(onScreen(stage, "grace")).toEqual(before);
      expect(await stage.engine.resolutions(asked)).toEqual([]);
    });
  });

  describe("tells who comes too late", () => {
    const byGrace = async (stage: Stage, asked: Asked) => {
      const [card] = stage.copies(asked, "grace");
      if (card !== undefined) await stage.driver.press("grace", card, "Accept");
    };

    it("with a form, who decided and how", async () => {
      const stage = given();
      const { asked, card } = await stage.ask(gate);
      const words = await sendingAfter("ada", byGrace)(stage, asked, card);
      expect(words).toContain(`Grace Hopper accepted “${TITLE}”`);
      expect(words).toContain("Your answer changed nothing.");
      expect(await stage.resolution(asked)).toEqual({ action: "accept", decidedBy: "grace" });
    });

    it("with a form, that the deadline passed and what that means", async () => {
      const stage = given();
      const { asked, card } = await stage.ask({ ...gate, timeoutMs: UNTIL_SHOWN_MS });
      const words = await sendingAfter("ada", async () => undefined)(stage, asked, card);
      expect(words).toContain(`The deadline of “${TITLE}” has passed`);
      expect(words).toContain("it counts as rejected. Your answer changed nothing.");
    });

    it("with a press at the same moment, who was first", async () => {
      const stage = given();
      const { asked, card } = await stage.ask(gate);
      const known = ["ada", "grace"].map((who) => stage.driver.notes(who).length);
      await Promise.all([
        stage.driver.press("ada", card, "Accept"),
        stage.driver.press("grace", card, "Accept"),
      ]);
      const resolved = (await stage.resolution(asked)) as { readonly decidedBy: string };
      const late = resolved.decidedBy === "ada" ? "grace" : "ada";
      const index = late === "ada" ? 0 : 1;
      const note = await until("a note", () => stage.driver.notes(late).at(known[index] ?? 0));
      expect(textOf(note.shown)).toMatch(
        /^(Ada Lovelace|Grace Hopper) accepted “.*Your answer changed nothing/,
      );
      const other = late === "ada" ? "grace" : "ada";
      expect(stage.driver.notes(other)).toHaveLength(known[1 - index] ?? 0);
    });
  });
}

/** Everything that somebody sees, private notes included. */
function onScreen({ driver }: Stage, who: string) {
  return [driver.messages(who), driver.notes(who)];
}
