import { answerable } from "../core/answerable.ts";
import { Fault } from "../core/fault.ts";
import type { Interrupt } from "../core/interrupt.ts";
import type { Log } from "../core/log.ts";
import type { Clock } from "../core/ports/clock.ts";
import type { Copy, CopyName } from "../core/ports/copies.ts";
import type { Threads } from "../core/ports/threads.ts";
import { referenceTo } from "../core/reference.ts";
import type { CardThreads, PostedMessage } from "../presentation/platform.ts";
import {
  END,
  HOW,
  isStepLine,
  type ThreadLine,
  threadLines,
} from "../presentation/thread-lines.ts";
import {
  addressOf,
  looking,
  nonceOfLine,
  noteFailure,
  placeOf,
  refusedForCertain,
  type Target,
} from "./copy.ts";
import { stepLine, wordsInPlace } from "./interview-lines.ts";

export interface ThreadOptions {
  readonly threads: Threads;
  readonly clock: Clock;
  readonly log: Log;
}

/** The thread was put away: kept among the lines, since it happens once like them, and after them. */
const CLOSED = "closed";

/**
 * Says in a copy's thread what it has not heard yet, each line once. The copy names what was told, and the
 * line that is being told is written down before it is said: who is not sure whether it was said (a crash,
 * an answer that was lost) looks for it first. So a line is neither lost nor doubled; one that the platform
 * refuses for good (a thread that was locked or deleted) counts as told, since the card says it as well.
 *
 * An outcome alone opens no thread: a thread for one line would be noise. It is said where a thread is
 * there anyway, on Slack below every message.
 */
export async function tellThread(
  options: ThreadOptions,
  target: Target,
  shown: Copy,
  message: PostedMessage,
): Promise<Copy> {
  const { threads } = target.cards;
  if (threads === undefined || shown.threadless === true) return shown;
  const due = linesDue(target, shown);
  const isQuiet = due.length === 0 && !isUnheardTurn(target.interrupt, shown);
  if (isQuiet && !isToClose(target.interrupt, shown)) return shown;
  let copy = await withThread(options, target, shown, message, due);
  const { thread } = copy;
  if (thread === undefined) return copy;
  for (const line of due) {
    await closeStep(options, target, { copy, threads, thread });
    copy = await tell(options, target, { copy, threads, thread, line });
  }
  return isToClose(target.interrupt, copy)
    ? closed(options, target, { copy, threads, thread })
    : copy;
}

/**
 * What is told before a copy is posted stands on the card itself: names of it, for a copy that is about to
 * be posted.
 */
export function toldBefore(interrupt: Interrupt): readonly string[] {
  return threadLines(interrupt)
    .map(({ name }) => name)
    .filter((name) => name !== HOW && name !== END);
}

function linesDue(target: Target, copy: Copy): readonly ThreadLine[] {
  const { name, interrupt } = target;
  const told = new Set(toldOf(copy));
  const step = stepLine(target);
  return [...threadLines(interrupt), ...(step === undefined ? [] : [step])]
    .filter((line) => !told.has(line.name) && (line.name !== HOW || isTyped(interrupt, name, copy)))
    .map((line) => (line.name === HOW && isWithin(copy) ? { name: HOW } : line));
}

/** Copies of earlier versions kept less. */
function toldOf({ told, thread, threadEnded }: Copy): readonly string[] {
  if (told !== undefined) return told;
  return [...(thread === undefined ? [] : [HOW]), ...(threadEnded === true ? [END] : [])];
}

const isWithin = ({ within }: Copy): boolean => typeof within === "string";

/**
 * Are answers typed below this copy? In a thread that people began themselves they are not, since whatever
 * is said there would be taken for one.
 */
function isTyped({ payload }: Interrupt, name: CopyName, copy: Copy): boolean {
  const own = addressOf(name).thread === undefined || isWithin(copy);
  return own && answerable(payload).way === "question";
}

/** A turn of a conversation hears what is typed in its thread, if only to say that a form answers it. */
function isTurn({ payload }: Interrupt, copy: Copy): boolean {
  return payload.kind === "conversation.exchange" && isWithin(copy);
}

function isUnheardTurn(interrupt: Interrupt, copy: Copy): boolean {
  return copy.thread === undefined && interrupt.outcome === undefined && isTurn(interrupt, copy);
}

