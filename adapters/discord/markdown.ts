import { cleanText } from "../../src/presentation/text.ts";

/**
 * Makes text that agents and people wrote show as text, wherever Discord reads Markdown (content, an
 * embed's description and fields; not footers, labels of buttons or names of threads). A backslash before
 * a punctuation mark is not shown. The text may grow to twice its length.
 */
export function neutralise(text: string): string {
  return (
    cleanText(text)
      // Emphasis, spoilers, code, masked links; `<` and `@` begin every mention, timestamp and bare link.
      .replace(/[\\*_~|`[\]<@]/g, "\\$&")
      // Links and emoji names. A link would be honest here but not its preview, which shows foreign words.
      .replace(/:(?=\S)/g, "\\:")
      // Invitations get a preview without any scheme.
      .replace(/(discord(?:app)?)\./gi, "$1\\.")
      // Headings, quotes, small print and lists, which count only at the beginning of a line.
      .replace(/^([^\S\n]*)([#>]|[+-](?=[\s#]|$))/gm, "$1\\$2")
      .replace(/^([^\S\n]*\d+)([.)])(?=\s|$)/gm, "$1\\$2")
  );
}

/** Text that is safe to show already, with a bar beside every line, so that none passes for one of ours. */
export function quote(safe: string): string {
  return safe.replace(/^/gm, "> ");
}

/** A code block. Escapes do not work in one, so a zero-width space after each back-tick keeps it closed. */
export function codeBlock(text: string, language: string): string {
  return `\`\`\`${language}\n${cleanText(text).replaceAll("`", "`\u200B")}\n\`\`\``;
}
