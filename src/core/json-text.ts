/**
 * What valid JSON text says and parsing it loses. Two readers of such a text may understand two different
 * things, so that a person would approve something else than the engine goes on with: a member named
 * twice (the last one wins here, the first one elsewhere), and a number above 2^53 with more
 * digits than a double holds. Undefined for a text that every reader reads alike.
 */
export function ambiguity(text: string): string | undefined {
  const names: Set<string>[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charAt(at);
    // Lists are passed by: what stands in one has no name.
    if (mark === "{") names.push(new Set());
    else if (mark === "}") names.pop();
    else if (mark === '"') {
      const end = endOfString(text, at);
      if (isName(text, end)) {
        const name = JSON.parse(text.slice(at, end)) as string;
        const seen = names.at(-1);
        if (seen?.has(name))
          return `names ${JSON.stringify(name.slice(0, 60))} twice in one object`;
        seen?.add(name);
      }
      at = end - 1;
    } else if (mark === "-" || isDigit(mark)) {
      const number = numberAt(text, at);
      if (isInexact(number)) {
        return "contains a whole number that is too long to be exact; send it as a string";
      }
      at += number.length - 1;
    }
  }
  return undefined;
}

/** The place after the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

function isName(text: string, end: number): boolean {
  let at = end;
  while (/\s/.test(text.charAt(at))) at += 1;
  return text[at] === ":";
}

function isDigit(mark: string): boolean {
  return mark >= "0" && mark <= "9";
}

function numberAt(text: string, start: number): string {
  let end = start + 1;
  while (end < text.length && /[-+.\deE]/.test(text.charAt(end))) end += 1;
  return text.slice(start, end);
}

/**
 * Is it past where a double counts in whole steps, and written otherwise than it was sent? Decimals below
 * that are rounded by every reader, to the same number.
 */
function isInexact(number: string): boolean {
  const value = Number(number);
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return false;
  return digitsOf(number) !== digitsOf(String(value));
}

/** The digits that count, without sign, point, exponent and zeros at either end. */
function digitsOf(number: string): string {
  const [mantissa = ""] = number.toLowerCase().split("e");
  return mantissa.replace(/[-.]/g, "").replace(/^0+|0+$/g, "");
}
