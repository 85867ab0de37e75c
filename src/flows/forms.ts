import { ineligibility, lateRefusal } from "../core/decide.ts";
import { eligibilityOf, type Principal } from "../core/eligibility.ts";
import type { Interrupt } from "../core/interrupt.ts";
import type { Log } from "../core/log.ts";
import type { Clock } from "../core/ports/clock.ts";
import type { Interrupts } from "../core/ports/interrupts.ts";
import type { Press } from "../core/press.ts";
import type { Refusal } from "../core/refusal.ts";
import { readResume } from "../core/resume.ts";
import { type FieldProblem, fieldOfPath, formFor, readForm } from "../presentation/form-filling.ts";
import type { NameOf } from "../presentation/naming.ts";
import type { Refused, Submission, Submitted, Taken } from "../presentation/platform.ts";
import { refusalWords } from "../presentation/refusal-wording.ts";
import { FORM_GONE, FORM_INVALID, NOT_RECORDED } from "../presentation/wording.ts";
import { inTime } from "./in-time.ts";
import type { Identify } from "./presses.ts";

export interface FormsOptions {
  readonly interrupts: Interrupts;
  readonly identify: Identify;
  /** Records a press that says what the form says. */
  readonly take: (press: Press, withinMs: number) => Promise<Taken>;
  /** What people are called. */
  readonly nameOf: NameOf;
  readonly clock: Clock;
  readonly log: Log;
}

/** As much of the time as reading may take: the rest belongs to recording. */
const READING_SHARE = 0.4;

/** As much of the reading as who somebody is may take. */
export const IDENTIFYING_SHARE = 0.6;

/**
 * A form that was sent: checked against the record that made it, then recorded like any press. The record
 * may have ended meanwhile; whoever comes too late hears that, not what was wrong with a field.
 */
export function createFormFlow(options: FormsOptions) {
  return {
    async submit(submission: Submission, withinMs: number): Promise<Submitted> {
      const started = performance.now();
      const reading = read(options, submission, withinMs * READING_SHARE * IDENTIFYING_SHARE);
      const what = `a form of ${submission.press.reference.ref}`;
      const found = await inTime(options.log, reading, withinMs * READING_SHARE, what);
      if (found === undefined) return { state: "not-recorded", words: NOT_RECORDED };
      if ("ok" in found) return { state: "refused", result: found };
      return options.take(found, withinMs - (performance.now() - started));
    },
  };
}

async function read(
  options: FormsOptions,
  submission: Submission,
  identifyWithinMs: number,
): Promise<Press | Refused> {
  const { press, purpose, collect } = submission;
  const { reference, account, workspace, platform, roles } = press;
  const no = (refusal: Refusal) => refused(refusalWords(refusal, options.clock(), options.nameOf));
  const interrupt = await options.interrupts.load(reference.partition, reference.ref);
  if (interrupt === undefined) return no({ code: "unknown-interrupt" });
  const { tenant, payload } = interrupt;
  const signed = roles === undefined ? undefined : { roles, at: options.clock() };
  const asked = { account, tenant, platform, workspace, signed };
  const unable = await unableToAnswer(options, interrupt, asked, identifyWithinMs);
  if (unable !== undefined) return no(unable);
  const form = formFor(payload, { type: purpose });
  if (form === undefined) return refused(FORM_GONE);
  const filled = readForm(payload, { type: purpose }, collect(form));
  if (filled === undefined) return refused(FORM_GONE);
  if (!filled.ok) return refused(FORM_INVALID, filled.problems);
  const resume = readResume(payload, filled.value);
  if (resume.ok) return { ...press, response: { resumeValue: filled.value } };
  const first = form.fields[0]?.id ?? "";
  return refused(
    FORM_INVALID,
    resume.problems.map(({ path, rule }) => ({
      field: fieldOfPath(payload, { type: purpose }, path) ?? first,
      sentence: `This ${rule}.`,
    })),
  );
}

function refused(words: Refused["words"], problems?: readonly FieldProblem[]): Refused {
  return { ok: false, words, correctable: problems !== undefined, problems };
}

/**
 * Why this person cannot answer: said before a form is filled in, so that nobody types for nothing; the
 * decision checks again. A membership that cannot be looked up in time keeps nobody from filling in.
 */
export async function unableToAnswer(
  { identify, clock, log }: Pick<FormsOptions, "identify" | "clock" | "log">,
  interrupt: Interrupt,
  asked: Omit<Parameters<Identify>[0], "references">,
  withinMs: number,
): Promise<Refusal | undefined> {
  const answerer = await answererOf({ identify, clock, log }, interrupt, asked, withinMs);
  return "code" in answerer ? answerer : undefined;
}

/** Who would answer, or why they cannot; `certain` is false where a membership could not be looked up in time. */
export async function answererOf(
  { identify, clock, log }: Pick<FormsOptions, "identify" | "clock" | "log">,
  interrupt: Interrupt,
  asked: Omit<Parameters<Identify>[0], "references">,
  withinMs: number,
): Promise<{ readonly by: Principal; readonly certain: boolean } | Refusal> {
  const references = eligibilityOf(interrupt.payload);
  const known = await inTime(log, identify({ ...asked, references }), withinMs, "a membership");
  const by = known ?? (await identify({ ...asked, references: [] }));
  if ("code" in by) return by;
  const { deadlineAt } = interrupt;
  const isPast = deadlineAt !== undefined && clock() >= deadlineAt;
  const late = lateRefusal(interrupt, by) ?? (isPast ? { code: "expired", interrupt } : undefined);
  if (late !== undefined) return late;
  const ineligible = ineligibility(by, interrupt);
  const isInDoubt = known === undefined && ineligible?.code === "not-eligible";
  return ineligible === undefined || isInDoubt ? { by, certain: !isInDoubt } : ineligible;
}
