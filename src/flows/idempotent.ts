import type { Answered, DoorAnswer } from "../core/door.ts";
import { statusOf } from "../core/error-codes.ts";
import { isFinalAnswer, recordName, requestDigest } from "../core/idempotency.ts";
import type { Json } from "../core/json.ts";
import type { Interrupt } from "../core/interrupt.ts";
import type { Idempotency, StoredAnswer } from "../core/ports/idempotency.ts";

/** A request to a door, as far as it makes two of them the same. */
export interface DoorRequest {
  readonly operation: "resolveInterruptByRun" | "resolveInterruptByToken";
  readonly tenant: string;
  readonly path: { readonly runId: string; readonly nodeId: string; readonly interruptId?: string };
  /** Id of the principal; undefined for a token of nobody. */
  readonly principal: string | undefined;
  readonly body: Json;
  readonly key: string | undefined;
}

/** Makes the answer part of the commit that earns it; undefined where there is no key. */
export type Recording = ((next: Interrupt, answer: DoorAnswer) => StoredAnswer) | undefined;

/** How a request was answered: by this one, by an equal one before, or without a change that could carry the answer. */
export type Done = DoorAnswer | { readonly replayed: string } | { readonly unchanged: DoorAnswer };

export type Work = (recording: Recording) => Promise<Done>;

/**
 * The same request sent twice is done once and answered the same. A claim without an answer is done again:
 * the commit then says what was decided, if it was. What is no final answer leaves the key free.
 */
export async function answerOnce(
  idempotency: Idempotency,
  partition: number,
  request: DoorRequest,
  work: Work,
): Promise<Answered> {
  const { operation, tenant, path, principal, body, key } = request;
  if (key === undefined) return fresh(await work(undefined));
  const record = recordName(tenant, operation, key);
  const digest = requestDigest({ method: "POST", operation, path: { ...path }, principal, body });
  const claim = await idempotency.claim(record, digest);
  if (claim.digest !== digest) return fresh(MISMATCH);
  const earlier = await idempotency.answered(partition, record);
  if (earlier !== undefined) {
    const replayed = replay(earlier, digest);
    // The answer knows better whose the key is than a claim that was given up and made anew.
    if (!replayed.replayed) await idempotency.release(record, claim);
    return replayed;
  }
  const write = (answer: DoorAnswer) => JSON.stringify({ digest, answer } satisfies Kept);
  const keep = async (answer: DoorAnswer): Promise<Answered> => {
    const kept = await idempotency.keep(partition, record, write(answer));
    return kept === undefined ? fresh(answer) : replay(kept, digest);
  };
  const done = await work((_, answer) => ({ record, text: write(answer) }));
  if ("replayed" in done) return replay(done.replayed, digest);
  if ("unchanged" in done) return keep(done.unchanged);
  if (done.ok) {
    // It carries its answer already. Whoever held the claim may have given it up meanwhile.
    if (claim.owner === undefined) await idempotency.claim(record, digest);
    return fresh(done);
  }
  if (!isFinalAnswer(statusOf(done.code), done.code)) {
    // An equal request may have been faster, and have been refused nothing.
    const meanwhile = await idempotency.answered(partition, record);
    if (meanwhile !== undefined) return replay(meanwhile, digest);
    await idempotency.release(record, claim);
    return fresh(done);
  }
  return keep(done);
}

interface Kept {
  readonly digest: string;
  readonly answer: DoorAnswer;
}

function replay(text: string, digest: string): Answered {
  const kept = JSON.parse(text) as Kept;
  return kept.digest === digest ? { answer: kept.answer, replayed: true } : fresh(MISMATCH);
}

function fresh(done: Done): Answered {
  if ("replayed" in done) throw new Error("a request without a key has no earlier answer");
  return { answer: "unchanged" in done ? done.unchanged : done, replayed: false };
}

const MISMATCH: DoorAnswer = {
  ok: false,
  code: "idempotency_key_mismatch",
  message: "This Idempotency-Key was used for another request. Use a new one for each request.",
};
