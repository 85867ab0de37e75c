import { array, assert, constantFrom, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { codeBlock, neutralise } from "../../../adapters/discord/markdown.ts";
import { cleanText } from "../../../src/presentation/text.ts";
import { shown } from "./shown.ts";

describe("Untrusted text", () => {
  it.each([
    ["a heading", "# Accepted by Grace", "\\# Accepted by Grace"],
    ["small print", "-# quiet", "\\-# quiet"],
    ["a quote", "> Accepted\n>>> more", "\\> Accepted\n\\>>> more"],
    ["a list", "- one\n  * two\n1. three", "\\- one\n  \\* two\n1\\. three"],
    ["emphasis", "**b** _i_ ~~s~~ ||x||", "\\*\\*b\\*\\* \\_i\\_ \\~\\~s\\~\\~ \\|\\|x\\|\\|"],
    ["a masked link", "[bank](https://evil.example)", "\\[bank\\](https\\://evil.example)"],
    ["a link without preview", "<https://evil.example>", "\\<https\\://evil.example>"],
    ["mentions", "<@1> <#2> <@&3> @everyone", "\\<\\@1> \\<#2> \\<\\@&3> \\@everyone"],
    ["a timestamp", "<t:0:R>", "\\<t\\:0\\:R>"],
    ["a command", "</pending:1>", "\\</pending\\:1>"],
    ["an emoji name", ":white_check_mark:", "\\:white\\_check\\_mark:"],
    ["an invitation", "discord.gg/abc", "discord\\.gg/abc"],
    ["a backslash", "C:\\*", "C\\:\\\\\\*"],
  ])("shows %s as text", (_name, text, expected) => {
    expect(neutralise(text)).toBe(expected);
  });

  it("loses its invisible and direction-changing characters, and keeps emoji and joiners", () => {
    expect(neutralise("\u202Efdp\u202C a\u200Bb 👩‍👩‍👧 می‌خواهم")).toBe("fdp ab 👩‍👩‍👧 می‌خواهم");
  });

  it("reads as it was written, with nothing left that Discord would interpret", () => {
    const character = constantFrom(...Array.from("\\*_~|`[]()<>@:#+-.!1a \n\té🙂"));
    assert(
      property(array(character, { maxLength: 60 }), (characters) => {
        const text = characters.join("");
        expect(shown(neutralise(text))).toEqual({ text: cleanText(text), marks: [] });
      }),
    );
  });

  it("cannot close its own code block", () => {
    const inner = codeBlock("```\n@everyone ``x`", "").slice(4, -4);
    // Every back-tick is followed by something else, so no two stand together.
    expect(inner).not.toMatch(/`(?!\u200B)/);
    expect(inner.replaceAll("\u200B", "")).toBe("```\n@everyone ``x`");
  });
});
