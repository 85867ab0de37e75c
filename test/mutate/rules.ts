/** A rule of the product, and one way to break it. */
export interface Rule {
  readonly name: string;
  readonly file: string;
  /** What stands in the source once, to the letter, and what stands there instead. */
  readonly find: string;
  readonly replace: string;
  /** Folders or files of tests; one of them must fail. */
  readonly tests: readonly string[];
  /** Kind of test, a project of vitest; `unit` unless said otherwise. */
  readonly project?: "unit" | "integration";
}

const of = (...names: readonly string[]) => names.map((name) => `test/unit/core/${name}.test.ts`);
const BALLOT = of("ballot", "interrupt", "decide");
const DECIDE = of("decide", "decide-asking", "eligibility");
const RESUME = of("resume", "decide");
const ANNOUNCE = of("announce");
const TOKEN = of("token");
const REDIS = ["test/integration/redis", "test/integration/flows"];
const HTTP = ["test/integration/http"];

const ballot: readonly Rule[] = [
  {
    name: "a veto counts as an acceptance",
    file: "src/core/ballot.ts",
    find: 'if (action === "accept") return "as sent";',
    replace: 'if (action === "accept" || action === "reject") return "as sent";',
    tests: BALLOT,
  },
  {
    name: "one rejection fewer decides a majority",
    file: "src/core/ballot.ts",
    find: "Math.floor(neededFor(data) / 2) + 1",
    replace: "Math.floor(neededFor(data) / 2)",
    tests: BALLOT,
  },
  {
    name: "a quorum is one short",
    file: "src/core/ballot.ts",
    find: "count >= neededFor(data)",
    replace: "count >= neededFor(data) - 1",
    tests: BALLOT,
  },
  {
    name: "one principal votes twice",
    file: "src/core/ballot.ts",
    find: "if (earlier === undefined) return [...votes, vote];",
    replace: "return [...votes, vote];",
    tests: BALLOT,
  },
  {
    name: "the order of votes is ignored",
    file: "src/core/ballot.ts",
    find: "if (comparePlaces(vote.place, earlier.place) < 0) return undefined;",
    replace: "",
    tests: BALLOT,
  },
  {
    name: "places are compared as text",
    file: "src/core/interrupt.ts",
    find: "return oneMs - otherMs || oneNumber - otherNumber;",
    replace: "return one < other ? -1 : one > other ? 1 : 0;",
    tests: BALLOT,
  },
  {
    name: "every edit is the same edit",
    file: "src/core/ballot.ts",
    find: "return digestOf((resumeValue as { readonly editedArtifactData: Json }).editedArtifactData);",
    replace: 'return "edited";',
    tests: BALLOT,
  },
  {
    name: "a refinement counts as a rejection",
    file: "src/core/ballot.ts",
    find: 'rejects: votes.filter(({ action }) => action === "reject").length,',
    replace:
      'rejects: votes.filter(({ action }) => action === "reject" || action === "refine").length,',
    tests: BALLOT,
  },
];

