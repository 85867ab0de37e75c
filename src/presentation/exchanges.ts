import type { Exchange, Interrupt } from "../core/interrupt.ts";
import { deciderName } from "./deciders.ts";
import { cleanLine, clip } from "./text.ts";

/** As much of a question, and of an answer, as a card shows. */
const MAX_SHOWN = 300;
/** The latest ones; earlier ones are counted. */
const MOST_SHOWN = 3;

/** What was asked back and what the engine answered, oldest first; undefined when nobody asked. */
export function exchangeWords({ exchanges, outcome }: Interrupt): string | undefined {
  if (exchanges.length === 0) return undefined;
  const earlier = exchanges.length - MOST_SHOWN;
  const open = outcome === undefined ? "No answer yet." : "It was not answered.";
  const shown = exchanges.slice(-MOST_SHOWN).flatMap((exchange) => linesOf(exchange, open));
  const before = earlier === 1 ? "1 earlier question" : `${earlier} earlier questions`;
  return [...(earlier > 0 ? [before] : []), ...shown].join("\n");
}

function linesOf({ by, question, answer }: Exchange, open: string): readonly string[] {
  const asked = `${deciderName(by)} asked: “${said(question)}”`;
  return [asked, answer === undefined ? open : `Answer: “${said(answer.text)}”`];
}

const said = (text: string) => clip(cleanLine(text), MAX_SHOWN);
