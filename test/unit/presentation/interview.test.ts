import { describe, expect, it } from "vitest";
import { type Interview, NO_ANSWERS } from "../../../src/core/interview.ts";
import type { Json } from "../../../src/core/json.ts";
import type { Payload } from "../../../src/core/payload.ts";
import type { Form, FormField } from "../../../src/presentation/form.ts";
import {
  givenWords,
  interviewForm,
  isSkippable,
  problemOf,
  skipped,
  stepOf,
  typedGiven,
} from "../../../src/presentation/interview.ts";
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

function formOf(payload: Payload): Form {
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

describe("an answer that is typed", () => {
  it.each([
    ["EU", { given: "o0" }],
    [" apac ", { given: "o2" }],
    ["2", { given: "o1" }],
    ["0", { sentence: "That is none of the options. Write one of: EU, US, APAC." }],
    ["Mars", { sentence: "That is none of the options. Write one of: EU, US, APAC." }],
  ])("chooses by word or number: %j", (text, read) => {
    expect(typedGiven(fieldOf(TRIP), text)).toEqual(read);
  });

  it("chooses several between commas or lines", () => {
    const several = fieldOf(asking({ type: "array", items: REGION }));
    expect(typedGiven(several, "us, 1\nUS")).toEqual({ given: ["o1", "o0"] });
    expect(typedGiven(several, "us, moon")).toHaveProperty("sentence");
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
  });
});

describe("a question that is passed over", () => {
  it("has to be one that may be, and means what stands in its field", () => {
    expect(isSkippable(fieldOf(TRIP))).toBe(false);
    const usual = fieldOf(asking({ ...REGION, default: "US" }));
    expect(isSkippable(usual)).toBe(true);
    expect(skipped(usual)).toBe("o1");
    expect(givenWords(usual, skipped(usual))).toBe("US");
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
