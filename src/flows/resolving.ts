import { lateRefusal } from "../core/decide.ts";
import type {
  Answered,
  DoorAnswer,
  Inspected,
  OpenedToken,
  RunRequest,
  TokenRequest,
} from "../core/door.ts";
import { type EligibilityReference, eligibilityOf, type Principal } from "../core/eligibility.ts";
import { tenantOf } from "../core/ids.ts";
import type { Interrupt, Via } from "../core/interrupt.ts";
import type { Json } from "../core/json.ts";
import type { ReadTime } from "../core/ports/clock.ts";
import type { Hints } from "../core/ports/hints.ts";
import type { Idempotency } from "../core/ports/idempotency.ts";
import type { LegacyTokens } from "../core/ports/legacy-tokens.ts";
import type { Runs } from "../core/ports/runs.ts";
import { PARTITION_COUNT } from "../core/reference.ts";
import type { Refusal } from "../core/refusal.ts";
import { statusAfter } from "../core/status.ts";
import { isExpired, readToken, type TokenClaims } from "../core/token.ts";
import type { TokenSecrets } from "../core/token-secrets.ts";
import { doorRefusal } from "../presentation/door-wording.ts";
import { refOfId } from "./changes.ts";
import { attempt, type DecidingOptions } from "./deciding.ts";
import { answerOnce, type DoorRequest, type Done, type Recording } from "./idempotent.ts";

export interface ResolvingOptions extends DecidingOptions {
  readonly runs: Pick<Runs, "endOf" | "onNode">;
  readonly hints: Pick<Hints, "refNamed">;
  readonly idempotency: Idempotency;
  readonly legacyTokens: LegacyTokens;
  /** Absent: no token is believed. */
  readonly tokenSecrets?: TokenSecrets | undefined;
  /** The principal of a token, with what it holds of these references now. Throws a Fault when that is not known. */
  readonly principalById: (
    tenant: string,
    id: string,
    references: readonly EligibilityReference[],
  ) => Promise<Principal | undefined>;
  /** A principal with what it holds of these references now. Throws a Fault when that is not known. */
  readonly complete: (
    principal: Principal,
    references: readonly EligibilityReference[],
  ) => Promise<Principal>;
  readonly partitionOf: (runId: string) => number;
  readonly time: ReadTime;
  readonly changed: (interrupt: Interrupt) => void;
}

/** Answers over HTTP: by run and node for callers who are known, and by token for who holds one. */
export function createResolvingFlow(options: ResolvingOptions) {
  return {
    /** Reads a token. Everything about it that cannot be believed is answered alike. */
    async openToken(token: string): Promise<OpenedToken> {
      const { tokenSecrets: secrets, legacyTokens, time } = options;
      if (secrets === undefined) return { ok: false, answer: NOT_MOUNTED };
      const read = readToken(token, secrets);
      const claims = read.ok ? read.claims : await rowOf(legacyTokens, read.row);
      if (claims === undefined) return { ok: false, answer: TOKEN_INVALID };
      const { at } = await time();
      return isExpired(claims, at) ? { ok: false, answer: TOKEN_EXPIRED } : { ok: true, claims };
    },

    /** What the token's interrupt asks, verbatim, while it is open. */
    async inspect(claims: TokenClaims): Promise<Inspected> {
      const found = await ofToken(options, claims);
      if (!found.ok) return found;
      const { interrupt } = found;
      const { payload, digest, deadlineAt } = interrupt;
      const isPast = deadlineAt !== undefined && (await options.time()).at >= deadlineAt;
      const late: Refusal | undefined = isPast ? { code: "expired", interrupt } : undefined;
      const refusal = lateRefusal(interrupt) ?? late;
      if (refusal !== undefined) return { ok: false, answer: doorRefusal(refusal) };
      return { ok: true, payload: payload as unknown as Json, digest };
    },

    async byToken({ claims, resumeValue, key, ifMatch }: TokenRequest): Promise<Answered> {
      const { runId, nodeId, interruptId, principal } = claims;
      const tenant = tenantOf(runId);
      const request: DoorRequest = {
        operation: "resolveInterruptByToken",
        tenant,
        path: { runId, nodeId, interruptId },
        principal,
        body: { resumeValue },
        key,
      };
      const partition = options.partitionOf(runId);
      return answerOnce(options.idempotency, partition, request, async (recording) => {
        const found = await ofToken(options, claims);
        if (!found.ok) return found.answer;
        return respond(options, found.interrupt, recording, {
          by: async (references) => holderOf(options, claims, references),
          via: "link",
          resumeValue,
          shown: ifMatch,
        });
      });
    },

    async byRun(asked: RunRequest): Promise<Answered> {
      const { runId, nodeId, by, tenant, resumeValue, key, ifMatch } = asked;
      const request: DoorRequest = {
        operation: "resolveInterruptByRun",
        tenant,
        path: { runId, nodeId },
        principal: by.id,
        body: { resumeValue },
        key,
      };
      const partition = options.partitionOf(runId);
      return answerOnce(options.idempotency, partition, request, async (recording) => {
        const interrupt = await onNode(options, asked);
        if (interrupt === undefined) return noneOnNode(options, runId);
        return respond(options, interrupt, recording, {
          by: async (references) => options.complete(by, references),
          via: "http",
          resumeValue,
          shown: ifMatch,
        });
      });
    },
  };
}

