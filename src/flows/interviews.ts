import type { Interrupt, PlatformName } from "../core/interrupt.ts";
import { type Interview, NO_ANSWERS } from "../core/interview.ts";
import type { Log } from "../core/log.ts";
import type { Clock } from "../core/ports/clock.ts";
import type { Copies, CopyName } from "../core/ports/copies.ts";
import type { Interrupts } from "../core/ports/interrupts.ts";
import type { Interviews } from "../core/ports/interviews.ts";
import type { Press } from "../core/press.ts";
import type { Reference } from "../core/reference.ts";
import { valuesOf } from "../presentation/interview-past.ts";
import { turnOf } from "../presentation/interview-turn.ts";
import { type InterviewForm, interviewForm, stepOf } from "../presentation/interview.ts";
import type { Heard, Said, Submission, Submitted } from "../presentation/platform.ts";
import { stepLineName } from "../presentation/thread-lines.ts";
import { refusalWords } from "../presentation/refusal-wording.ts";
import {
  NOT_ALL_ANSWERED,
  NOT_CONFIRMED_ANSWER,
  NOT_RECORDED,
  QUESTION_OVER,
} from "../presentation/wording.ts";
import type { NameOf } from "../presentation/naming.ts";
import { called, clip } from "../presentation/text.ts";
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

  /** Undefined for what could not be done in time, its wait included. Never rejects. */
  async function inTurn<T>(
    thread: string,
    withinMs: number,
    work: (leftMs: number) => Promise<T>,
  ): Promise<T | undefined> {
    const until = performance.now() + withinMs;
    const mine = (turns.get(thread) ?? Promise.resolve()).then(async () => {
      const leftMs = until - performance.now();
      // Whoever waits has been told by now, so nothing is begun any more.
      if (leftMs <= 0) return undefined;
      return inTime(options.log, work(leftMs), leftMs, "an answer in a thread");
    });
    turns.set(thread, mine);
    const done = await mine;
    if (turns.get(thread) === mine) turns.delete(thread);
    return done;
  }

  return {
    async hear(platform: PlatformName, said: Said, withinMs: number): Promise<Heard> {
      const hearing = inTurn(said.thread, withinMs, async (leftMs) =>
        hear(options, platform, said, leftMs),
      );
      return (await hearing) ?? { state: "not-confirmed", words: NOT_CONFIRMED_ANSWER };
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
      const values = valuesOf(interview);
      const left = withinMs - (performance.now() - started);
      const submission: Submission = { press, purpose: "answer", collect: () => values };
      return named(await options.submit(submission, left), form);
    },
  };
}

/** What is wrong, each with the question that it is about. */
function named(submitted: Submitted, { fields, questions }: InterviewForm): Submitted {
  if (submitted.state !== "refused") return submitted;
  const { result } = submitted;
  const lines = (result.problems ?? []).map(({ field, sentence }) => {
    const question = questions[fields.findIndex(({ id }) => id === field)];
    return question === undefined
      ? `\n${sentence}`
      : `\n${called(clip(question, 100))} ${sentence}`;
  });
  return {
    ...submitted,
    result: { ...result, words: [...result.words, ...lines], problems: undefined },
  };
}

/** An interview that goes on in a thread. */
interface There {
  readonly interrupt: Interrupt;
  readonly form: InterviewForm;
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
    const { interrupt, interview, name } = there;
    if (said.did.type === "typed" && isHeard(interview, said.did.message)) return HEARD;
    const known = await answerer(options, platform, said, interrupt, withinMs);
    if ("code" in known) return refused(refusalWords(known, options.clock(), options.nameOf));
    // An answer is kept for others to send: doubt waits.
    if (!known.certain) return refused(membershipUnknown(options, interrupt));
    const asked = { ...there, payload: interrupt.payload, isSeen: isSeen(there, said.did) };
    const next = turnOf(asked, said.did, known.by.name);
    if ("refused" in next) return refused(next.refused);
    if (await options.interviews.save(name, next.interview, there.known)) {
      options.changed(interrupt);
      return { state: "heard", words: next.words };
    }
  }
  return { state: "not-recorded", words: NOT_RECORDED };
}

const HEARD: Heard = { state: "heard", words: undefined };

const refused = (words: Words): Heard => ({ state: "refused", words });

/** Was this message taken? Platforms deliver some twice, and what was missed is read again. */
function isHeard({ heard = [] }: Interview, message: string): boolean {
  return heard.includes(message);
}

function isSeen({ line }: There, did: Said["did"]): boolean {
  return did.type !== "typed" || (line !== undefined && inOrder(line, did.message) < 0);
}

function membershipUnknown({ clock, nameOf }: InterviewsOptions, interrupt: Interrupt): Words {
  return refusalWords({ code: "membership-unknown", interrupt }, clock(), nameOf);
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
