import { type Interview, NO_ANSWERS } from "../../src/core/interview.ts";
import type { Json } from "../../src/core/json.ts";
import type { Payload } from "../../src/core/payload.ts";
import { type Next, turnOf } from "../../src/presentation/interview-turn.ts";
import { type InterviewForm, interviewForm, stepOf } from "../../src/presentation/interview.ts";
import type { Said } from "../../src/presentation/platform.ts";
import {
  ANSWERS_NOT_SENT,
  ANSWERS_SENT,
  NOT_ASKED_ANY_MORE,
} from "../../src/presentation/wording.ts";
import type { Words } from "../../src/presentation/words.ts";
import { payloadOf } from "../unit/core/samples.ts";
import type { Scene, Shown } from "./scene.ts";

/** Questions that are asked one by one, which only Discord has: in the order in which somebody answers them. */

const EACH = 40;
const YEARS = Array.from({ length: EACH }, (_, index) => String(1987 + index));
const LONG =
  "The caterer offers three menus, and two of them have to be ordered ten days before. Given what you know of the guests, which of them should we take, and should we keep the second one in reserve?";

const QUESTIONS: readonly { id: string; question: string; schema?: Json }[] = [
  { id: "menu", question: "Which menu?", schema: { enum: ["fish", "meat", "vegetables"] } },
  {
    id: "days",
    question: "Which days would do?",
    schema: { type: "array", items: { enum: ["Thursday", "Friday", "Saturday"] }, minItems: 1 },
  },
  {
    id: "room",
    question: "Which room?",
    schema: { enum: ["Atrium", "Library", "Terrace", "Ballroom", "Gallery", "Salon", "Cellar"] },
  },
  {
    id: "count",
    question: "How many guests?",
    schema: { type: "integer", minimum: 1, maximum: 80 },
  },
  { id: "mail", question: "Who confirms it?", schema: { type: "string", format: "email" } },
  { id: "year", question: "From which year should the wine be?", schema: { enum: YEARS } },
  { id: "music", question: "Shall there be music?", schema: { type: "boolean", default: true } },
  { id: "words", question: LONG },
];

const payload = payloadOf("clarification", { questions: QUESTIONS as Json });
const REFERENCE = `07.${"A".repeat(22)}.4f2a91c0d3e7`;

const formOf = (of: Payload): InterviewForm => {
  const form = interviewForm(of);
  if (form === undefined) throw new Error("Nothing of it is asked one by one");
  return form;
};
const form = formOf(payload);

const BY_ADA: readonly (readonly [given: string | readonly string[], label: string])[] = [
  ["o1", "a choice as buttons, the first question"],
  [["o0", "o2"], "several choices"],
  ["o3", "a choice as a menu"],
  ["24", "a number, typed"],
  ["ada@example.com", "an address, typed"],
  ["o9", "more options than a menu holds"],
  ["true", "one with a default"],
  ["The first, and the second in reserve.", "a long question"],
];

const answersTo = (count: number, others = "Ada Lovelace"): Interview["answers"] =>
  Object.fromEntries(
    BY_ADA.slice(0, count).map(([given], index) => [
      `f${index}`,
      { given, by: index % 3 === 2 ? others : "Ada Lovelace" },
    ]),
  );

const at = (step: number, more: Partial<Interview> = {}): Interview => ({
  ...NO_ANSWERS,
  step,
  answers: answersTo(step),
  ...more,
});

const ALL = BY_ADA.length;

function asked(label: string, interview: Interview, of = form): Shown {
  const line = { name: "step", step: stepOf(of, interview), reference: REFERENCE };
  return { label, type: "line", line, only: "discord" };
}

const said = (label: string, words: Words): Shown => ({
  label,
  type: "line",
  line: { name: "words", words },
  only: "discord",
});

function after(label: string, interview: Interview, did: Said["did"], isSeen = true): Shown {
  const next: Next = turnOf({ payload, form, interview, isSeen }, did, "Ada Lovelace");
  return said(label, ("refused" in next ? next.refused : next.words) ?? ["(nothing)"]);
}

const typed = (text: string) => ({ type: "typed", text, message: "1" }) as const;

const interview: Scene = {
  name: "interview",
  exhibits: [
    ...BY_ADA.map(([, label], step) => asked(label, at(step))),
    after("in place of a question that was answered", at(0), {
      type: "picked",
      step: 0,
      given: "o1",
    }),
    after("none of the options", at(0), typed("lamb")),
    after("no number", at(3), typed("many")),
    after("too many", at(3), typed("120")),
    after("no address", at(4), typed("Ada")),
    after("none of many options", at(5), typed("1950")),
    after("written too early", at(3), typed("24"), false),
    after("a button of an earlier question", at(3), { type: "picked", step: 1, given: ["o0"] }),
    asked("summary", at(ALL)),
    asked("summary, two people", at(ALL, { answers: answersTo(ALL, "Grace Hopper") })),
    after("written below the summary", at(ALL), typed("fish")),
    after("in place of the summary", at(ALL), { type: "change", step: ALL, field: "f0" }),
    asked("asked again: a choice", at(ALL + 1, { answers: answersTo(ALL), changing: "f0" })),
    asked("asked again: typed", at(ALL + 1, { answers: answersTo(ALL), changing: "f3" })),
    said("sent", ANSWERS_SENT),
    said("a question that ended elsewhere", NOT_ASKED_ANY_MORE("Which menu?")),
    said("a summary that ended elsewhere", ANSWERS_NOT_SENT),
    asked("only one question", NO_ANSWERS, formOf(one())),
  ],
};

/** One question, whose answer is not words alone. */
function one(): Payload {
  const questions = [
    { id: "region", question: "Which region?", schema: { enum: ["EU", "US", "APAC"] } },
  ];
  return payloadOf("clarification", { questions });
}

export const INTERVIEW_SCENES: readonly Scene[] = [interview];
