import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blockOf, collectValues } from "../../../adapters/slack/collect.ts";
import { renderForm } from "../../../adapters/slack/render-form.ts";
import type { Json } from "../../../src/core/json.ts";
import type { Form, FormField } from "../../../src/presentation/form.ts";
import { formFor, readForm } from "../../../src/presentation/form-filling.ts";
import { objectsIn } from "../../platforms/slack/json.ts";
import { entered, type Given, stateOf } from "../../platforms/slack/state.ts";
import { approval } from "../core/samples.ts";

const formOf = (...fields: readonly Partial<FormField>[]): Form => ({
  title: "Answer",
  submit: "Send answer",
  note: "Closing this decides nothing.",
  fields: fields.map(
    (field, index) =>
      ({ id: `f${index}`, label: "Amount", required: true, type: "text", ...field }) as FormField,
  ),
});

/** What Slack reports of a form after somebody typed or chose this. */
function stateAfter(form: Form, typed: Readonly<Record<string, Given>> = {}) {
  const view = renderForm(form, "edit-accept", "{}");
  if (view === undefined) throw new Error("no view");
  const blocks = objectsIn(JSON.parse(JSON.stringify(view.blocks)));
  return stateOf(blocks, entered(blocks, {}, typed));
}

const options = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ value: `o${index}`, label: `Option ${index}` }));

describe("what was filled in", () => {
  const form = formOf(
    { type: "text" },
    { type: "integer" },
    { type: "email" },
    { type: "date" },
    { type: "choice", options: options(3) },
    { type: "choice", options: options(30) },
    { type: "choices", options: options(3) },
    { type: "choices", options: options(30) },
    { type: "boolean", options: options(2) },
  );

  it("comes back by field, whatever element Slack had for it", () => {
    const typed = {
      f0: "Tuesday",
      f1: "12",
      f2: "ada@example.com",
      f3: "2026-03-31",
      f4: "o1",
      f5: "o29",
      f6: ["o0", "o2"],
      f7: ["o28"],
      f8: "o0",
    };
    expect(collectValues(form, stateAfter(form, typed))).toEqual(typed);
  });

  it("is empty where nothing was, which is not the same as not shown", () => {
    const nothing = { f0: "", f1: "", f2: "", f3: "", f4: "", f5: "", f6: [], f7: [], f8: "" };
    expect(collectValues(form, stateAfter(form))).toEqual(nothing);
    for (const state of [undefined, null, {}, [], "text", { f0: null, f1: 7 }]) {
      expect(Object.values(collectValues(form, state))).toEqual(Array(9).fill(undefined));
    }
  });
});

describe("an artifact in pieces", () => {
  /** 12,000 characters: outer spaces, Windows line ends, emoji of several code points. */
  const line = (index: number) => `  Zeile ${index} 👩‍👩‍👧 mit Umlaut äöü und Tab\tund Ende \r\n`;
  const lines = Array.from({ length: 300 }, (_, index) => line(index)).join("");
  const artifact = ` \r\n${lines.slice(0, 11_990)}ends \r\n `;
  const payload = approval({ actions: ["edit-accept"], artifactData: artifact });
  const type = "edit-accept";
  const form = formFor(payload, { type });
  if (form === undefined) throw new Error("no form");

  /** What a client does that trims an input and writes line ends in its own manner. */
  const asClient = (text: string) => text.trim().replaceAll("\r\n", "\n");
  const shown = Object.entries(stateAfter(form)).map(
    ([id, input]) => [id, String(Object.values(input)[0]?.["value"])] as const,
  );

  const editedTo = (typed: Readonly<Record<string, Given>>) => {
    const read = readForm(payload, { type }, collectValues(form, stateAfter(form, typed)));
    return read?.ok === true ? (read.value as Record<string, Json>)["editedArtifactData"] : read;
  };

  it("comes back byte for byte when nobody changed anything", () => {
    expect(shown.length).toBeGreaterThanOrEqual(6);
    expect(editedTo({})).toBe(artifact);
    expect(editedTo(Object.fromEntries(shown.map(([id, text]) => [id, asClient(text)])))).toBe(
      artifact,
    );
  });

  it("edited in one place comes back byte for byte everywhere else", () => {
    const [id, text] = shown[2] ?? ["", ""];
    const typed = Object.fromEntries(shown.map(([each, one]) => [each, asClient(one)]));
    const edited = editedTo({ ...typed, [id]: asClient(text).replace("Umlaut", "<b>&") });
    const at = artifact.indexOf(text);
    // A piece begins and ends with a character that shows, so a client trims nothing off it.
    expect(edited).toBe(
      artifact.slice(0, at) + text.replace("Umlaut", "<b>&") + artifact.slice(at + text.length),
    );
  });

  it("loses the part whose input was made empty, and no other", () => {
    const [id, text] = shown[1] ?? ["", ""];
    expect(editedTo({ [id]: "" })).toBe(artifact.replace(text, ""));
  });

  it("has its problem said at the first piece that was changed, or at the first", () => {
    expect(blockOf(form, "f0", stateAfter(form))).toBe("f0.0");
    expect(blockOf(form, "f0", stateAfter(form, { "f0.3": "changed" }))).toBe("f0.3");
    expect(blockOf(formOf({ type: "text" }), "f0", {})).toBe("f0");
    expect(blockOf(form, "f9", {})).toBe("f9");
  });
});

describe("any artifact", () => {
  it("comes back as it was when the form is sent untouched", () => {
    const text = fc.string({ unit: "binary", maxLength: 9000 });
    const artifact = fc.oneof(text, fc.dictionary(fc.string(), fc.oneof(text, fc.jsonValue())));
    fc.assert(
      fc.property(artifact, (one) => {
        const payload = approval({ actions: ["edit-accept"], artifactData: one as Json });
        const form = formFor(payload, { type: "edit-accept" });
        if (form === undefined || renderForm(form, "edit-accept", "{}") === undefined) return;
        const values = collectValues(form, stateAfter(form));
        expect(readForm(payload, { type: "edit-accept" }, values)).toMatchObject({
          ok: true,
          value: { action: "edit-accept", editedArtifactData: one },
        });
      }),
      { numRuns: 100 },
    );
  });
});
