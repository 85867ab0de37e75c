import { answerable } from "../core/answerable.ts";
import type { Exchange, Interrupt } from "../core/interrupt.ts";
import type { Payload, Question } from "../core/payload.ts";
import { deciderName } from "./deciders.ts";
import type { Step } from "./interview.ts";
import { titleOf } from "./naming.ts";
import { cleanLine, cleanText, clip } from "./text.ts";
import { outcomeWords } from "./outcome-wording.ts";
import type { Words } from "./words.ts";

/** One line of a card's thread. Its name is unique and lasting among those of one card. */
export type ThreadLine =
  /** How to answer: each platform in its own words, since only it knows what it may read. */
  | { readonly name: typeof HOW; readonly question?: string | undefined }
  /** The next question of several, or what was answered to all; `reference` is for its buttons. */
  | { readonly name: string; readonly step: Step; readonly reference: string }
  /** Where there is more than one line, the first is ours, and what follows is what somebody wrote. */
  | { readonly name: string; readonly words: Words };

export const HOW = "how";
export const END = "end";

/** The line of one step of an interview, which no other step shares. */
export function stepLineName(step: number): string {
  return `step-${step}`;
}

export function isStepLine(name: string): boolean {
  return /^step-\d+$/.test(name);
}

/** As much of a question, and of an answer, as a thread repeats: it is the place to read them in. */
const MAX_SAID = 1_500;

/**
 * What a card's thread is to hear by now, in the order in which it happened: who asked back what, what the
 * engine answered, and how it ended. Names are made of the place in the record, so that lines that come
 * later change no earlier one. What was only told has no end that anybody waits for.
 */
export function threadLines(interrupt: Interrupt): readonly ThreadLine[] {
  const { exchanges, outcome, payload } = interrupt;
  const ways = answerable(payload);
  const invited = outcome === undefined && ways.way === "question";
  const said = exchanges.flatMap(linesOf).toSorted((one, other) => one.at - other.at);
  const ended = outcome !== undefined && outcome.kind !== "noted";
  return [
    ...(invited ? [invitation(payload, ways.question)] : []),
    ...said.map(({ name, words }) => ({ name, words })),
    ...(ended ? [{ name: END, words: outcomeWords(interrupt, outcome) }] : []),
  ];
}

function invitation(payload: Payload, { question }: Question): ThreadLine {
  return { name: HOW, question: cleanLine(question) || titleOf(payload) };
}

function linesOf({ by, question, at, answer }: Exchange, index: number) {
  const who = deciderName(by);
  const asked = {
    name: `asked-${index}`,
    words: [`${who} asked: “${clip(cleanLine(question), MAX_SAID)}”`],
    at,
  };
  if (answer === undefined) return [asked];
  const text = clip(cleanText(answer.text), MAX_SAID);
  return [
    asked,
    { name: `answered-${index}`, words: [`Answer to ${who}:\n${text}`], at: answer.at },
  ];
}
