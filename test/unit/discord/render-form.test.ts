import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ModalBody } from "../../../adapters/discord/api-types.ts";
import { collected } from "../../../adapters/discord/collect.ts";
import { type FormLayout, layoutOf } from "../../../adapters/discord/form-layout.ts";
import { formId, type FormPlace } from "../../../adapters/discord/form-place.ts";
import { renderPage } from "../../../adapters/discord/render-form.ts";
import { characters } from "../../../src/core/characters.ts";
import type { DraftInputs } from "../../../src/core/ports/drafts.ts";
import { clip } from "../../../src/presentation/text.ts";
import { sameText } from "../../../src/presentation/typed-text.ts";
import type { Form, FormField } from "../../../src/presentation/form.ts";
import { readCallback } from "../../platforms/discord/body/callback.ts";
import { shown } from "./shown.ts";

const REFERENCE = "7.AbCdEfGhIjKlMnOpQrStUv.0123456789ab";

type Component = Readonly<Record<string, unknown>>;

const formOf = (fields: readonly object[], more: Partial<Form> = {}): Form => ({
  title: "Answer",
  submit: "Send answer",
  note: "Closing this decides nothing.",
  ...more,
  fields: fields.map((field, index) => ({
    id: `f${index}`,
    label: `Field ${index}`,
    required: true,
    ...field,
  })) as unknown as readonly FormField[],
});

function laidOut(form: Form): FormLayout {
  const laid = layoutOf(form);
  if (!laid.ok) throw new Error(`the form was not laid out: ${laid.why}`);
  return laid.layout;
}

/** A page, judged by the local Discord's own rules, which know the limits a second time. */
function pageAt(
  form: Form,
  place: Partial<FormPlace> = {},
  typed: DraftInputs = {},
  layout = laidOut(form),
): ModalBody {
  const pages = layout.pages.length;
  const at = { page: 1, pages, mark: layout.mark, mode: "walk", ...place } as const;
  const customId = formId("answer", REFERENCE, at);
  const modal = renderPage({ form, layout, place: at, customId, typed });
  readCallback({ type: 9, data: modal }, { kind: "component", files: 0, alreadyV2: false });
  return modal;
}

const componentsOf = ({ components }: ModalBody) => components as readonly Component[];
const labelsOf = (modal: ModalBody) => componentsOf(modal).filter(({ type }) => type === 18);
const inputsOf = (modal: ModalBody) =>
  labelsOf(modal).map(({ component }) => component as Component);

/** What comes back of a page that nobody touched, as Discord's client sends it. */
function untouched(modal: ModalBody, change = (text: string) => text): DraftInputs {
  return Object.fromEntries(
    inputsOf(modal).map(({ custom_id: id, type, value = "", options = [] }) => {
      const chosen = (options as readonly Component[]).filter((option) => option["default"]);
      const values = chosen.map((option) => String(option["value"]));
      return [String(id), type === 4 ? change(String(value)) : values];
    }),
  );
}

function allUntouched(form: Form, change?: (text: string) => string): DraftInputs {
  const layout = laidOut(form);
  const parts = layout.pages.map((_, index) =>
    untouched(pageAt(form, { page: index + 1 }, {}, layout), change),
  );
  return Object.assign({}, ...parts) as DraftInputs;
}

const options = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ value: `o${index}`, label: `Option ${index}` }));