const deciding: readonly Rule[] = [
  {
    name: "anybody overrides",
    file: "src/core/decide.ts",
    find: "by?.override === true &&",
    replace: "",
    tests: DECIDE,
  },
  {
    name: "a gate is overridden that does not allow it",
    file: "src/core/decide.ts",
    find: "data.overrideBypassesQuorum === true;",
    replace: "true;",
    tests: DECIDE,
  },
  {
    name: "an override needs no reason",
    file: "src/core/decide.ts",
    find: "if (overrides && !hasReason(given.resumeValue)) {",
    replace: "if (overrides && false) {",
    tests: DECIDE,
  },
  {
    name: "the second decision counts, too",
    file: "src/core/decide.ts",
    find: "if (late !== undefined) return refuse(late);",
    replace: "",
    tests: DECIDE,
  },
  {
    name: "the deadline binds nobody",
    file: "src/core/decide.ts",
    find: "if (interrupt.deadlineAt !== undefined && command.at >= interrupt.deadlineAt) {",
    replace: "if (false) {",
    tests: DECIDE,
  },
  {
    name: "the last millisecond is in time",
    file: "src/core/decide.ts",
    find: "command.at >= interrupt.deadlineAt) {",
    replace: "command.at > interrupt.deadlineAt) {",
    tests: DECIDE,
  },
  {
    name: "nobody's eligibility is looked at",
    file: "src/core/decide.ts",
    find: "if (ineligible !== undefined) return refuse(ineligible);",
    replace: "",
    tests: DECIDE,
  },
  {
    name: "the scope is not looked at",
    file: "src/core/decide.ts",
    find: 'if (!by.scopes.includes(RESPOND_SCOPE)) return { code: "scope-missing", interrupt };',
    replace: "",
    tests: DECIDE,
  },
  {
    name: "a token of nobody decides what names somebody",
    file: "src/core/decide.ts",
    find: 'return isOpenToBearer(payload) ? undefined : { code: "not-eligible", interrupt };',
    replace: "return undefined;",
    tests: DECIDE,
  },
  {
    name: "people decide their own runs against the roster",
    file: "src/core/decide.ts",
    find: "if (!by.decidesOwnRuns && context.initiator === by.id)",
    replace: "if (false)",
    tests: DECIDE,
  },
  {
    name: "a press on an old card counts",
    file: "src/core/decide.ts",
    find: "if (command.shown !== undefined && !isOf(command.shown, interrupt)) {",
    replace: "if (false) {",
    tests: DECIDE,
  },
  {
    name: "a claimed name stands",
    file: "src/core/decide.ts",
    find: '...(by === "bearer" ? {} : { decidedBy: by.id }),',
    replace: "",
    tests: DECIDE,
  },
  {
    name: "a group that holds nobody admits everybody",
    file: "src/core/eligibility.ts",
    find: 'return declared.length === 0 ? [{ type: "open" }] : declared;',
    replace: 'return [...declared, { type: "open" }];',
    tests: DECIDE,
  },
  {
    name: "an action that is not allowed is taken",
    file: "src/core/resume.ts",
    find: "const action = actions.find((each) => each === given);",
    replace:
      'const action = (["accept", "reject", "refine", "edit-accept", "ask"] as const).find((each) => each === given);',
    tests: RESUME,
  },
  {
    name: "the engine's schema is not looked at",
    file: "src/core/resume.ts",
    find: "return compiled.schema.check(value);",
    replace: "return [];",
    tests: RESUME,
  },
  {
    name: "a timeout grants",
    file: "src/core/announce.ts",
    find: `? {
            action: "timeout",
            decision: "rejected",`,
    replace: `? {
            action: "accept",
            decision: "granted",`,
    tests: ANNOUNCE,
  },
  {
    name: "two sendings of one event have two ids",
    file: "src/core/announce.ts",
    find: "`${runId}\\n${ref}\\n${version}`",
    replace: "`${runId}\\n${ref}\\n${version}\\n${Math.random()}`",
    tests: ANNOUNCE,
  },
];