/** Minted for somebody who has left the roster since: that is nobody, not anybody. */
async function holderOf(
  options: ResolvingOptions,
  { runId, principal }: TokenClaims,
  references: readonly EligibilityReference[],
): Promise<Principal | "nobody" | undefined> {
  if (principal === undefined) return undefined;
  return (await options.principalById(tenantOf(runId), principal, references)) ?? "nobody";
}

interface Given {
  /** Who answers, with what they hold of what is declared; undefined is a bearer. */
  readonly by: (
    declared: readonly EligibilityReference[],
  ) => Promise<Principal | "nobody" | undefined>;
  readonly via: Via;
  readonly resumeValue: Json;
  readonly shown?: string | undefined;
}

async function respond(
  options: ResolvingOptions,
  { partition, ref }: Interrupt,
  recording: Recording,
  { by, via, resumeValue, shown }: Given,
): Promise<Done> {
  const { at, place } = await options.time();
  const attempted = await attempt(options, {
    partition,
    ref,
    command: async ({ payload }) => {
      const who = await by(eligibilityOf(payload));
      if (who === "nobody") return { code: "account-unknown", account: "" };
      return { type: "respond", resumeValue, by: who, via, shown, at, place };
    },
    answer: recording === undefined ? undefined : (next) => recording(next, accepted(next)),
  });
  switch (attempted.state) {
    case "unknown":
      return doorRefusal({ code: "unknown-interrupt" });
    case "refused":
      return doorRefusal(attempted.refusal);
    case "replayed":
      return { replayed: attempted.answer };
    case "unchanged":
      return { unchanged: accepted(attempted.interrupt) };
    case "changed":
      options.changed(attempted.next);
      return accepted(attempted.next);
  }
}

function accepted(next: Interrupt): DoorAnswer {
  const { runId, nodeId } = next;
  return { ok: true, body: { runId, nodeId, status: statusAfter(next) } };
}

/**
 * What is meant on a node: the one that the caller saw, whether it waits or not; else the one that has
 * waited longest; else the one that was asked last, which says how it ended.
 */
async function onNode(
  options: ResolvingOptions,
  { runId, nodeId, ifMatch }: RunRequest,
): Promise<Interrupt | undefined> {
  const partition = options.partitionOf(runId);
  const { waiting, ended } = await options.runs.onNode(runId, nodeId);
  const all = ended === undefined ? waiting : [...waiting, ended];
  const meant = ifMatch === undefined ? all.slice(0, 1) : all;
  const loaded = await Promise.all(meant.map((ref) => options.interrupts.load(partition, ref)));
  const known = loaded.filter((each) => each !== undefined);
  return known.find(({ digest }) => digest === ifMatch) ?? known[0];
}

async function noneOnNode({ runs }: ResolvingOptions, runId: string): Promise<DoorAnswer> {
  return (await runs.endOf(runId)) === undefined ? NOTHING_ASKED : RUN_ENDED;
}

type OfToken =
  | { readonly ok: true; readonly interrupt: Interrupt }
  | { readonly ok: false; readonly answer: DoorAnswer };

/** The interrupt of a token, if its run, node and interrupt belong together. */
async function ofToken(options: ResolvingOptions, claims: TokenClaims): Promise<OfToken> {
  const { runId, nodeId, interruptId } = claims;
  const ref = await refOfId(options, runId, interruptId);
  const partition = options.partitionOf(runId);
  const interrupt = await options.interrupts.load(partition, ref);
  // An engine's name may have come after the token was minted; our own stays good.
  if (interrupt?.runId === runId && interrupt.nodeId === nodeId) return { ok: true, interrupt };
  const isAnywhere = interrupt !== undefined || (await isElsewhere(options, partition, ref));
  return { ok: false, answer: isAnywhere ? TOKEN_INVALID : UNKNOWN };
}

/**
 * Is it an interrupt of a run in another partition? A token that names such a pair is answered as one that
 * does not belong together, wherever its halves happen to be kept.
 */
async function isElsewhere(
  { interrupts }: ResolvingOptions,
  partition: number,
  ref: string,
): Promise<boolean> {
  const others = Array.from({ length: PARTITION_COUNT }, (_, index) => index).filter(
    (index) => index !== partition,
  );
  const found = await Promise.all(others.map(async (index) => interrupts.load(index, ref)));
  return found.some((each) => each !== undefined);
}

async function rowOf(
  legacyTokens: LegacyTokens,
  digest: string | undefined,
): Promise<TokenClaims | undefined> {
  return digest === undefined ? undefined : legacyTokens.find(digest);
}

const UNKNOWN: DoorAnswer = doorRefusal({ code: "unknown-interrupt" });

const NOT_MOUNTED: DoorAnswer = {
  ok: false,
  code: "not_found",
  message: "Tokens are not in use here: PARLEY_TOKEN_SECRETS is not set.",
};

const TOKEN_INVALID: DoorAnswer = {
  ok: false,
  code: "interrupt_token_invalid",
  message: "The token cannot be believed. Ask for a new one.",
};

const TOKEN_EXPIRED: DoorAnswer = {
  ok: false,
  code: "interrupt_expired",
  message: "The token has expired. Ask for a new one.",
};

const NOTHING_ASKED: DoorAnswer = {
  ok: false,
  code: "not_found",
  message: "This node of this run has asked nothing here.",
};

const RUN_ENDED: DoorAnswer = {
  ok: false,
  code: "interrupt_already_resolved",
  message: "The run has ended, and its interrupts with it.",
};
