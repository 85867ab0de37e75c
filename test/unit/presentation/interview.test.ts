import { describe, expect, it } from "vitest";
import { type Interview, NO_ANSWERS } from "../../../src/core/interview.ts";
import type { Json } from "../../../src/core/json.ts";
import type { Payload } from "../../../src/core/payload.ts";
import type { FormField } from "../../../src/presentation/form.ts";
import {
  givenWords,
  type InterviewForm,
  interviewForm,
  problemOf,
  passedOver,
  stepOf,
  typedGiven,
} from "../../../src/presentation/interview.ts";
import { turnOf } from "../../../src/presentation/interview-turn.ts";
import { formatStep, parseStep, type StepAct } from "../../../src/presentation/step-ids.ts";
import { approval, question } from "../core/samples.ts";

function asking(...schemas: readonly Json[]): Payload {
  const questions = schemas.map((schema, index) => ({
    id: `q${index}`,
    question: `Question ${index}?`,
    ...(schema === null ? {} : { schema }),
  }));
  return { kind: "clarification", key: "k", data: { questions } } as Payload;
}

const REGION = { enum: ["EU", "US", "APAC"] };
const TRIP = asking(REGION, null, { type: "integer", minimum: 1 });

function formOf(payload: Payload): InterviewForm {
  const form = interviewForm(payload);
  if (form === undefined) throw new Error("nothing is asked one by one");
  return form;
}
function fieldOf(payload: Payload, index = 0): FormField {
  const field = formOf(payload).fields[index];
  if (field === undefined) throw new Error(`no field ${index}`);
  return field;
}
const by = "Ada";

describe("questions are asked one by one", () => {
  it("where a clarification has several, or one that is not words alone", () => {
    expect(formOf(TRIP).fields).toHaveLength(3);
    expect(formOf(asking(REGION)).fields).toHaveLength(1);
    // One question in words is answered by one message.
    expect(interviewForm(question())).toBeUndefined();
    expect(interviewForm(approval())).toBeUndefined();
    expect(interviewForm(asking(...Array.from({ length: 26 }, () => null)))).toBeUndefined();
  });

  it("in their order, then summed up, and once more where somebody changes an answer", () => {
    const form = formOf(TRIP);
    const at = (interview: Interview) => stepOf(form, interview);
    expect(at(NO_ANSWERS)).toMatchObject({ type: "question", step: 0, number: 1, of: 3 });
    const two = { step: 2, answers: { f0: { given: "o0", by }, f2: { given: "3", by } } };
    expect(at(two)).toMatchObject({ number: 2, field: { label: "Question 1?" } });
    const all = { step: 3, answers: { ...two.answers, f1: { given: "By  train", by } } };
    expect(at(all)).toEqual({
      type: "summary",
      step: 3,
      lines: [
        { field: "f0", question: "Question 0?", answer: "EU", by },
        { field: "f1", question: "Question 1?", answer: "By train", by },
        { field: "f2", question: "Question 2?", answer: "3", by },
      ],
    });
    expect(at({ ...all, step: 4, changing: "f2" })).toMatchObject({ number: 3, now: "3" });
    // A field that there is none of changes nothing.
    expect(at({ ...all, changing: "f9" }).type).toBe("summary");
  });
});

it("a question that is asked again is named by its own words", () => {
  const form = formOf(TRIP);
  const answers = Object.fromEntries(form.fields.map(({ id }) => [id, { given: "1", by }]));
  const there = { payload: TRIP, form, interview: { step: 3, answers }, isSeen: true };
  expect(turnOf(there, { type: "change", step: 3, field: "f1" }, by)).toMatchObject({
    interview: { step: 4, changing: "f1" },
    words: ["“Question 1?” is asked again below."],
  });
});