describe("A form on Discord", () => {
  it("is a modal with what is asked about, quietly what closing does, and its fields", () => {
    const form = formOf(
      [{ type: "long-text", label: "Reason", hint: "It is kept.", maxLength: 10_000 }],
      {
        intro: "Settle *invoice* INV-42",
      },
    );
    expect(pageAt(form)).toEqual({
      custom_id: expect.stringMatching(/^parley:answer:7[.].*:1[.]1[.][0-9a-f]{8}[.]walk$/),
      title: "Answer",
      components: [
        { type: 10, content: "> Settle \\*invoice\\* INV-42\n-# Closing this decides nothing." },
        {
          type: 18,
          label: "Reason",
          description: "It is kept.",
          component: {
            type: 4,
            custom_id: "f0",
            style: 2,
            required: true,
            min_length: 1,
            // The most that an input of Discord holds.
            max_length: 4000,
          },
        },
      ],
    });
  });

  it.each([
    [
      "a required choice of two to ten: radio buttons",
      { type: "choice", options: options(10) },
      21,
    ],
    ["a required choice of one: a select", { type: "choice", options: options(1) }, 3],
    ["a required choice of eleven: a select", { type: "choice", options: options(11) }, 3],
    [
      "a choice that may be left open: a select",
      { type: "choice", options: options(3), required: false },
      3,
    ],
    ["yes or no: radio buttons", { type: "boolean", options: options(2) }, 21],
    ["several of ten: checkboxes", { type: "choices", options: options(10) }, 22],
    ["several of eleven: a select", { type: "choices", options: options(11) }, 3],
    ["a number: a line", { type: "number" }, 4],
  ])("shows %s", (_name, field, type) => {
    expect(inputsOf(pageAt(formOf([field])))).toMatchObject([{ type }]);
  });

  it("asks for as many of several as the field does, within what there is", () => {
    const several = { type: "choices", options: options(4), minItems: 2, maxItems: 9 };
    expect(inputsOf(pageAt(formOf([several])))).toMatchObject([
      { required: true, min_values: 2, max_values: 4 },
    ]);
    expect(inputsOf(pageAt(formOf([{ ...several, required: false }])))).toMatchObject([
      { required: false, min_values: 0, max_values: 4 },
    ]);
  });

  it("offers a hundred options in four lists, of which one is chosen", () => {
    const form = formOf([{ type: "choice", options: options(100), initial: "o99" }]);
    const page = pageAt(form);
    expect(labelsOf(page).map(({ label }) => label)).toEqual([
      "Field 0 (1 of 4)",
      "Field 0 (2 of 4)",
      "Field 0 (3 of 4)",
      "Field 0 (4 of 4)",
    ]);
    // Which of the lists is used is not known before, so none of them is required.
    expect(inputsOf(page).every(({ required }) => required === false)).toBe(true);
    expect(collected(form, laidOut(form), untouched(page))).toEqual({ f0: "o99" });
    const two = { ...untouched(page), "f0.0": ["o3"] };
    expect(collected(form, laidOut(form), two)).toEqual({ f0: ["o3", "o99"] });
    const none = { ...untouched(page), "f0.3": [] };
    expect(collected(form, laidOut(form), none)).toEqual({ f0: "" });
  });

  it("goes on page by page where five components do not hold it, and says so", () => {
    const form = formOf(Array.from({ length: 7 }, () => ({ type: "text" })));
    const first = pageAt(form);
    expect(first.title).toBe("Answer (1 of 2)");
    // Five inputs fill the page; a line of ours at one of them would read as a part of what it asks.
    expect(labelsOf(first)).toHaveLength(5);
    expect(JSON.stringify(first)).not.toContain("Closing this");
    const second = pageAt(form, { page: 2 });
    expect(second.title).toBe("Answer (2 of 2)");
    expect(componentsOf(second)[0]).toEqual({
      type: 10,
      content: "-# Closing this decides nothing.",
    });
    expect(labelsOf(second)).toHaveLength(2);
    const mended = pageAt(form, { page: 2, mode: "fix" });
    expect(JSON.stringify(mended)).toContain("Submitting sends all pages");
  });

  it("says what may be left out, unless something stands there already", () => {
    const labels = (field: Partial<FormField>) =>
      labelsOf(pageAt(formOf([{ type: "text", ...field }]))).map(({ label }) => label);
    expect(labels({ required: false, label: "Reason" })).toEqual(["Reason (optional)"]);
    expect(labels({ required: false, label: "Reason", initial: "x" })).toEqual(["Reason"]);
    expect(labels({ required: true, label: "Reason" })).toEqual(["Reason"]);
    // 45 characters are what Discord takes.
    const [fits, long] = ["x".repeat(34), "x".repeat(35)];
    expect(labels({ required: false, label: fits })).toEqual([`${fits} (optional)`]);
    expect(labels({ required: false, label: long })).toEqual([long]);
  });

  it("says on a page with room for it that more follow", () => {
    const asked = { type: "text", whole: "All of it" };
    const page = pageAt(formOf([asked, asked, asked, asked, asked]));
    // Two components each: two fields and the lines above them are five.
    expect(labelsOf(page)).toHaveLength(2);
    expect(JSON.stringify(page)).toContain("Submitting decides nothing yet: 2 more pages follow.");
  });

  it("shows what was typed before in place of what a field is filled in with", () => {
    const form = formOf([
      { type: "text", initial: "stored" },
      { type: "boolean", options: options(2), initial: "o0" },
    ]);
    expect(inputsOf(pageAt(form, {}, { f0: "", f1: ["o1"] }))).toMatchObject([
      { custom_id: "f0" },
      { options: [{ value: "o0" }, { value: "o1", default: true }] },
    ]);
    expect(inputsOf(pageAt(form, {}, { f0: "" }))[0]).not.toHaveProperty("value");
  });

  it("keeps what others wrote as text wherever Discord reads Markdown", () => {
    const hostile = "@everyone <@1> [x](https://evil.example)\n# Accepted ||s|| `c`";
    const form = formOf([{ type: "text", whole: hostile }], { intro: hostile.replace("\n", " ") });
    const texts = componentsOf(pageAt(form)).filter(({ type }) => type === 10);
    expect(texts).toHaveLength(2);
    for (const { content } of texts) {
      const foreign = String(content)
        .split("\n")
        .filter((line) => line.startsWith("> "))
        .map((line) => line.slice(2));
      expect(foreign.length).toBeGreaterThan(0);
      expect(shown(foreign.join("\n")).marks).toEqual([]);
    }
  });

  it("is not shown where editing would be too long, would change the text, or would never end", () => {
    const long = (length: number) => formOf([{ type: "long-text", initial: "x".repeat(length) }]);
    expect(layoutOf(long(20_000))).toMatchObject({ ok: true });
    expect(layoutOf(long(20_001))).toMatchObject({ ok: false, why: "long", length: 20_001 });
    const solid = { type: "long-text", initial: `a${" ".repeat(5000)}b` };
    expect(layoutOf(formOf([solid]))).toMatchObject({ ok: false, why: "solid" });
    const half = { type: "long-text", initial: "a\uD800b" };
    expect(layoutOf(formOf([half]))).toMatchObject({ ok: false, why: "solid" });
    const asked = Array.from({ length: 31 }, () => ({ type: "text", whole: "w" }));
    // Two a page: thirty fields are fifteen pages.
    expect(layoutOf(formOf(asked.slice(1)))).toMatchObject({ ok: true });
    expect(layoutOf(formOf(asked))).toMatchObject({ ok: false, why: "pages" });
  });

  it("has another mark whenever anything of it is another", () => {
    const one = formOf([{ type: "text" }]);
    const marks = [
      one,
      { ...one, title: "Ask" },
      formOf([{ type: "text", initial: "x" }]),
      formOf([{ type: "number" }]),
    ].map((form) => laidOut(form).mark);
    expect(new Set(marks).size).toBe(4);
    expect(laidOut(formOf([{ type: "text" }])).mark).toBe(marks[0]);
  });
});

