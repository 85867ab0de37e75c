import type { Exchange, Interrupt } from "../core/interrupt.ts";
import { deciderName } from "./deciders.ts";
import { cleanLine, clip } from "./text.ts";

/** As much of a question, and of an answer, as a card shows. */
const MAX_SHOWN = 300;
/** The latest ones; earlier ones are counted. */
const MOST_SHOWN = 3;

/** What was asked back and what the engine answered, oldest first; undefined when nobody asked. */
export function exchangeWords({ exchanges }: Interrupt): string | undefined {
  if (exchanges.length === 0) return undefined;
  const earlier = exchanges.length - MOST_SHOWN;
  const shown = exchanges.slice(-MOST_SHOWN).flatMap(linesOf);
  const before = earlier === 1 ? "1 earlier question" : `${earlier} earlier questions`;
  return [...(earlier > 0 ? [before] : []), ...shown].join("\n");
}

function linesOf({ by, question, answer }: Exchange): readonly string[] {
  const asked = `${deciderName(by)} asked: “${said(question)}”`;
  return [asked, answer === undefined ? "No answer yet." : `Answer: “${said(answer.text)}”`];
}

const said = (text: string) => clip(cleanLine(text), MAX_SHOWN);