describe("an answer that is typed", () => {
  it.each([
    ["EU", { given: "o0" }],
    [" apac ", { given: "o2" }],
    // Nothing numbers these.
    ["2", { sentence: "That is none of the options. Write one of “EU”, “US”, “APAC”." }],
    ["Mars", { sentence: "That is none of the options. Write one of “EU”, “US”, “APAC”." }],
  ])("chooses by its words: %j", (text, read) => {
    expect(typedGiven(fieldOf(TRIP), text)).toEqual(read);
  });

  it("chooses several between commas or lines", () => {
    const several = fieldOf(asking({ type: "array", items: REGION }));
    expect(typedGiven(several, "us, eu\nUS")).toEqual({ given: ["o1", "o0"] });
    expect(typedGiven(several, "us, moon")).toHaveProperty("sentence");
    const cities = fieldOf(asking({ type: "array", items: { enum: ["Paris, France", "Rome"] } }));
    expect(typedGiven(cities, "paris, france\nRome")).toEqual({ given: ["o0", "o1"] });
  });

  it("is never taken for another option than the one that was meant", () => {
    expect(typedGiven(fieldOf(asking({ enum: ["eu", "EU"] })), "EU")).toEqual({ given: "o1" });
    expect(typedGiven(fieldOf(asking({ enum: ["eu", "EU"] })), "Eu")).toHaveProperty("sentence");
    expect(typedGiven(fieldOf(asking({ enum: [5, 10, 15] })), "3")).toHaveProperty("sentence");
    // Options that had to be cut are numbered before everybody's eyes.
    const long = fieldOf(asking({ enum: ["a".repeat(90), "b".repeat(90)] }));
    expect(typedGiven(long, "2")).toEqual({ given: "o1" });
  });

  it("stays as it was typed elsewhere", () => {
    expect(typedGiven(fieldOf(TRIP, 1), "  By train,\nat night ")).toEqual({
      given: "  By train,\nat night ",
    });
  });

  it("is told what is wrong with it, and nothing of the other questions", () => {
    expect(problemOf(TRIP, fieldOf(TRIP, 2), "many")).toMatch(/not a whole number.*example/);
    expect(problemOf(TRIP, fieldOf(TRIP, 2), "3")).toBeUndefined();
    expect(problemOf(TRIP, fieldOf(TRIP, 1), " ")).toMatch(/at least one word/);
    // It fits its field, and not the question's schema.
    expect(problemOf(TRIP, fieldOf(TRIP, 2), "0")).toBe("This must be at least 1.");
  });
});

describe("a question that is passed over", () => {
  it("has to be one that may be, and means what was seen: the answer before, or what stands in it", () => {
    expect(passedOver(fieldOf(TRIP), undefined)).toBeUndefined();
    expect(passedOver(fieldOf(TRIP), "o2")).toBe("o2");
    const usual = fieldOf(asking({ ...REGION, default: "US" }));
    expect(passedOver(usual, undefined)).toBe("o1");
    expect(stepOf(formOf(asking({ ...REGION, default: "US" })), NO_ANSWERS)).toMatchObject({
      usual: "US",
    });
    expect(givenWords(fieldOf(TRIP, 1), "")).toBe("(left out)");
  });
});

describe("the id of a button of a question", () => {
  const reference = "7.abcdefghijklmnopqrstuv.0123456789ab";
  const acts: readonly StepAct[] = [
    { act: "pick", value: "o12" },
    { act: "pick" },
    { act: "skip" },
    { act: "change" },
    { act: "send" },
  ];

  it("is read as it was written, and fits a button", () => {
    for (const act of acts) {
      const id = formatStep(act, 41, reference);
      expect(id.length).toBeLessThanOrEqual(100);
      expect(parseStep(id)).toMatchObject({ act, step: 41 });
    }
  });

  it.each([
    "",
    "parley:step:",
    `parley:step:pick:1:o1:${reference}:x`,
    `parley:step:pick:-1:o1:${reference}`,
    `parley:step:pick:01:o1:${reference}`,
    `parley:step:pick:1:o 1:${reference}`,
    `parley:step:skip:1:o1:${reference}`,
    `parley:step:drop:1::${reference}`,
    "parley:step:send:1::nonsense",
  ])("is not %j", (id) => {
    expect(parseStep(id)).toBeUndefined();
  });
});
