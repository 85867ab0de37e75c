import { until } from "../../support/until.ts";
import type { Json } from "../json.ts";
import { ADA, KATHERINE } from "../world.ts";
import { expectWords } from "./expectation.ts";
import { type Marked, markedQuestion } from "./marking.ts";
import { approval, ballot, clarification, other } from "./questions.ts";
import type { Case } from "./runner.ts";
import { buttonOf, type Filled, type Seat } from "./seat.ts";
import {
  ask,
  cardOf,
  expectEnded,
  expectOpen,
  expectResolved,
  expectTold,
  seatsOf,
  type Stage,
} from "./stage.ts";

/** A form that one opens from the card and fills in, by the labels of its fields. */
interface Filling {
  readonly what: string;
  readonly question: () => Marked;
  readonly button: string;
  /** Sent first, and what is said of it. */
  readonly wrong?: { readonly filled: Filled; readonly says: RegExp };
  readonly filled: Filled;
  readonly resolved: Json;
  /** What both cards say at the end, besides Ada. */
  readonly words: readonly string[];
}

/** Every purpose of a form, filled in on each platform. */
export function formCases(stage: Stage): readonly Case[] {
  return seatsOf(stage).flatMap((seat) => [
    ...FILLINGS.map((filling) => ({
      name: `${seat.platform} form ${filling.what}`,
      run: () => fillIn(stage, seat, filling),
    })),
    { name: `${seat.platform} form to ask back`, run: () => askBack(stage, seat) },
    { name: `${seat.platform} form to override a quorum`, run: () => override(stage, seat) },
  ]);
}

async function fillIn(stage: Stage, seat: Seat, filling: Filling) {
  const { question, button, wrong, filled, resolved, words } = filling;
  const asked = await ask(stage, question());
  const form = await seat.openForm(ADA, await cardOf(seat, asked.mark), button);
  if (wrong !== undefined) {
    expectWords("what is said of it", await form.sendWrong(wrong.filled), [wrong.says]);
  }
  await form.send(filled);
  await expectResolved(stage, asked, resolved);
  await expectEnded(stage, asked, [...words, "Ada"]);
}

const COST = {
  type: "object",
  required: ["action", "cost"],
  properties: { cost: { type: "number", maximum: 100 } },
};
const COUNT = {
  type: "object",
  required: ["counted"],
  properties: {
    counted: { type: "integer", minimum: 0, title: "Counted" },
    damaged: { type: "boolean", title: "Any of them damaged?" },
  },
};

/** Two more than a form of Discord's holds, so there it has two pages. */
function sevenQuestions(): Marked {
  const questions = Array.from({ length: 7 }, (_, at) => ({
    id: `day${at}`,
    question: at === 0 ? "Who is in on day 0?" : `Day ${at}?`,
  }));
  return markedQuestion({ kind: "clarification", data: { questions } });
}

