import type { types } from "@slack/bolt";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tooLargeToFill } from "../../../adapters/slack/form-words.ts";
import { formId, purposeOf, renderForm } from "../../../adapters/slack/render-form.ts";
import type { Json } from "../../../src/core/json.ts";
import { ACTIONS, type Payload } from "../../../src/core/payload.ts";
import { FORM_OF } from "../../../src/presentation/buttons.ts";
import type { Form, FormField, FormPurpose } from "../../../src/presentation/form.ts";
import { formFor } from "../../../src/presentation/form-filling.ts";
import { plainWords } from "../../../src/presentation/words.ts";
import { problemsOfView } from "../../platforms/slack/block-kit/view.ts";
import { approval, payloadOf } from "../core/samples.ts";
import { aCard } from "./card.ts";

const PURPOSES = Object.values(FORM_OF);

/** A form of these fields, each `f0`, `f1` … in its place. */
const formOf = (...fields: readonly Partial<FormField>[]): Form => ({
  title: "Answer",
  submit: "Send answer",
  note: "Closing this decides nothing.",
  fields: fields.map(
    (field, index) =>
      ({ id: `f${index}`, label: "Amount", required: true, type: "text", ...field }) as FormField,
  ),
});

function blocksOf(form: Form) {
  const view = renderForm(form, "answer", "{}");
  if (view === undefined) throw new Error("no view");
  expect(problemsOfView(view)).toEqual([]);
  return view.blocks;
}

/** The input blocks of a form. */
const inputsOf = (form: Form) =>
  blocksOf(form).filter((block): block is types.InputBlock => block.type === "input");

const elementOf = (field: Partial<FormField>) => inputsOf(formOf(field))[0]?.element;

const options = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ value: `o${index}`, label: `Option ${index}` }));

describe("the name of a form", () => {
  it.each(PURPOSES)("says form and purpose, and is read again: %s", (purpose) => {
    expect(formId(purpose)).toBe(`parley:form:${purpose}`);
    expect(purposeOf(formId(purpose))).toBe(purpose);
  });

  it.each([undefined, "", "parley:answer", "parley:form:vote", "answer"])(
    "is none of ours: %s",
    (id) => {
      expect(purposeOf(id)).toBeUndefined();
    },
  );
});

