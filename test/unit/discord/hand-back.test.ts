import { describe, expect, it } from "vitest";
import { handBack } from "../../../adapters/discord/hand-back.ts";

const filesOf = (typed: readonly string[]) =>
  handBack(typed).files?.map(({ name, data }) => [name, data.toString()]);

describe("What somebody typed", () => {
  it("is handed back as a block to copy where that changes nothing of it", () => {
    expect(handBack(["Friday", " "])).toEqual({ embeds: [{ description: "```\nFriday\n```" }] });
    expect(handBack(["", " \n"])).toEqual({});
  });

  it("is a file where a block would change it or does not hold it", () => {
    expect(filesOf(["two `rooms`"])).toEqual([["your-answer.txt", "two `rooms`"]]);
    // An embed's description holds 4096, of which the block itself takes eight.
    expect(handBack(["x".repeat(4088)]).embeds).toHaveLength(1);
    expect(filesOf(["x".repeat(4089)])).toHaveLength(1);
  });

  it("is a file for each of several texts, never more than the ten that a message takes", () => {
    expect(filesOf(["one", "", "two"])).toEqual([
      ["your-answer-1.txt", "one"],
      ["your-answer-2.txt", "two"],
    ]);
    const many = Array.from({ length: 12 }, (_, index) => `text ${index}`);
    expect(filesOf(many)).toHaveLength(10);
    expect(filesOf(many)?.at(-1)).toEqual(["your-answer-10.txt", "text 9\n\ntext 10\n\ntext 11"]);
  });
});
