import { expect, it } from "vitest";
import { problemWords } from "../../../adapters/discord/form-words.ts";
import { plainWords } from "../../../src/presentation/words.ts";
import type { Form } from "../../../src/presentation/form.ts";

const field = (id: string, label: string) => ({ id, label, required: true, type: "text" }) as const;
const form: Form = {
  title: "Answer",
  submit: "Send answer",
  note: "Closing this decides nothing.",
  fields: [field("f0", "Which menu?"), field("f1", "Cost centre")],
};
const EMPTY = "This is empty. Write at least one word.";
const said = (...fields: readonly string[]) => {
  const problems = fields.map((each) => ({ field: each, sentence: EMPTY }));
  return plainWords(problemWords(["It does not fit."], problems, form));
};

it("one thing that is wrong in a form is said in a line, with the name of its field", () => {
  expect(said("f1")).toBe(`It does not fit.\nCost centre: ${EMPTY}`);
  expect(said("f0")).toBe(`It does not fit.\nWhich menu? ${EMPTY}`);
});

it("several things have a mark each, so that lines which a phone breaks are told apart", () => {
  expect(said("f0", "f1", "f7")).toBe(
    `It does not fit.\n• Which menu? ${EMPTY}\n• Cost centre: ${EMPTY}\n• ${EMPTY}`,
  );
});
