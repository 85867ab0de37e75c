import { describe, expect, it } from "vitest";
import { typedIn } from "../../../adapters/slack/typed-in.ts";

const input = (id: string, initial?: string) => ({
  type: "input",
  block_id: id,
  element: {
    type: "plain_text_input",
    action_id: id,
    ...(initial === undefined ? {} : { initial_value: initial }),
  },
});

/** A form as Slack sends it: its blocks, and what stands in them. */
const view = (blocks: readonly object[], values: Readonly<Record<string, unknown>>) => ({
  blocks,
  state: {
    values: Object.fromEntries(
      Object.entries(values).map(([id, value]) => [id, { [id]: { value } }]),
    ),
  },
});

describe("What somebody typed in a form", () => {
  it("is what they wrote or changed, in the order of the form", () => {
    const blocks = [input("b"), input("a", "the artifact"), { type: "section" }];
    expect(typedIn(view(blocks, { a: "my edit", b: "because" }))).toEqual(["because", "my edit"]);
  });

  it.each([
    ["what was there before", view([input("a", "one\ntwo")], { a: "one\r\ntwo " })],
    ["what was left empty", view([input("a")], { a: null })],
    ["blanks", view([input("a")], { a: " \n" })],
    ["what was made empty", view([input("a", "text")], { a: "" })],
    ["no text", view([input("a")], { a: 7 })],
    ["no form", undefined],
    ["no blocks", { blocks: "none" }],
    ["no state", { blocks: [input("a"), null, 1] }],
  ])("is nothing where there is %s", (_, sent) => {
    expect(typedIn(sent)).toEqual([]);
  });
});