describe("a form as a dialog", () => {
  it("says the act, what about, and that closing decides nothing", () => {
    const payload = approval({ actions: ["ask"] });
    const form = formFor(payload, { type: "ask" });
    const view = form && renderForm(form, "ask", '{"reference":"r"}');
    expect(view).toMatchObject({
      callback_id: "parley:form:ask",
      private_metadata: '{"reference":"r"}',
      title: { type: "plain_text", text: "Ask", emoji: false },
      submit: { type: "plain_text", text: "Ask", emoji: false },
      blocks: [
        { type: "context", elements: [{ type: "plain_text", text: "Settle invoice INV-42" }] },
        {
          type: "input",
          block_id: "f0",
          label: { type: "plain_text", text: "Your question", emoji: false },
          hint: { type: "plain_text", text: "The request stays open until somebody decides." },
          optional: false,
          element: { action_id: "f0", multiline: true, max_length: 3000, focus_on_load: true },
        },
        {
          type: "context",
          elements: [{ type: "plain_text", text: "Closing this decides nothing." }],
        },
      ],
    });
  });

  it("shows what a label had to cut above its field, as text", () => {
    const whole = "Which of <!channel> *these* suppliers?";
    expect(blocksOf(formOf({ whole }))[0]).toMatchObject({
      elements: [{ type: "rich_text_quote", elements: [{ type: "text", text: whole }] }],
    });
  });

  it.each<[string, Partial<FormField>, object]>([
    ["a line", { type: "text" }, { type: "plain_text_input", multiline: false }],
    ["several lines", { type: "long-text" }, { type: "plain_text_input", multiline: true }],
    ["JSON", { type: "json" }, { type: "plain_text_input", multiline: true }],
    [
      "a whole number",
      { type: "integer", minimum: 1, maximum: 9, initial: "3" },
      {
        type: "number_input",
        is_decimal_allowed: false,
        min_value: "1",
        max_value: "9",
        initial_value: "3",
      },
    ],
    // 2 to the 53rd has sixteen digits, which a client that reads numbers might round.
    [
      "a whole number of many digits",
      { type: "integer", initial: "9007199254740992" },
      { type: "plain_text_input", initial_value: "9007199254740992" },
    ],
    // Slack's own input takes no exponent.
    ["a number", { type: "number", initial: "1e-7" }, { type: "plain_text_input" }],
    ["an address", { type: "email" }, { type: "email_text_input" }],
    [
      "an address without a dot",
      { type: "email", initial: "ada@intranet" },
      { type: "plain_text_input", initial_value: "ada@intranet" },
    ],
    // Slack's own input takes addresses of the web only; JSON Schema's `uri` is any.
    ["a link", { type: "url", initial: "urn:isbn:1" }, { type: "plain_text_input" }],
    [
      "a day",
      { type: "date", initial: "2026-03-31" },
      { type: "datepicker", initial_date: "2026-03-31" },
    ],
    [
      "a day that is none",
      { type: "date", initial: "2026-02-30" },
      { type: "plain_text_input", initial_value: "2026-02-30" },
    ],
    // Slack's own input knows neither seconds nor an offset, and the value has both.
    ["a time", { type: "time", initial: "14:30:00Z" }, { type: "plain_text_input" }],
    ["yes or no", { type: "boolean", options: options(2) }, { type: "radio_buttons" }],
    ["one of ten", { type: "choice", options: options(10) }, { type: "radio_buttons" }],
    ["one of eleven", { type: "choice", options: options(11) }, { type: "static_select" }],
    [
      "one of ten or none",
      { type: "choice", options: options(10), required: false },
      { type: "static_select" },
    ],
    [
      "some of ten",
      { type: "choices", options: options(10), initial: ["o1"] },
      { type: "checkboxes", initial_options: [{ value: "o1" }] },
    ],
    [
      "some of a hundred, at most three",
      { type: "choices", options: options(100), maxItems: 3 },
      { type: "multi_static_select", max_selected_items: 3 },
    ],
  ])("asks for %s", (_name, field, element) => {
    expect(elementOf(field)).toMatchObject(element);
  });

  it("never has Slack refuse a length that is allowed, in whichever unit Slack counts", () => {
    // An emoji is one code point and two UTF-16 units.
    expect(elementOf({ type: "text", minLength: 5, maxLength: 100 })).toMatchObject({
      min_length: 5,
      max_length: 200,
    });
    expect(elementOf({ type: "text", maxLength: 1501 })).toMatchObject({ max_length: 3000 });
  });

  it("shows hostile labels, hints and options as text", () => {
    const hostile = "<!channel> <@U0ADA> *bold* :tada: &amp;";
    const choice = {
      type: "choice",
      options: [{ value: "o0", label: "&".repeat(75), description: hostile }],
    } as const;
    const blocks = blocksOf(formOf({ label: hostile, hint: hostile, whole: hostile }, choice));
    const drawn = JSON.stringify(blocks);
    expect(drawn).not.toContain('"mrkdwn"');
    expect(drawn).not.toContain('"emoji":true');
    expect(drawn).toContain(JSON.stringify(hostile));
  });
});

