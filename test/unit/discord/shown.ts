/**
 * What a reader of Discord's Markdown sees, as far as parley's own texts need it: `\` before punctuation is
 * not shown. `marks` are the characters that still mean something, which in a neutralised text is none.
 */
export function shown(markdown: string): { readonly text: string; readonly marks: string[] } {
  const marks: string[] = [];
  const text = markdown.replace(
    /\\([^0-9A-Za-z\s])|([*_~|`[\]<@]|^[^\S\n]*(?:[#>]|[+-](?=[\s#]|$))|^[^\S\n]*\d+[.)](?=\s|$)|:(?=\S))/gm,
    (whole, escaped: string | undefined) => {
      if (escaped !== undefined) return escaped;
      marks.push(whole);
      return whole;
    },
  );
  return { text, marks };
}
