import type { Json } from "../json.ts";
import { type DoorStage, expectRefused, expectTaken } from "./door-stage.ts";
import type { Marked } from "./marking.ts";
import { approval, clarification, other } from "./questions.ts";
import type { Case } from "./runner.ts";
import { ask, expectEnded, expectResolved, expectWaiting } from "./stage.ts";

/** One way of answering a question over HTTP. */
interface Answering {
  readonly what: string;
  readonly question: () => Marked;
  readonly resumeValue: Json;
  /** What the engine gets; as it was sent if it is not said. */
  readonly resolved?: Json;
  /** What both cards say at the end, besides that Ada did it over HTTP. */
  readonly words: readonly string[];
  /** Sent first and refused, with the places that are named. */
  readonly wrong?: readonly (readonly [resumeValue: Json, ...fields: string[]])[];
}

/** Every kind of question and every action, answered by run and node with Ada's API key. */
export function doorAnswerCases(stage: DoorStage): readonly Case[] {
  return [...APPROVALS, ...ANSWERS].map((answering) => ({
    name: `http ${answering.what}`,
    run: () => answer(stage, answering),
  }));
}

async function answer(stage: DoorStage, answering: Answering) {
  const { question, resumeValue, resolved = resumeValue, words, wrong = [] } = answering;
  const asked = await ask(stage, question());
  const key = await stage.keyOf("ada");
  for (const [value, ...fields] of wrong) {
    const refused = await stage.doors.byRun(key, asked.raised, value);
    expectRefused(refused, 400, "validation_error", fields);
  }
  if (asked.question.kind === "approval") await expectWaiting(stage, asked);
  expectTaken(await stage.doors.byRun(key, asked.raised, resumeValue), asked.raised, "running");
  await expectResolved(stage, asked, resolved);
  await expectEnded(stage, asked, [...words, "by Ada", "over HTTP"]);
  const second = await stage.doors.byRun(await stage.keyOf("grace"), asked.raised, resumeValue);
  expectRefused(second, 409, "interrupt_already_resolved");
}

const ALL_ACTIONS = ["accept", "edit-accept", "refine", "ask", "reject"];
const draft = () => approval({ actions: ALL_ACTIONS, artifactData: { chairs: 40, colour: "red" } });
const EDITED = { chairs: 38, colour: "blue" };
const SENT_BACK = { scope: "items", itemIds: ["chairs"], tags: ["number"], text: "Count again" };

const APPROVALS: readonly Answering[] = [
  {
    what: "approval accept, with a word to go with it",
    question: draft,
    resumeValue: { action: "accept", feedback: "Before Friday, please" },
    resolved: { action: "accept", feedback: "Before Friday, please", decidedBy: "ada" },
    words: ["Accepted", "Before Friday, please"],
    wrong: [
      [{ action: "approve" }, "resumeValue.action"],
      // Only parley says that a quorum was overridden.
      [{ action: "accept", decision: "overridden" }, "resumeValue.decision"],
      [{ action: "accept", feedback: 7 }, "resumeValue.feedback"],
    ],
  },
  {
    what: "approval accept in another's name is Ada's all the same",
    question: draft,
    resumeValue: { action: "accept", decidedBy: "grace" },
    resolved: { action: "accept", decidedBy: "ada" },
    words: ["Accepted"],
  },
  {
    what: "approval reject",
    question: draft,
    resumeValue: { action: "reject", feedback: "We have chairs" },
    resolved: { action: "reject", feedback: "We have chairs", decidedBy: "ada" },
    words: ["Rejected", "We have chairs"],
  },
  {
    what: "approval edit-accept",
    question: draft,
    resumeValue: { action: "edit-accept", editedArtifactData: EDITED },
    resolved: { action: "edit-accept", editedArtifactData: EDITED, decidedBy: "ada" },
    words: ["Edited and accepted", "38", "blue"],
    wrong: [[{ action: "edit-accept" }, "resumeValue.editedArtifactData"]],
  },
  {
    what: "approval refine",
    question: draft,
    resumeValue: { action: "refine", refineFeedback: SENT_BACK },
    resolved: { action: "refine", refineFeedback: SENT_BACK, decidedBy: "ada" },
    words: ["Sent back", "Count again", "chairs"],
    wrong: [
      [{ action: "refine" }, "resumeValue.refineFeedback"],
      [{ action: "refine", refineFeedback: { scope: "half" } }, "resumeValue.refineFeedback.scope"],
    ],
  },
];

