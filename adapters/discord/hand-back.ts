import { characters } from "../../src/core/characters.ts";
import { isBlank } from "../../src/core/characters.ts";
import { MAX_EMBED_DESCRIPTION, MAX_FILES } from "./limits.ts";
import { codeBlock } from "./markdown.ts";
import type { Extra } from "./respond.ts";

/**
 * What somebody typed, handed back so that it can be copied: a form that was sent is closed and cannot be
 * opened again with its text. As a block where that changes nothing, else as a file, byte for byte; of
 * several texts each is a file.
 */
export function handBack(typed: readonly string[]): Extra {
  const texts = typed.filter((text) => !isBlank(text));
  const [first, ...others] = texts;
  if (first === undefined) return {};
  if (others.length > 0) return { files: separately(texts) };
  const block = codeBlock(first, "");
  const exact = block === `\`\`\`\n${first}\n\`\`\``;
  if (exact && characters(block) <= MAX_EMBED_DESCRIPTION)
    return { embeds: [{ description: block }] };
  return { files: [{ name: "your-answer.txt", data: Buffer.from(first) }] };
}

/** The last file holds what there are too many files for. */
function separately(texts: readonly string[]) {
  const own = texts.slice(0, MAX_FILES - 1);
  const rest = texts.slice(MAX_FILES - 1);
  const all = rest.length === 0 ? own : [...own, rest.join("\n\n")];
  return all.map((text, index) => ({
    name: `your-answer-${index + 1}.txt`,
    data: Buffer.from(text),
  }));
}
