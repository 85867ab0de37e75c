import type { Principal } from "../core/eligibility.ts";
import type { Interrupt, PlatformName } from "../core/interrupt.ts";
import { type Interview, NO_ANSWERS } from "../core/interview.ts";
import type { Log } from "../core/log.ts";
import type { Clock, Copies, CopyName, Interrupts, Interviews } from "../core/ports.ts";
import type { Press } from "../core/press.ts";
import type { Reference } from "../core/reference.ts";
import type { Form, FormField } from "../presentation/form.ts";
import {
  type Step,
  givenWords,
  interviewForm,
  isSkippable,
  problemOf,
  skipped,
  stepOf,
  typedGiven,
} from "../presentation/interview.ts";
import type { Heard, Said, Submission, Submitted } from "../presentation/platform.ts";
import { stepLineName } from "../presentation/thread-lines.ts";
import {
  ASKED_AGAIN,
  NOT_ALL_ANSWERED,
  NOT_RECORDED,
  QUESTION_OVER,
  refusalWords,
  SEND_OR_CHANGE,
  TOO_EARLY,
} from "../presentation/wording.ts";
import type { NameOf } from "../presentation/naming.ts";
import type { Words } from "../presentation/words.ts";
import { answererOf } from "./forms.ts";
import { inTime } from "./in-time.ts";
import type { Identify } from "./presses.ts";
import { inOrder } from "./thread-questions.ts";

export interface InterviewsOptions {
  readonly interrupts: Interrupts;
  readonly interviews: Interviews;
  readonly copies: Copies;
  readonly identify: Identify;
  /** What people are called. */
  readonly nameOf: NameOf;
  readonly submit: (submission: Submission, withinMs: number) => Promise<Submitted>;
  /** Has the thread told what follows. */
  readonly changed: (interrupt: Interrupt) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** As often as somebody else was faster. */
const MOST_TRIES = 5;
/** As much of the time as who somebody is may take. */
const IDENTIFYING_SHARE = 0.5;

/**
 * Takes answers to questions that are asked one after the other in a thread. They are kept before anybody is
 * told; the next question is a line of the thread like any other, so it is asked once, whatever crashes.
 */
export function createInterviewFlow(options: InterviewsOptions) {
  /** Of one thread one after the other, in the order in which they came. */
  const turns = new Map<string, Promise<unknown>>();

  async function inTurn<T>(thread: string, work: () => Promise<T>): Promise<T> {
    const before = turns.get(thread) ?? Promise.resolve();
    const mine = before.then(work, work);
    turns.set(thread, mine);
    try {
      return await mine;
    } finally {
      if (turns.get(thread) === mine) turns.delete(thread);
    }
  }

  return {
    async hear(platform: PlatformName, said: Said, withinMs: number): Promise<Heard> {
      const hearing = inTurn(said.thread, async () => hear(options, platform, said, withinMs));
      const what = `an answer to ${said.reference.ref}`;
      const heard = await inTime(options.log, hearing, withinMs, what);
      return heard ?? { state: "not-recorded", words: NOT_RECORDED };
    },

    /** Sends the answers of a summary as a form that was filled in. */
    async send(
      press: Omit<Press, "response">,
      thread: string,
      step: number,
      withinMs: number,
    ): Promise<Submitted> {
      const started = performance.now();
      const loading = loadThere(options, press.reference, press.platform, thread);
      const found = await inTime(options.log, loading, withinMs / 2, "answers to be sent");
      if (found === undefined) return { state: "not-recorded", words: NOT_RECORDED };
      const refused = (words: Words): Submitted => ({
        state: "refused",
        result: { ok: false, words, correctable: false },
      });
      if (found === "none") return refused(QUESTION_OVER);
      const { interview, form } = found;
      if (stepOf(form, interview).type !== "summary") return refused(NOT_ALL_ANSWERED);
      if (interview.step !== step) return refused(QUESTION_OVER);
      const values = Object.fromEntries(
        Object.entries(interview.answers).map(([id, { given }]) => [id, given]),
      );
      const left = withinMs - (performance.now() - started);
      return options.submit({ press, purpose: "answer", collect: () => values }, left);
    },
  };
}

/** An interview that goes on in a thread. */
interface There {
  readonly interrupt: Interrupt;
  readonly form: Form;
  readonly name: CopyName;
  readonly interview: Interview;
  readonly known: Interview | undefined;
  /** The line of the present question, once it was said. */
  readonly line: string | undefined;
}

async function loadThere(
  { interrupts, interviews, copies }: InterviewsOptions,
  { partition, ref }: Reference,
  platform: PlatformName,
  thread: string,
): Promise<There | "none"> {
  const interrupt = await interrupts.load(partition, ref);
  const form = interrupt && interviewForm(interrupt.payload);
  if (interrupt === undefined || form === undefined) return "none";
  const all = await copies.all(partition, ref);
  const [address, copy] = [...all].find(
    ([each, { thread: id }]) => each.startsWith(`${platform}:`) && id === thread,
  ) ?? [undefined, undefined];
  if (address === undefined) return "none";
  const name = { partition, ref, address };
  const known = await interviews.load(name);
  const interview = known ?? NO_ANSWERS;
  const isSaid = copy.told?.includes(stepLineName(interview.step)) === true;
  return { interrupt, form, name, interview, known, line: isSaid ? copy.line : undefined };
}

async function hear(
  options: InterviewsOptions,
  platform: PlatformName,
  said: Said,
  withinMs: number,
): Promise<Heard> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const there = await loadThere(options, said.reference, platform, said.thread);
    if (there === "none") return { state: "none" };
    const { interrupt, interview, name, known } = there;
    if (said.did.type === "typed" && isHeard(interview, said.did.message)) return HEARD;
    const by = await answerer(options, platform, said, interrupt, withinMs);
    if ("code" in by) return refused(refusalWords(by, options.clock(), options.nameOf));
    const next = follow(there, said, by);
    if ("refused" in next) return refused(next.refused);
    if (await options.interviews.save(name, next.interview, known)) {
      options.changed(interrupt);
      return { state: "heard", words: next.words };
    }
  }
  return { state: "not-recorded", words: NOT_RECORDED };
}