const COUNT = {
  type: "object",
  required: ["counted"],
  properties: { counted: { type: "integer", minimum: 0 }, damaged: { type: "boolean" } },
};
const GOOD = { seats: 12, plan: "team", start: "Next Monday" };

const ANSWERS: readonly Answering[] = [
  {
    what: "clarification with several questions, each as its schema says",
    question: clarification,
    resumeValue: { answers: GOOD },
    words: ["Answered", "12", "team", "Next Monday"],
    wrong: [
      [{ answers: { ...GOOD, seats: 0 } }, "resumeValue.answers.seats"],
      [
        { answers: { ...GOOD, plan: "family", start: " " } },
        "resumeValue.answers.plan",
        "resumeValue.answers.start",
      ],
      [{ answers: { seats: 12, plan: "team" } }, "resumeValue.answers.start"],
      [{ answers: { ...GOOD, end: "never" } }, "resumeValue.answers.end"],
      ["Next Monday", "resumeValue.answers"],
    ],
  },
  {
    what: "clarification as a list, which the engine gets as a map",
    question: clarification,
    resumeValue: { answers: Object.entries(GOOD).map(([id, given]) => ({ id, answer: given })) },
    resolved: { answers: GOOD },
    words: ["Answered", "Next Monday"],
  },
  {
    what: "external-event with whatever happened",
    question: () => other("external-event"),
    resumeValue: { settled: true, cents: 129_900 },
    words: ["Answered", "129900"],
  },
  {
    what: "external-event as its schema says",
    question: () => other("external-event", { type: "object", required: ["settled"] }),
    resumeValue: { settled: true },
    words: ["Answered"],
    wrong: [["yes", "resumeValue"]],
  },
  {
    what: "custom without a schema takes any JSON",
    question: () => other("custom"),
    resumeValue: ["B-12", null, 40.5],
    words: ["Answered", "40.5"],
  },
  {
    what: "custom as its schema says",
    question: () => other("custom", COUNT),
    resumeValue: { counted: 39, damaged: false },
    words: ["Answered", "39"],
    wrong: [
      [{ counted: "many" }, "resumeValue.counted"],
      [{ counted: 39, damaged: "no" }, "resumeValue.damaged"],
    ],
  },
  {
    what: "conversation.exchange in words",
    question: () => other("conversation.exchange"),
    resumeValue: "By delivery time",
    words: ["Answered", "By delivery time"],
  },
  {
    what: "conversation.exchange as its outcome's schema says",
    question: () =>
      other("conversation.exchange", undefined, { outcomeSchema: { enum: ["price", "time"] } }),
    resumeValue: "time",
    words: ["Answered", "time"],
    wrong: [["colour", "resumeValue"]],
  },
  {
    what: "conversation.start that asks for something",
    question: () => other("conversation.start", { type: "string", minLength: 1 }),
    resumeValue: "Only suppliers in Europe",
    words: ["Answered", "Only suppliers in Europe"],
    wrong: [["", "resumeValue"]],
  },
  {
    what: "conversation.close that asks for something",
    question: () => other("conversation.close", { type: "integer", minimum: 1, maximum: 5 }),
    resumeValue: 4,
    words: ["Answered", "4"],
    wrong: [[6, "resumeValue"]],
  },
  {
    what: "low-confidence, to go ahead",
    question: () => other("low-confidence"),
    resumeValue: true,
    words: ["Told to go ahead"],
  },
  {
    what: "low-confidence as its schema says",
    question: () =>
      other("low-confidence", { properties: { queue: { enum: ["billing", "sales"] } } }),
    resumeValue: { queue: "sales" },
    words: ["Answered", "sales"],
    wrong: [[{ queue: "cellar" }, "resumeValue.queue"]],
  },
];

/** The beginning and the end of a conversation are told: the engine goes on, and nobody can answer. */
export function onlyToldCases(stage: DoorStage): readonly Case[] {
  return (["conversation.start", "conversation.close"] as const).map((kind) => ({
    name: `http ${kind} is told and over at once`,
    run: async () => {
      const asked = await ask(stage, other(kind));
      await expectResolved(stage, asked, null);
      await expectEnded(stage, asked, ["For you to know"]);
      const late = await stage.doors.byRun(await stage.keyOf("ada"), asked.raised, null);
      expectRefused(late, 409, "interrupt_already_resolved");
    },
  }));
}
