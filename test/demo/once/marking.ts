import { randomBytes } from "node:crypto";
import type { Question } from "../question.ts";
import type { Sample } from "../samples.ts";

export interface Marked {
  /** A word that stands on this one's cards and on no other's. */
  readonly mark: string;
  readonly question: Question;
  readonly agent: string;
}

/** A copy of the sample whose title begins with a word of its own, so that its cards can be told from all others. */
export function marked(sample: Sample): Marked {
  return { ...markedQuestion(sample.question), agent: sample.agent };
}

export function markedQuestion(question: Question): Marked {
  const mark = `q${randomBytes(5).toString("hex")}`;
  return { mark, question: withMark(question, mark), agent: "demo" };
}

function withMark(question: Question, mark: string): Question {
  switch (question.kind) {
    case "approval":
      return { ...question, data: { ...question.data, title: `${mark} ${question.data.title}` } };
    case "clarification": {
      const questions = question.data.questions.map((asked, at) =>
        at === 0 ? { ...asked, question: `${mark} ${asked.question}` } : asked,
      );
      return { ...question, data: { ...question.data, questions } };
    }
    case "external-event":
      return withMarkAt(question, "eventType", mark);
    case "custom":
      return withMarkAt(question, "customKind", mark);
    case "conversation.close":
      return withMarkAt(question, "conversationId", mark);
    case "conversation.start":
      return withMarkAt(question, "title", mark);
    case "conversation.exchange":
      return withMarkAt(question, "prompt", mark);
    case "low-confidence":
      return withMarkAt(question, "agentId", mark);
  }
}

type Other = Exclude<Question, { kind: "approval" | "clarification" }>;

function withMarkAt(question: Other, member: string, mark: string): Question {
  const before = question.data[member];
  const after = typeof before === "string" ? `${mark}-${before}` : mark;
  return { ...question, data: { ...question.data, [member]: after } };
}