const tokens: readonly Rule[] = [
  {
    name: "the MAC is not compared",
    file: "src/core/token.ts",
    find: "if (!isSameMac(macOf(signed, secret), given)) return INVALID;",
    replace: "",
    tests: TOKEN,
  },
  {
    name: "the MAC does not cover the kid",
    file: "src/core/token.ts",
    find: "if (!isSameMac(macOf(signed, secret), given)) return INVALID;",
    replace:
      "if (!isSameMac(macOf(signed.slice(signed.lastIndexOf('.')), secret), given)) return INVALID;",
    tests: TOKEN,
  },
  {
    name: "a token is good one moment too long",
    file: "src/core/token.ts",
    find: "return now >= claims.expiresAt;",
    replace: "return now > claims.expiresAt;",
    tests: TOKEN,
  },
  {
    name: "a token outlives its interrupt",
    file: "src/core/token.ts",
    find: "return Math.min(minted.now + minted.ttlMs, minted.deadlineAt ?? Infinity);",
    replace: "return minted.now + minted.ttlMs;",
    tests: TOKEN,
  },
  {
    name: "a token has two spellings",
    file: "src/core/token.ts",
    find: 'return bytes.toString("base64url") === text ? bytes : undefined;',
    replace: "return bytes;",
    tests: TOKEN,
  },
  {
    name: "the legacy secret signs new tokens",
    file: "src/core/token.ts",
    find: "const secret = kid === LEGACY_KID ? undefined : secrets.held.get(kid);",
    replace: "const secret = secrets.held.get(kid);",
    tests: TOKEN,
  },
  {
    name: "an escape decodes to anything",
    file: "src/core/segment.ts",
    find: "return Buffer.from(id).equals(bytes) ? { ok: true, id } : { ok: false };",
    replace: "return { ok: true, id };",
    tests: of("segment"),
  },
  {
    name: "requests of two principals are one",
    file: "src/core/idempotency.ts",
    find: "return digestOf({ method, operation, path, principal, body });",
    replace: "return digestOf({ method, operation, path, body });",
    tests: of("idempotency"),
  },
];

const stored: readonly Rule[] = [
  {
    name: "a deadline passes a press before it, where something else was due first",
    file: "src/flows/deadlines.ts",
    find: "settle(partition, ref, upTo)",
    replace: "settle(partition, ref, now)",
    tests: ["test/integration/flows/presses.test.ts"],
    project: "integration",
  },
  {
    name: "the version is not compared",
    file: "src/redis/commit.ts",
    find: "if version ~= ARGV[1] then",
    replace: "if false then",
    tests: REDIS,
    project: "integration",
  },
  {
    name: "a press counts twice",
    file: "src/redis/commit.ts",
    find: "if answered then",
    replace: "if false then",
    tests: [...REDIS, ...HTTP],
    project: "integration",
  },
  {
    name: "a request is asked for a run that has ended",
    file: "src/redis/commit.ts",
    find: "if ended then",
    replace: "if false then",
    tests: REDIS,
    project: "integration",
  },
  {
    name: "the key of a request is not looked at",
    file: "src/flows/idempotent.ts",
    find: "if (claim.digest !== digest) return fresh(MISMATCH);",
    replace: "",
    tests: HTTP,
    project: "integration",
  },
  {
    name: "a run of another tenant is answered",
    file: "src/http/app.ts",
    find: "if (tenantOf(runId) !== tenant) {",
    replace: "if (false) {",
    tests: HTTP,
    project: "integration",
  },
  {
    name: "a token that may only look answers",
    file: "src/http/app.ts",
    find: 'if (claims.intent !== "resolve") {',
    replace: "if (false) {",
    tests: HTTP,
    project: "integration",
  },
  {
    name: "an expired token is good",
    file: "src/flows/resolving.ts",
    find: "return isExpired(claims, at) ?",
    replace: "return false ?",
    tests: HTTP,
    project: "integration",
  },
];

const CARDS = ["test/integration/flows/overtaken.test.ts", "test/integration/flows/cards.test.ts"];

