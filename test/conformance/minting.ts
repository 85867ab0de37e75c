import { DEFAULT_TOKEN_TTL_MS, mintToken, readToken, tokenExpiry } from "../../src/core/token.ts";
import { type Case, NotUnderstood, numberOf, oneOf, only, textOf, Unmet } from "./case.ts";
import { demand, demandSame } from "./comparing.ts";
import { checkAll, type Checks, REMARK } from "./expecting.ts";
import { instantOf, INTERRUPT, NODE, RUN, usualSecrets } from "./given.ts";

/** Cases about a token that is minted now. */
export async function runMinting({ given, input, expect }: Case): Promise<void> {
  only(given, ["now", "timeoutMs", "requestedAt"], "given");
  only(input, ["action"], "input");
  oneOf(input["action"], ["mint"], "input.action");
  const now = instantOf(given["now"]);
  if (now === undefined) throw new NotUnderstood("given.now is missing");
  const timeoutMs = numberOf(given["timeoutMs"] ?? 0, "given.timeoutMs");
  const requestedAt = instantOf(given["requestedAt"]) ?? now;
  const deadlineAt = timeoutMs === 0 ? undefined : requestedAt + timeoutMs;
  const expiresAt = tokenExpiry({ now, ttlMs: DEFAULT_TOKEN_TTL_MS, deadlineAt });
  const secrets = usualSecrets();
  const claims = { runId: RUN, nodeId: NODE, interruptId: INTERRUPT, expiresAt } as const;
  const token = mintToken({ ...claims, intent: "resolve" }, secrets);
  const read = readToken(token, secrets);
  if (!read.ok) throw new Unmet("the token cannot be read");
  const checks: Checks<undefined> = {
    expiresAt: (expected) => {
      demandSame(read.claims.expiresAt, Date.parse(textOf(expected, "expiresAt")), "the expiry");
    },
    startsWith: (expected) => {
      demand(token.startsWith(textOf(expected, "startsWith")), "the token begins otherwise");
    },
    neverKid: (expected) => {
      const kid = textOf(expected, "neverKid");
      demand(!token.startsWith(`ow2.hs256.${kid}.`), `the token names the kid ${kid}`);
    },
    note: REMARK,
  };
  await checkAll(expect, checks, undefined);
}
