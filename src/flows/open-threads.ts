import type { OpenThread, ThreadCursors } from "../core/ports/thread-cursors.ts";
import { type Interrupt, parseAddress } from "../core/interrupt.ts";
import type { Copies } from "../core/ports/copies.ts";
import type { Interrupts } from "../core/ports/interrupts.ts";
import type { Threads } from "../core/ports/threads.ts";
import type { Reference } from "../core/reference.ts";

/** Keeps cursors of the threads that are pointed from, where `isKept` says so of the platform. */
export function withCursors(
  threads: Threads,
  cursors: ThreadCursors,
  isKept: (platform: string) => boolean,
): Threads {
  return {
    ...threads,
    // The pointer first: a cursor without one would be taken for that of a thread that is over.
    async point(platform, threadId, reference) {
      await threads.point(platform, threadId, reference);
      // A thread that hangs on a message has its id, and begins after it.
      if (isKept(platform)) await cursors.begin(platform, threadId, threadId);
    },
    async ask(platform, threadId, messageId, reference) {
      await threads.ask(platform, threadId, messageId, reference);
      if (isKept(platform)) await cursors.begin(platform, threadId, messageId);
    },
  };
}

export interface OpenThreadsDeps {
  readonly threads: Threads;
  readonly cursors: ThreadCursors;
  readonly interrupts: Pick<Interrupts, "load">;
  readonly copies: Pick<Copies, "all">;
}

/**
 * The threads of a platform in which somebody may still answer. Cursors of all others are dropped on the
 * way, so that the list stays as long as the open questions are many. Throws a Fault.
 */
export async function openThreads(
  deps: OpenThreadsDeps,
  platform: string,
): Promise<readonly OpenThread[]> {
  const found: OpenThread[] = [];
  for (const [threadId, after] of await deps.cursors.all(platform)) {
    const workspace = await workspaceOf(deps, platform, threadId);
    if (workspace !== undefined) found.push({ threadId, workspace, after });
    else await drop(deps, platform, threadId, after);
  }
  return found;
}

async function drop(deps: OpenThreadsDeps, platform: string, threadId: string, after: string) {
  await deps.cursors.drop(platform, threadId);
  // Somebody may have asked something new there at that moment.
  if ((await workspaceOf(deps, platform, threadId)) !== undefined) {
    await deps.cursors.begin(platform, threadId, after);
  }
}

/** Where the thread is, if one of its questions is open. */
async function workspaceOf(
  deps: OpenThreadsDeps,
  platform: string,
  threadId: string,
): Promise<string | undefined> {
  for (const { partition, ref } of await questionsIn(deps, platform, threadId)) {
    const interrupt = await deps.interrupts.load(partition, ref);
    if (interrupt === undefined || interrupt.outcome !== undefined) continue;
    return workspaceThere(deps, interrupt, platform, threadId);
  }
  return undefined;
}

async function questionsIn(
  { threads }: OpenThreadsDeps,
  platform: string,
  threadId: string,
): Promise<readonly Reference[]> {
  const [one, asked] = await Promise.all([
    threads.find(platform, threadId),
    threads.asked(platform, threadId),
  ]);
  return [...(one === undefined ? [] : [one]), ...asked.map(({ reference }) => reference)];
}

/** The workspace of the copy that the thread belongs to; where no copy says so, that of any copy there. */
async function workspaceThere(
  { copies }: OpenThreadsDeps,
  { partition, ref, destinations }: Interrupt,
  platform: string,
  threadId: string,
): Promise<string | undefined> {
  const all = await copies.all(partition, ref);
  const [mine] = [...all].find(([, copy]) =>
    [copy.thread, copy.within, copy.message?.id].includes(threadId),
  ) ?? [undefined];
  const addresses = [mine, ...destinations].flatMap((each) => parseAddress(each ?? "") ?? []);
  return addresses.find((each) => each.platform === platform)?.workspace;
}