/** What becomes of copies of a card. */
const copies: readonly Rule[] = [
  {
    name: "a copy is written over what somebody else wrote since",
    file: "src/redis/copies.ts",
    find: "if revision ~= tonumber(ARGV[2]) then return 0 end",
    replace: "",
    tests: CARDS,
    project: "integration",
  },
  {
    name: "a message that was posted beside another one is forgotten",
    file: "src/flows/held-copy.ts",
    find: "const all = isKnown ? others : [...others, mine];",
    replace: "const all = others;",
    tests: CARDS,
    project: "integration",
  },
  {
    name: "a card whose platform is away for long is given up",
    file: "src/flows/copy-work.ts",
    find: "if (!(error instanceof Fault)) return false;",
    replace: "if (!(error instanceof Fault) || copy.failures > 300) return true;",
    tests: CARDS,
    project: "integration",
  },
  {
    name: "a reminder that the platform put off counts as given",
    file: "src/flows/reminding.ts",
    find: "if (error.retryable && refusedForCertain(error)) {",
    replace: "if (false) {",
    tests: CARDS,
    project: "integration",
  },
  {
    name: "a reminder names people in every channel",
    file: "src/flows/reminding.ts",
    find: "return first === own ? toRemind(interrupt, address, direct) : NOBODY;",
    replace: "return toRemind(interrupt, address, direct);",
    tests: CARDS,
    project: "integration",
  },
  {
    name: "direct messages remind who has decided",
    file: "src/identity/reminding.ts",
    find: "if (owner === undefined || hasDecided(interrupt, owner)) return undefined;",
    replace: "if (owner === undefined) return undefined;",
    tests: ["test/unit/identity/reminding.test.ts"],
  },
];

const THREADS = [
  "test/integration/flows/thread-lines.test.ts",
  "test/integration/flows/conversation-threads.test.ts",
];
const TYPED = ["test/integration/slack-threads.test.ts"];

/** What is told in threads, and what is answered there. */
const threads: readonly Rule[] = [
  {
    name: "a line of a thread whose answer was lost is not looked for",
    file: "src/flows/thread-lines.ts",
    find: "if (telling?.name !== line.name) return undefined;",
    replace: "return undefined;",
    tests: THREADS,
    project: "integration",
  },
  {
    name: "a line of a thread that was said is not kept",
    file: "src/flows/thread-lines.ts",
    find: "told: [...withoutEarlierStep(toldOf(copy), line), line.name],",
    replace: "told: toldOf(copy),",
    tests: THREADS,
    project: "integration",
  },
  {
    name: "a conversation does not wait for its thread",
    file: "src/flows/conversation-thread.ts",
    find: 'return waited < WAIT_FOR_BEGINNING_MS ? "wait" : { within: null };',
    replace: "return { within: null };",
    tests: THREADS,
    project: "integration",
  },
  {
    name: "an answer in a thread goes to a question asked after it",
    file: "src/flows/thread-questions.ts",
    find: "inOrder(question.messageId, message) < 0",
    replace: "inOrder(question.messageId, message) !== 0",
    tests: THREADS,
    project: "integration",
  },
  {
    name: "an answer in a thread is acknowledged by Bolt",
    file: "adapters/slack/own-acknowledgement.ts",
    find: "return take(delivery.body, async () => {",
    replace: "await delivery.ack();\n    return take(delivery.body, async () => {",
    tests: TYPED,
    project: "integration",
  },
  {
    name: "an answer in a thread may be a stranger's",
    file: "adapters/slack/receive-reply.ts",
    find: "if (isStranger(event, team)) return undefined;",
    replace: "",
    tests: TYPED,
    project: "integration",
  },
  {
    name: "what is heard in a thread passes what was not read there",
    file: "adapters/discord/in-order.ts",
    find: " || isUnread(threadId)) return;",
    replace: ") return;",
    tests: ["test/unit/discord/typed-answers.test.ts"],
  },
];

/** What is shown to one person. */
const shown: readonly Rule[] = [
  {
    name: "a press that is delivered twice sends everything twice",
    file: "adapters/slack/send-files.ts",
    find: 'if (begun === "changed-meanwhile") return;',
    replace: "",
    tests: ["test/integration/slack-whole.test.ts"],
    project: "integration",
  },
];

export const RULES: readonly Rule[] = [
  ...ballot,
  ...deciding,
  ...tokens,
  ...stored,
  ...copies,
  ...threads,
  ...shown,
];
