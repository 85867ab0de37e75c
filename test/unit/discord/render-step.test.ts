import { expect, it } from "vitest";
import type { MessageBody } from "../../../adapters/discord/api-types.ts";
import { renderStep } from "../../../adapters/discord/render-step.ts";
import { type Interview, NO_ANSWERS } from "../../../src/core/interview.ts";
import type { Json } from "../../../src/core/json.ts";
import type { Payload } from "../../../src/core/payload.ts";
import { interviewForm, stepOf } from "../../../src/presentation/interview.ts";
import { readMessage } from "../../platforms/discord/body/message.ts";

const REFERENCE = "7.AbCdEfGhIjKlMnOpQrStUv.0123456789ab";

/** The present step of an interview of these questions, as Discord takes it. */
function asked(schemas: readonly Json[], interview: Interview = NO_ANSWERS): MessageBody {
  const questions = schemas.map((schema, index) => ({
    id: `q${index}`,
    question: `Question ${index}?`,
    schema,
  }));
  const form = interviewForm({ kind: "clarification", key: "k", data: { questions } } as Payload);
  if (form === undefined) throw new Error("nothing is asked one by one");
  const body = renderStep(stepOf(form, interview), REFERENCE, undefined);
  readMessage(body, { door: "create", files: 0 });
  return body;
}

const buttons = ({ components }: MessageBody) =>
  components.map((row) => row.components.map((each) => ("label" in each ? each.label : each.type)));

const MENU = { enum: ["fish", "meat"] };
const MUSIC = { type: "boolean", default: true };

it("one question alone is not counted", () => {
  expect(asked([MENU]).content).not.toMatch(/1 of 1/);
  expect(asked([MENU, MUSIC]).content).toContain("**1 of 2**");
});

it("what stands already has one button, among the others and marked", () => {
  const answers = { f0: { given: "o1", by: "Ada" } };
  const byDefault = asked([MENU, MUSIC], { step: 1, answers });
  expect(buttons(byDefault)).toEqual([["Yes", "No"]]);
  // Discord's styles: 1 stands out, 2 does not.
  expect(byDefault.components[0]?.components).toMatchObject([{ style: 1 }, { style: 2 }]);

  const all = { ...answers, f1: { given: "true", by: "Ada" } };
  const again = asked([MENU, MUSIC], { step: 3, answers: all, changing: "f0" });
  expect(again.content).toContain("Now: meat");
  expect(buttons(again)).toEqual([["fish", "meat"]]);
});

it("what stands already has a button of its own where nothing else says it", () => {
  const answers = { f0: { given: "24", by: "Ada" } };
  const typed = asked([{ type: "integer" }], { step: 2, answers, changing: "f0" });
  expect(buttons(typed)).toEqual([["Keep: 24"]]);
});

it("how several choices are written is said", () => {
  const several = { type: "array", items: MENU, minItems: 1 };
  expect(asked([several]).content).toContain("write them here with commas between");
  expect(asked([MENU]).content).toContain("write it here");
});

it("between which numbers an answer has to lie is said with the question", () => {
  expect(asked([{ type: "integer", minimum: 1, maximum: 80 }]).content).toContain("From 1 to 80");
});
