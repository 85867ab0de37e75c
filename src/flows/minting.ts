import { isOpenToBearer } from "../core/eligibility.ts";
import type { Interrupt } from "../core/interrupt.ts";
import type { ReadTime } from "../core/ports/clock.ts";
import type { Interrupts } from "../core/ports/interrupts.ts";
import type { Runs } from "../core/ports/runs.ts";
import { mintToken, type TokenClaims, tokenExpiry } from "../core/token.ts";
import type { TokenSecrets } from "../core/token-secrets.ts";

export interface MintingOptions {
  readonly interrupts: Pick<Interrupts, "load">;
  readonly runs: Pick<Runs, "onNode">;
  readonly partitionOf: (runId: string) => number;
  readonly secrets: TokenSecrets;
  readonly time: ReadTime;
}

export interface WantedToken {
  readonly runId: string;
  readonly nodeId: string;
  readonly intent: TokenClaims["intent"];
  /** Id of whom it is for; undefined for whoever holds it. */
  readonly principal?: string | undefined;
  /** How long it lives at most, in milliseconds; never longer than the interrupt. */
  readonly ttlMs: number;
}

export type Minted =
  | { readonly ok: true; readonly token: string; readonly claims: TokenClaims }
  /** A sentence that says what to change. */
  | { readonly ok: false; readonly problem: string };

/** Mints a token for what waits on a node. One that could buy nothing is not minted. */
export async function mint(options: MintingOptions, wanted: WantedToken): Promise<Minted> {
  const { runId, nodeId, intent, principal, ttlMs } = wanted;
  const interrupt = await waitingOn(options, runId, nodeId);
  if (interrupt === undefined) return no("nothing waits on this node of this run");
  const { at: now } = await options.time();
  const expiresAt = tokenExpiry({ now, ttlMs, deadlineAt: interrupt.deadlineAt });
  if (expiresAt <= now) return no("the deadline of what waits there has passed");
  if (intent === "resolve" && principal === undefined && !isOpenToBearer(interrupt.payload)) {
    return no(
      "what waits there names who may decide, or needs several voices; a token for it needs --principal",
    );
  }
  const { interruptId } = interrupt;
  const claims: TokenClaims = { runId, nodeId, interruptId, expiresAt, intent, principal };
  return { ok: true, token: mintToken(claims, options.secrets), claims };
}

/** What has waited longest, as the run's own door has it. */
async function waitingOn(
  { interrupts, runs, partitionOf }: MintingOptions,
  runId: string,
  nodeId: string,
): Promise<Interrupt | undefined> {
  for (const ref of (await runs.onNode(runId, nodeId)).waiting) {
    const interrupt = await interrupts.load(partitionOf(runId), ref);
    if (interrupt !== undefined && interrupt.outcome === undefined) return interrupt;
  }
  return undefined;
}

function no(problem: string): Minted {
  return { ok: false, problem };
}
