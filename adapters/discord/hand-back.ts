import { characters } from "../../src/core/characters.ts";
import { MAX_EMBED_DESCRIPTION } from "./limits.ts";
import { codeBlock } from "./markdown.ts";
import type { Extra } from "./respond.ts";

/**
 * What somebody typed, handed back so that it can be copied: a form that was sent is closed and cannot be
 * opened again with its text. As a block where that changes nothing, else as a file, byte for byte.
 */
export function handBack(typed: string): Extra {
  if (typed.trim() === "") return {};
  const block = codeBlock(typed, "");
  const exact = block === `\`\`\`\n${typed}\n\`\`\``;
  if (exact && characters(block) <= MAX_EMBED_DESCRIPTION)
    return { embeds: [{ description: block }] };
  return { files: [{ name: "your-answer.txt", data: Buffer.from(typed) }] };
}