/** As a Windows machine's engine may have written it: 9,000 characters, emoji, spaces around it. */
const LONG =
  `  \r\n${"Zeile mit Ümlaut und 👩‍👩‍👧‍👦 am Ende \r\n".repeat(200)}`.slice(0, 8996) + "\r\n  ";

describe("A long text", () => {
  const form = formOf([{ type: "long-text", initial: LONG, required: false }]);

  it("stands in several inputs with room for typing, none of them required", () => {
    const inputs = laidOut(form).pages.flat();
    // 9,000 units in pieces of at most 3,500.
    expect(inputs).toHaveLength(3);
    for (const input of inputsOf(pageAt(form))) {
      expect(input).toMatchObject({ required: false, max_length: 4000, style: 2 });
      expect(characters(String(input["value"]))).toBeLessThanOrEqual(3500);
    }
  });

  it.each([
    ["unchanged", (text: string) => text],
    ["trimmed and with other line ends", (text: string) => text.trim().replaceAll("\r\n", "\n")],
  ])("that comes back %s is what was stored, byte for byte", (_name, change) => {
    const values = collected(form, laidOut(form), allUntouched(form, change));
    expect(values).toEqual({ f0: LONG });
  });

  it("that was edited in one piece is byte for byte the same everywhere else", () => {
    const trimmed = allUntouched(form, (text) => text.trim().replaceAll("\r\n", "\n"));
    const piece = String(trimmed["f0.1"]);
    const edited = { ...trimmed, "f0.1": piece.replace("Ümlaut", "Umlaut") };
    const originals = laidOut(form).pages.flat();
    const [before, , after] = originals.map((input) =>
      input.kind === "text" ? input.original : "",
    );
    const text = String(collected(form, laidOut(form), edited)?.["f0"]);
    expect(text.startsWith(before ?? "-")).toBe(true);
    expect(text.endsWith(after ?? "-")).toBe(true);
    // One letter of two bytes became one of one byte, and nothing else.
    expect(Buffer.byteLength(text)).toBe(Buffer.byteLength(LONG) - 1);
  });

  it("without one of its pieces is not read at all", () => {
    const { "f0.1": _lost, ...rest } = allUntouched(form);
    expect(collected(form, laidOut(form), rest)).toBeUndefined();
  });
});