const FILLINGS: readonly Filling[] = [
  {
    what: "to accept with a comment",
    question: () => approval(),
    button: "Accept with a comment",
    filled: { Comment: "Only this once" },
    resolved: { action: "accept", feedback: "Only this once", decidedBy: "ada" },
    words: ["Accepted", "Only this once"],
  },
  {
    what: "to accept, with what the engine's schema asks for",
    question: () => approval({ resumeSchema: COST }),
    button: "Accept",
    wrong: { filled: { Cost: "a lot", Comment: "Fine" }, says: /not a number/ },
    filled: { Cost: "12.5", Comment: "Fine" },
    resolved: { action: "accept", cost: 12.5, feedback: "Fine", decidedBy: "ada" },
    words: ["Accepted", "Fine"],
  },
  {
    what: "to reject, with what the engine's schema asks for",
    question: () => approval({ resumeSchema: COST }),
    button: "Reject",
    // It fits its field, and not the engine's schema.
    wrong: { filled: { Cost: "101", Reason: "Too dear" }, says: /at most 100/ },
    filled: { Cost: "100", Reason: "Too dear" },
    resolved: { action: "reject", cost: 100, feedback: "Too dear", decidedBy: "ada" },
    words: ["Rejected", "Too dear"],
  },
  {
    what: "to edit and accept",
    question: () =>
      approval({
        actions: ["accept", "edit-accept", "reject"],
        artifactData: { chairs: 40, colour: "red", note: " as it is " },
      }),
    button: "Edit and accept",
    wrong: { filled: { chairs: "lots", colour: "blue" }, says: /not a number/ },
    filled: { chairs: "38", colour: "blue" },
    resolved: {
      action: "edit-accept",
      editedArtifactData: { chairs: 38, colour: "blue", note: " as it is " },
      decidedBy: "ada",
    },
    words: ["Edited and accepted", "38", "blue"],
  },
  {
    what: "to send back",
    question: () => approval({ actions: ["accept", "refine", "reject"] }),
    button: "Send back",
    wrong: {
      filled: {
        "What should": "Add the tables",
        "Only one section": "Furniture",
        "Only some items": "tables",
      },
      says: /only one of the two counts/,
    },
    filled: {
      "What should": "Add the tables",
      "Only one section": "",
      "Only some items": "tables",
    },
    resolved: {
      action: "refine",
      refineFeedback: { scope: "items", itemIds: ["tables"], text: "Add the tables" },
      decidedBy: "ada",
    },
    words: ["Sent back", "Add the tables"],
  },
  {
    what: "to answer several questions",
    question: clarification,
    button: "Answer",
    filled: { "How many": "12", "Which plan": "company", "When do": "On Monday" },
    resolved: { answers: { seats: 12, plan: "company", start: "On Monday" } },
    words: ["Answered", "On Monday"],
  },
  {
    what: "to answer more questions than one page holds",
    question: sevenQuestions,
    button: "Answer",
    filled: {
      "Who is in": "Ada",
      ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((at) => [`Day ${at}`, `person ${at}`])),
    },
    resolved: {
      answers: {
        day0: "Ada",
        ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((at) => [`day${at}`, `person ${at}`])),
      },
    },
    words: ["Answered", "person 6"],
  },
  {
    what: "to answer a kind of the engine's own, by its schema",
    question: () => other("custom", COUNT),
    button: "Answer",
    filled: { Counted: "39", "Any of": "No" },
    resolved: { counted: 39, damaged: false },
    words: ["Answered", "39"],
  },
  {
    what: "to answer a turn of a conversation, by its schema",
    question: () =>
      other("conversation.exchange", undefined, { outcomeSchema: { enum: ["price", "time"] } }),
    button: "Answer",
    filled: { "": "time" },
    resolved: "time",
    words: ["Answered", "time"],
  },
  {
    what: "to decide for an agent that is not sure, by its schema",
    question: () =>
      other("low-confidence", {
        type: "object",
        required: ["queue"],
        properties: { queue: { enum: ["billing", "sales"], title: "Queue" } },
      }),
    button: "Answer",
    filled: { Queue: "sales" },
    resolved: { queue: "sales" },
    words: ["Answered", "sales"],
  },
];

async function askBack(stage: Stage, seat: Seat) {
  const asked = await ask(stage, approval({ actions: ["accept", "ask", "reject"] }));
  const form = await seat.openForm(ADA, await cardOf(seat, asked.mark), "Ask");
  const question = "Where do they come from?";
  await form.send({ "Your question": question });
  const payload = { question, askedBy: "ada" };
  const told = await expectTold(stage, asked, "parley.interrupt.asked", payload);
  await expectOpen(stage, asked, ["Ada Lovelace asked", question, "No answer yet"]);
  const { interruptId, askId } = told;
  const answer = "From the depot in Leeds";
  await stage.engine.answer(asked.raised, String(interruptId), String(askId), answer);
  await expectOpen(stage, asked, [question, answer]);
}

/** Accepting alone is refused, and the refusal offers the form that gives what is missing. */
async function override(stage: Stage, seat: Seat) {
  const asked = await ask(stage, ballot(3, { overrideBypassesQuorum: true }));
  const card = await cardOf(seat, asked.mark);
  const before = await seat.notes(KATHERINE);
  await seat.press(KATHERINE, card, buttonOf(card, "Accept"));
  const note = await until("a note for Katherine", async () =>
    (await seat.notes(KATHERINE)).slice(before.length).at(0),
  );
  expectWords("the note for Katherine", note.text, [/needs a reason/, /nothing changed/i]);
  const form = await seat.openForm(KATHERINE, note, "Give a reason");
  const feedback = "The supplier closes at noon";
  await form.send({ Reason: feedback });
  const resolved = { action: "accept", feedback, decision: "overridden", decidedBy: "katherine" };
  await expectResolved(stage, asked, resolved);
  await expectEnded(stage, asked, [
    "without the missing approvals",
    "by Katherine Johnson",
    feedback,
  ]);
}