const HEARD: Heard = { state: "heard", words: undefined };

const refused = (words: Words): Heard => ({ state: "refused", words });

/** Was this message, or a later one, taken? Platforms deliver some twice. */
function isHeard({ heard }: Interview, message: string): boolean {
  return heard !== undefined && inOrder(message, heard) <= 0;
}

async function answerer(
  options: InterviewsOptions,
  platform: PlatformName,
  { account, workspace, roles }: Said,
  interrupt: Interrupt,
  withinMs: number,
) {
  const signed = roles === undefined ? undefined : { roles, at: options.clock() };
  const asked = { account, tenant: interrupt.tenant, platform, workspace, signed };
  return answererOf(options, interrupt, asked, withinMs * IDENTIFYING_SHARE);
}

type Next = { readonly interview: Interview; readonly words?: Words } | { readonly refused: Words };

/** What the interview is after that. */
function follow(there: There, { did }: Said, by: Principal): Next {
  const { interview, form } = there;
  const step = stepOf(form, interview);
  if (did.type === "typed") return typed(there, step, did, by);
  if (did.step !== interview.step) return { refused: QUESTION_OVER };
  if (did.type === "change") {
    const field = form.fields.find(({ id }) => id === did.field);
    if (field === undefined || step.type !== "summary") return { refused: QUESTION_OVER };
    const asking = { ...interview, step: interview.step + 1, changing: field.id };
    return { interview: asking, words: ASKED_AGAIN(field.label) };
  }
  if (step.type !== "question") return { refused: QUESTION_OVER };
  if (did.type === "picked") return answered(there, step.field, did.given, by);
  return isSkippable(step.field)
    ? answered(there, step.field, skipped(step.field), by)
    : { refused: QUESTION_OVER };
}

/** What somebody wrote before they could see the question is no answer to it. */
function typed(
  there: There,
  step: Step,
  { text, message }: { readonly text: string; readonly message: string },
  by: Principal,
): Next {
  if (there.line === undefined || inOrder(there.line, message) >= 0) return { refused: TOO_EARLY };
  if (step.type === "summary") return { refused: SEND_OR_CHANGE };
  const read = typedGiven(step.field, text);
  if ("sentence" in read) return { refused: [read.sentence] };
  const next = answered(there, step.field, read.given, by);
  return "refused" in next ? next : { interview: { ...next.interview, heard: message } };
}

function answered(
  { interrupt, interview }: There,
  field: FormField,
  given: string | readonly string[],
  by: Principal,
): Next {
  const problem = problemOf(interrupt.payload, field, given);
  if (problem !== undefined) return { refused: [problem] };
  const { heard, answers, step } = interview;
  return {
    interview: {
      step: step + 1,
      answers: { ...answers, [field.id]: { given, by: by.name } },
      heard,
    },
    words: [`${field.label}\n${givenWords(field, given)} · ${by.name}`],
  };
}
