import { describe, expect, it } from "vitest";
import type { Outcome } from "../../../src/core/interrupt.ts";
import type { Json } from "../../../src/core/json.ts";
import { editBlocks } from "../../../src/presentation/edit-diff.ts";
import { wholeOf } from "../../../src/presentation/whole.ts";
import { approval, interruptOf } from "../core/samples.ts";

const ada = { id: "ada", name: "Ada" };

function edited(artifactData: Json | undefined, editedArtifactData: Json) {
  const outcome: Outcome = {
    kind: "decided",
    verdict: "granted",
    action: "edit-accept",
    resumeValue: { action: "edit-accept", editedArtifactData },
    by: ada,
    via: "slack",
    at: 1,
  };
  const data = artifactData === undefined ? {} : { artifactData };
  return interruptOf(approval(data), { outcome });
}

describe("what an edit changed", () => {
  it("is told line by line, with a little around it", () => {
    const before = "one\ntwo\nthree\nfour\nfive\nsix\nseven";
    expect(editBlocks(edited(before, before.replace("four", "4")))).toEqual([
      { type: "ours", text: "Changed before it was accepted:" },
      { type: "code", language: "diff", text: " two\n three\n-four\n+4\n five\n six" },
    ]);
  });

  it("is told of labels and values as the card shows them", () => {
    const [, diff] = editBlocks(edited({ amount: 100, to: "Ada" }, { amount: 90, to: "Ada" }));
    expect(diff).toMatchObject({ text: "-amount: 100\n+amount: 90\n to: Ada" });
  });

  it("is told of other JSON as it is laid out for reading", () => {
    const [, diff] = editBlocks(edited({ amount: 100, to: ["Ada"] }, { amount: 90, to: ["Ada"] }));
    expect(diff).toMatchObject({
      text: ' {\n-  "amount": 100,\n+  "amount": 90,\n   "to": [\n     "Ada"',
    });
  });

  it("is told of values that only look alike", () => {
    const [, diff] = editBlocks(edited({ amount: 100 }, { amount: "100" }));
    expect(diff).toMatchObject({ text: ' {\n-  "amount": 100\n+  "amount": "100"\n }' });
  });

  it("is told apart from another change far away", () => {
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`);
    const now = lines.with(1, "first").with(18, "last").join("\n");
    const [, diff] = editBlocks(edited(lines.join("\n"), now));
    expect(diff).toMatchObject({ text: expect.stringContaining("\n…\n") as string });
  });

  it("may be nothing", () => {
    expect(editBlocks(edited("as it was", "as it was"))).toEqual([]);
    // The order of members is none of JSON's meaning, nor of a ballot's.
    expect(editBlocks(edited({ a: 1, b: 2 }, { b: 2, a: 1 }))).toEqual([]);
  });

  it("is the new artifact where only its type is another, which no line can say", () => {
    expect(editBlocks(edited("7", 7))).toEqual([
      { type: "ours", text: "Accepted as edited:" },
      { type: "code", language: "json", text: "7" },
    ]);
  });

  it("is the new artifact where there was none, or where too much is otherwise", () => {
    expect(editBlocks(edited(undefined, "all new"))).toEqual([
      { type: "ours", text: "Accepted as edited:" },
      { type: "text", text: "all new" },
    ]);
    const many = (mark: string) => Array.from({ length: 600 }, (_, i) => `${mark}${i}`).join("\n");
    expect(editBlocks(edited(many("a"), many("b")))[0]).toEqual({
      type: "ours",
      text: "Accepted as edited:",
    });
    expect(editBlocks(edited("x".repeat(200_001), "short"))[1]).toMatchObject({ text: "short" });
  });

  it("is empty where nobody edited", () => {
    expect(editBlocks(interruptOf(approval()))).toEqual([]);
    expect(editBlocks(interruptOf(approval(), { outcome: { kind: "expired", at: 1 } }))).toEqual(
      [],
    );
  });

  it("stands whole among everything that can be shown", () => {
    const names = wholeOf(edited({ a: 1 }, { a: 2 })).map(({ name }) => name);
    expect(names).toContain("edited.json");
  });
});