describe("a text that is longer than one input", () => {
  // 12,000 characters in words of six: no piece may be over 2,000.
  const long = "words ".repeat(2000).trim();

  it("is in pieces that are numbered, together the text, and may each be empty", () => {
    const inputs = inputsOf(formOf({ type: "long-text", initial: long, hint: "How so." }));
    const texts = inputs.map(({ element }) =>
      element.type === "plain_text_input" ? (element.initial_value ?? "") : "",
    );
    expect(texts.join("")).toBe(long);
    expect(texts.length).toBeGreaterThanOrEqual(6);
    expect(inputs[1]).toMatchObject({
      block_id: "f0.1",
      label: { text: `Amount (2 of ${texts.length})` },
      optional: true,
      element: { action_id: "f0.1", max_length: 3000 },
    });
    expect(inputs[0]?.hint?.text).toContain("How so. · Together these are one text.");
    expect(inputs[1]?.hint).toBeUndefined();
  });

  it("is in shorter pieces where escaping makes it longer", () => {
    // 2,000 ampersands count as 10,000 where Slack counts escaped; an input begins with 3,000.
    const inputs = inputsOf(formOf({ type: "long-text", initial: "&".repeat(2000) }));
    expect(inputs).toHaveLength(4);
  });

  it.each([
    ["more pieces than a dialog has blocks", "words ".repeat(40_000)],
    ["more bytes than a dialog", "統一語 ".repeat(30_000)],
    ["without a place to cut", " ".repeat(9000)],
  ])("is no form when it is %s", (_name, initial) => {
    expect(renderForm(formOf({ type: "long-text", initial }), "edit-accept", "{}")).toBeUndefined();
  });

  it("is no form when more must be written than an input holds", () => {
    const field = { type: "long-text", minLength: 3001 } as const;
    expect(renderForm(formOf(field), "answer", "{}")).toBeUndefined();
    expect(elementOf({ ...field, minLength: 3000 })).toMatchObject({ min_length: 3000 });
  });

  it("is said to be too large, with a way that the card has", () => {
    expect(plainWords(tooLargeToFill(aCard()))).toContain("Decide on the card without it");
    const refine = { action: "refine", label: "Send back", style: "plain" } as const;
    expect(plainWords(tooLargeToFill(aCard({ buttons: [refine] })))).toContain(
      "Send back on the card takes what should change in words.",
    );
  });
});

describe("any form", () => {
  const text = fc.string({ unit: "binary", maxLength: 200 });
  const schema = fc.letrec<{ one: Json; whole: Json }>((tie) => ({
    one: fc.oneof(
      { maxDepth: 2 },
      fc.record(
        {
          type: fc.constantFrom("string", "integer", "number", "boolean", "array", "object"),
          title: text,
          description: text,
          format: fc.constantFrom("email", "uri", "date", "time", "uuid"),
          minLength: fc.integer({ min: 0, max: 4000 }),
          maxLength: fc.integer({ min: 0, max: 9000 }),
          minimum: fc.double({ noNaN: true, noDefaultInfinity: true }),
          maximum: fc.double({ noNaN: true, noDefaultInfinity: true }),
          default: fc.jsonValue() as fc.Arbitrary<Json>,
        },
        { requiredKeys: ["type"] },
      ) as fc.Arbitrary<Json>,
      fc.record({ enum: fc.array(text, { maxLength: 120 }) }) as fc.Arbitrary<Json>,
      fc.record({
        type: fc.constant("array"),
        items: fc.record({ enum: fc.array(text, { minLength: 1, maxLength: 40 }) }),
        maxItems: fc.integer({ min: 0, max: 50 }),
      }) as fc.Arbitrary<Json>,
    ),
    whole: fc.record({
      type: fc.constant("object"),
      properties: fc.dictionary(text, tie("one"), { maxKeys: 30 }),
      required: fc.array(text, { maxLength: 5 }),
    }) as fc.Arbitrary<Json>,
  }));

  const payload: fc.Arbitrary<Payload> = fc.oneof(
    schema.whole.map(
      (resumeSchema) => ({ ...payloadOf("custom"), resumeSchema }) as unknown as Payload,
    ),
    fc.array(fc.tuple(text, schema.one), { minLength: 1, maxLength: 60 }).map(
      (asked) =>
        ({
          kind: "clarification",
          key: "k",
          data: {
            questions: asked.map(([question, one], index) => ({
              id: `q${index}`,
              question: `${question}?`,
              schema: one,
            })),
          },
        }) as unknown as Payload,
    ),
    fc.tuple(fc.jsonValue(), text).map(([artifactData, title]) =>
      approval({
        actions: [...ACTIONS],
        overrideBypassesQuorum: true,
        title: `${title}.`,
        artifactData: artifactData as Json,
      }),
    ),
  );

  it("is taken by Slack's rules, or not drawn at all", () => {
    fc.assert(
      fc.property(payload, fc.constantFrom(...PURPOSES), (one, type: FormPurpose["type"]) => {
        const form = formFor(one, { type });
        const view = form && renderForm(form, type, "{}");
        if (view === undefined) return;
        expect(problemsOfView(view)).toEqual([]);
        expect(Buffer.byteLength(JSON.stringify(view))).toBeLessThanOrEqual(250_000);
      }),
      { numRuns: 150 },
    );
  });
});
