import type { Json } from "./json.ts";
import { compileSchema, type JsonSchema } from "./json-schema.ts";
import { type ApprovalData, type Payload, payloadSchema } from "./payload.ts";
import { problemsOf } from "./problems.ts";

export type RaisedPayload =
  | { readonly ok: true; readonly payload: Payload }
  /** Each names the member and says what is wrong with it; a value is never repeated. */
  | { readonly ok: false; readonly problems: readonly string[] };

/**
 * Reads a payload as it is raised; throws a Fault when there is no time for its schemas now. What has the right shape and could never be answered is refused now, not
 * when somebody answers: a schema that nobody can be checked against, a question that shares its id.
 */
export function readPayload(value: Json, root = "payload"): RaisedPayload {
  const parsed = payloadSchema.safeParse(value);
  if (!parsed.success) return { ok: false, problems: problemsOf(parsed.error, root) };
  const ends = deadEnds(parsed.data);
  const problems = ends.length > 0 ? ends : schemaProblems(parsed.data);
  return problems.length > 0
    ? { ok: false, problems: problems.map(({ path, problem }) => `${root}.${path}: ${problem}`) }
    : { ok: true, payload: parsed.data };
}

interface Problem {
  readonly path: string;
  readonly problem: string;
}

/** Longest deadline we can hold: an instant must stay within what a JavaScript date can say. */
const MAX_TIMEOUT_MS = 100 * 365 * 24 * 60 * 60 * 1000;
/** Schemas inside of schemas, over the whole payload: each costs about a millisecond to compile. */
const MAX_PARTS = 600;
/** More than this nobody answers in one go. */
const MAX_QUESTIONS = 100;
/** More than this nobody can look through, and every name costs a look-up: a group says the same. */
const MAX_REFERENCES = 1_000;

function deadEnds({ kind, data, timeoutMs = 0 }: Payload): readonly Problem[] {
  const late: Problem[] =
    timeoutMs > MAX_TIMEOUT_MS
      ? [{ path: "timeoutMs", problem: `must be at most ${MAX_TIMEOUT_MS}` }]
      : [];
  if (kind === "approval")
    return [...late, ...Object.entries(namesIn(data)).flatMap(unusableNames)];
  if (kind !== "clarification") return late;
  if (data.questions.length > MAX_QUESTIONS) {
    const problem = `must not ask more than ${MAX_QUESTIONS} at once; ask again for the rest`;
    return [...late, { path: "data.questions", problem }];
  }
  const ids = data.questions.map(({ id }) => id);
  const twice = new Set(ids).size < ids.length;
  return twice
    ? [...late, { path: "data.questions", problem: "must not use a question id twice" }]
    : late;
}

function namesIn(data: ApprovalData): Readonly<Record<string, readonly string[] | undefined>> {
  const { approversList, approverGroupRefs, approverRoleRefs, audience = {} } = data;
  return {
    approversList,
    approverGroupRefs,
    approverRoleRefs,
    "audience.subjects": audience.subjects,
    "audience.groups": audience.groups,
    "audience.roles": audience.roles,
  };
}

/** An empty string names nobody, and might be taken for anybody. */
function unusableNames([path, names = []]: readonly [string, readonly string[] | undefined]) {
  const empty = names.flatMap((name, index) =>
    name === "" ? [{ path: `data.${path}.${index}`, problem: "must not be empty" }] : [],
  );
  if (names.length <= MAX_REFERENCES) return empty;
  const problem = `must not name more than ${MAX_REFERENCES}; name a group instead`;
  return [{ path: `data.${path}`, problem }];
}

/** Compiled one after the other, and no more than can be compiled in one go without others having to wait. */
function schemaProblems(payload: Payload): readonly Problem[] {
  const problems: Problem[] = [];
  let parts = 0;
  for (const { path, schema } of schemasOf(payload)) {
    const compiled = compileSchema(schema);
    if (compiled.ok) parts += compiled.schema.parts;
    else problems.push({ path, problem: compiled.problem });
    if (parts > MAX_PARTS) {
      const problem = `makes more than ${MAX_PARTS} schemas in all; ask for less at once`;
      return [...problems, { path, problem }];
    }
  }
  return problems;
}

interface Declared {
  readonly path: string;
  readonly schema: JsonSchema;
}

function schemasOf(payload: Payload): readonly Declared[] {
  const declared = [{ path: "resumeSchema", schema: payload.resumeSchema }, ...ofKind(payload)];
  return declared.flatMap(({ path, schema }) => (schema === undefined ? [] : [{ path, schema }]));
}

function ofKind(payload: Payload) {
  if (payload.kind === "clarification") {
    return payload.data.questions.map(({ schema }, index) => ({
      path: `data.questions.${index}.schema`,
      schema,
    }));
  }
  return payload.kind === "conversation.exchange"
    ? [{ path: "data.outcomeSchema", schema: payload.data.outcomeSchema }]
    : [];
}