const wild = (maxLength: number) =>
  fc.string({ unit: "grapheme", minLength: 1, maxLength }).map((text) => text.trim() || "x");
const MARKS = "\\*_~|`[<@#\n>".repeat(170);

const common = fc.record(
  {
    label: wild(45).map((line) => clip(line, 45)),
    hint: fc.constantFrom("", "h".repeat(100), "How to write it."),
    whole: fc.oneof(wild(300), fc.constantFrom(MARKS, "\n".repeat(2000), "#\n".repeat(1000))),
    required: fc.boolean(),
  },
  { requiredKeys: ["label", "required"] },
);
const text = fc.record(
  {
    type: fc.constantFrom("text", "long-text"),
    initial: fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.integer({ min: 0, max: 5000 }).map((length) => "word ".repeat(length).slice(0, length)),
      fc.integer({ min: 0, max: 900 }).map((count) => "👩‍👩‍👧‍👦 \r\n".repeat(count)),
    ),
    minLength: fc.integer({ min: 0, max: 9000 }),
    maxLength: fc.integer({ min: 0, max: 9000 }),
  },
  { requiredKeys: ["type"] },
);
const typed = fc.record(
  {
    type: fc.constantFrom("integer", "number", "email", "url", "date", "time", "json"),
    initial: fc.string({ maxLength: 20 }),
  },
  { requiredKeys: ["type"] },
);
const choosing = fc.integer({ min: 1, max: 100 }).chain((count) => {
  const values = options(count).map(({ value }) => value);
  return fc.oneof(
    fc.record(
      {
        type: fc.constant("choice"),
        options: fc.constant(options(count)),
        initial: fc.constantFrom(...values),
      },
      { requiredKeys: ["type", "options"] },
    ),
    fc.record(
      {
        type: fc.constant("choices"),
        options: fc.constant(options(count)),
        initial: fc.subarray(values),
        minItems: fc.integer({ min: 0, max: 120 }),
        maxItems: fc.integer({ min: 0, max: 120 }),
      },
      { requiredKeys: ["type", "options"] },
    ),
  );
});
const field = fc
  .tuple(common, fc.oneof(text, typed, choosing))
  .map(([texts, input]) => ({ ...texts, ...input }));
const anyForm = fc
  .tuple(fc.array(field, { minLength: 1, maxLength: 25 }), fc.option(wild(100), { nil: undefined }))
  .map(([fields, intro]) => formOf(fields, intro === undefined ? {} : { intro }));

describe("Any form at all", () => {
  it("never goes over a limit of Discord's, and comes back as it was when nobody touches it", () => {
    fc.assert(
      fc.property(anyForm, (form) => {
        const laid = layoutOf(form);
        if (!laid.ok) return;
        const values = collected(form, laid.layout, allUntouched(form));
        for (const each of form.fields) {
          const value = values?.[each.id];
          if (each.type === "choices") expect(value).toEqual(each.initial ?? []);
          else expect(sameText(each.initial ?? "", String(value))).toBe(true);
        }
        laid.layout.pages.forEach((_, index) =>
          pageAt(form, { page: index + 1, mode: "fix" }, {}, laid.layout),
        );
      }),
      { numRuns: 60 },
    );
  });
});