/** Knows and points at the thread, and opens it where something is due that is worth a thread. */
async function withThread(
  options: ThreadOptions,
  { name, cards, interrupt, card, asked, save }: Target,
  copy: Copy,
  message: PostedMessage,
  due: readonly ThreadLine[],
): Promise<Copy> {
  const { threads } = cards;
  if (threads === undefined || copy.thread !== undefined) return copy;
  const place = placeOf(name, copy);
  const isThere = threads.always || place.thread !== undefined;
  if (!isThere && due.every((line) => line.name === END)) return copy;
  const thread = await threads.idOf(place, message);
  if (thread === undefined) return { ...copy, threadless: true };
  // The pointer first: who sees the thread may answer in it.
  const isHeard = isTyped(interrupt, name, copy) || isTurn(interrupt, copy);
  if (isHeard || asked !== undefined) {
    const reference = referenceTo(interrupt);
    await (isWithin(copy)
      ? options.threads.ask(place.platform, thread, message.id, reference)
      : options.threads.point(place.platform, thread, reference));
  }
  try {
    if (place.thread === undefined) await threads.open(place, message, card);
  } catch (error) {
    if (!isForGood(error)) throw error;
    noteFailure(options.log, name, error);
    return { ...copy, threadless: true };
  }
  const known: Copy = { ...copy, thread, told: toldOf(copy) };
  await save(known);
  return known;
}

interface There {
  readonly copy: Copy;
  readonly threads: CardThreads;
  readonly thread: string;
}

type Telling = There & { readonly line: ThreadLine };

/** Looks for the line if an earlier try may have said it, then says it. */
async function tell(options: ThreadOptions, target: Target, telling: Telling): Promise<Copy> {
  const { copy, line } = telling;
  const { name, save } = target;
  const heard = (id: string | undefined): Copy => ({
    ...copy,
    told: [...withoutEarlierStep(toldOf(copy), line), line.name],
    telling: undefined,
    // What nobody could see is answered by nobody.
    line: id ?? (isStepLine(line.name) ? undefined : copy.line),
  });
  try {
    const found = await saidBefore(target, telling);
    return await kept(save, heard(found ?? (await say(options, target, telling))));
  } catch (error) {
    if (!isForGood(error)) throw error;
    noteFailure(options.log, name, error);
    return kept(save, heard(undefined));
  }
}

/** Takes the buttons from the question that was asked last, before anything is said after it. */
async function closeStep(options: ThreadOptions, target: Target, there: There): Promise<void> {
  const { copy, threads, thread } = there;
  const words = wordsInPlace(target, copy);
  if (copy.line === undefined || words === undefined) return;
  try {
    await threads.rewrite?.(thread, copy.line, words);
  } catch (error) {
    if (!isForGood(error)) throw error;
    noteFailure(options.log, target.name, error);
  }
}

/** One step of an interview is said; those before it need no memory. */
function withoutEarlierStep(told: readonly string[], { name }: ThreadLine): readonly string[] {
  return isStepLine(name) ? told.filter((each) => !isStepLine(each)) : told;
}

async function saidBefore(
  { name, save }: Target,
  { copy, threads, thread, line }: Telling,
): Promise<string | undefined> {
  const { telling } = copy;
  if (telling?.name !== line.name) return undefined;
  const tried = { nonce: nonceOfLine(name, copy, line.name), since: telling.at, after: copy.line };
  return looking(async (progress) => threads.find(thread, line, { ...tried, progress }), {
    from: telling.looked,
    reached: async (looked) => save({ ...copy, telling: { ...telling, looked }, failures: 0 }),
  });
}

async function say(
  { clock }: ThreadOptions,
  { name, save }: Target,
  { copy, threads, thread, line }: Telling,
): Promise<string> {
  await save({ ...copy, telling: { name: line.name, at: clock() } });
  try {
    return await threads.say(thread, line, nonceOfLine(name, copy, line.name));
  } catch (error) {
    // What was refused was not said: there will be nothing to look for.
    if (error instanceof Fault && refusedForCertain(error)) {
      await save({ ...copy, telling: undefined });
    }
    throw error;
  }
}

async function kept(save: Target["save"], copy: Copy): Promise<Copy> {
  await save(copy);
  return copy;
}

/** The thread of a conversation is put away once its last card, which stands in it, has been told. */
function isToClose({ payload, outcome }: Interrupt, copy: Copy): boolean {
  const isLast = payload.kind === "conversation.close" && outcome !== undefined;
  return isLast && isWithin(copy) && !toldOf(copy).includes(CLOSED);
}

async function closed(
  options: ThreadOptions,
  { name, save }: Target,
  { copy, threads, thread }: There,
): Promise<Copy> {
  try {
    await threads.close?.(thread);
  } catch (error) {
    if (!isForGood(error)) throw error;
    noteFailure(options.log, name, error);
  }
  return kept(save, { ...copy, told: [...toldOf(copy), CLOSED] });
}

/** A second try would be refused as well. */
function isForGood(error: unknown): boolean {
  return error instanceof Fault && !error.retryable;
}
