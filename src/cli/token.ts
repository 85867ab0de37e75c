import { text } from "node:stream/consumers";
import { parseRosterSetting, parseTokenSettings } from "../config.ts";
import { boundId, boundIdRule, nodeId as nodeIds, tenantOf } from "../core/ids.ts";
import {
  DEFAULT_TOKEN_TTL_MS,
  DEFERRED_TOKEN_TTL_MS,
  isExpired,
  readToken,
} from "../core/token.ts";
import { mint, type WantedToken } from "../flows/minting.ts";
import { partitionOf } from "../redis/keys.ts";
import { command, commands, type Misunderstood, refused } from "./command.ts";
import { EXIT } from "./exit.ts";
import { withStore } from "./store.ts";

/** `parley token`: bearer tokens that let whoever holds one answer one question. */

const MINUTE_MS = 60_000;
const LONGEST_MINUTES = DEFERRED_TOKEN_TTL_MS / MINUTE_MS;

const mintCommand = command({
  usage: [
    [
      "token mint --run RUN --node NODE [--principal P] [--inspect] [--deferred | --minutes N]",
      "make a token for what waits on a node of a run",
    ],
  ],
  about: `The token alone goes to standard output; with PARLEY_PUBLIC_URL its link, too, on standard error.
It lives ${DEFAULT_TOKEN_TTL_MS / MINUTE_MS} minutes, or three days with --deferred, and never longer than the question.
--inspect makes one that may only look. Who holds a token without --principal is nobody in particular.
`,
  options: {
    run: { type: "string" },
    node: { type: "string" },
    principal: { type: "string" },
    inspect: { type: "boolean" },
    deferred: { type: "boolean" },
    minutes: { type: "string" },
  },
  async run({ run, node, principal, inspect, deferred, minutes }, environment) {
    if (run === undefined) return { misunderstood: "--run is missing" };
    const runId = boundId.safeParse(run).data;
    if (runId === undefined) return { misunderstood: `--run ${boundIdRule(run)}` };
    if (node === undefined) return { misunderstood: "--node is missing" };
    const nodeId = nodeIds.safeParse(node).data;
    if (nodeId === undefined) return { misunderstood: "--node must be the id of a node" };
    const ttlMs = lifeOf(deferred === true, minutes);
    if (typeof ttlMs !== "number") return ttlMs;
    const intent = inspect === true ? "inspect" : "resolve";
    return mintFor({ runId, nodeId, principal, intent, ttlMs }, environment);
  },
});

function lifeOf(deferred: boolean, minutes: string | undefined): number | Misunderstood {
  if (minutes === undefined) return deferred ? DEFERRED_TOKEN_TTL_MS : DEFAULT_TOKEN_TTL_MS;
  if (deferred) return { misunderstood: "--deferred and --minutes do not go together" };
  const count = /^\d{1,4}$/.test(minutes) ? Number(minutes) : 0;
  return count >= 1 && count <= LONGEST_MINUTES
    ? count * MINUTE_MS
    : { misunderstood: `--minutes must be a whole number from 1 to ${LONGEST_MINUTES}` };
}

async function mintFor(wanted: WantedToken, environment: NodeJS.ProcessEnv): Promise<number> {
  const settings = parseTokenSettings(environment);
  if (!settings.ok) return refused(...settings.problems);
  const unknown = unknownPrincipal(wanted, environment);
  if (unknown !== undefined) return refused(...unknown);
  const { secrets, publicUrl } = settings.settings;
  return withStore(environment, async ({ interrupts, runs, clock }) => {
    const minted = await mint({ interrupts, runs, partitionOf, secrets, time: clock.read }, wanted);
    if (!minted.ok) return refused(minted.problem);
    process.stdout.write(`${minted.token}\n`);
    const until = new Date(minted.claims.expiresAt).toISOString();
    const link =
      publicUrl === undefined ? "" : ` Its link: ${publicUrl}/interrupts/${minted.token}`;
    process.stderr.write(`Whoever holds it can use it until ${until}.${link}\n`);
    return EXIT.done;
  });
}

/** A token for somebody whom the roster does not have would buy nothing. */
function unknownPrincipal(
  { runId, principal }: WantedToken,
  environment: NodeJS.ProcessEnv,
): readonly string[] | undefined {
  if (principal === undefined) return undefined;
  const parsed = parseRosterSetting(environment);
  if (!parsed.ok) return parsed.problems;
  const found = parsed.roster.principalById(tenantOf(runId), principal);
  return found === undefined
    ? [
        `the roster lists no such principal in tenant ${tenantOf(runId)}; --principal must be one's id`,
      ]
    : undefined;
}

const inspectCommand = command({
  usage: [["token inspect --token TOKEN|-", "say what a token is for, and whether it is good"]],
  about: "With - the token is read from standard input, where no history keeps it.\n",
  options: { token: { type: "string" } },
  async run({ token: given }, environment) {
    if (given === undefined) return { misunderstood: "--token is missing" };
    const settings = parseTokenSettings(environment);
    if (!settings.ok) return refused(...settings.problems);
    const token = given === "-" ? (await text(process.stdin)).trim() : given;
    const read = readToken(token, settings.settings.secrets);
    if (!read.ok) return refused("this token is not one of ours, or was changed");
    const { claims } = read;
    const shown = { ...claims, expiresAt: new Date(claims.expiresAt).toISOString() };
    process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
    return isExpired(claims, Date.now()) ? refused("this token has expired") : EXIT.done;
  },
});

export const tokenCommand = commands({ mint: mintCommand, inspect: inspectCommand });
