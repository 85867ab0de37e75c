import { z } from "zod";
import { characters, isBlank } from "./characters.ts";
import type { VotingAction } from "./interrupt.ts";
import { compileSchema, type JsonSchema, type SchemaProblem, TOO_LONG } from "./json-schema.ts";
import { json } from "./json-checks.ts";
import type { Json } from "./json.ts";
import type { ApprovalData, Payload, Question } from "./payload.ts";
import { sentenceOf } from "./problems.ts";

/**
 * Reading a resume value: the JSON that somebody's answer is, by any door. It has to fit the interrupt's
 * kind and, where the engine declared one, its `resumeSchema`; what does not fit is told with the place
 * of every fault and leaves the interrupt as it is.
 */

/** One fault of a resume value. The rule never holds the value. */
export type AnswerProblem = SchemaProblem;

/** Longest text that a person gives with an action, in code points. */
export const MAX_TEXT = 10_000;
/** Longest question that is asked back, in code points, so that a record stays of a size to be read. */
export const MAX_QUESTION = 3_000;

/** What an answer means. `resumeValue` is what was given; nothing is added to it here. */
export type Response =
  | { readonly type: "vote"; readonly action: VotingAction; readonly resumeValue: JsonObject }
  | { readonly type: "ask"; readonly question: string }
  | { readonly type: "answer"; readonly resumeValue: Json };

export type ReadResume =
  | { readonly ok: true; readonly response: Response }
  /** `action`: it is the action that the interrupt does not allow. */
  | { readonly ok: false; readonly problems: readonly AnswerProblem[]; readonly action: boolean };

type JsonObject = Readonly<Record<string, Json>>;

/** Reads a resume value for an interrupt with this payload. */
export function readResume(payload: Payload, value: Json): ReadResume {
  switch (payload.kind) {
    case "approval":
      return readApproval(payload, payload.data, value);
    case "clarification":
      return readClarification(payload, payload.data.questions, value);
    case "conversation.exchange":
      return answered(value, [
        ...against(payload.data.outcomeSchema, value),
        ...against(payload.resumeSchema, value),
      ]);
    case "external-event":
    case "custom":
    case "conversation.start":
    case "conversation.close":
    case "low-confidence":
      return answered(value, against(payload.resumeSchema, value));
  }
}

function answered(value: Json, problems: readonly AnswerProblem[]): ReadResume {
  if (problems.length > 0) return { ok: false, problems, action: false };
  return { ok: true, response: { type: "answer", resumeValue: value } };
}

/** Faults of a value against a schema that was checked when it was raised; none without a schema. */
function against(schema: JsonSchema | undefined, value: Json): readonly AnswerProblem[] {
  if (schema === undefined) return [];
  const compiled = compileSchema(schema);
  // Raised by a version that allowed it; nobody can say that the value fits, so it does not.
  if (!compiled.ok) return [{ path: [], rule: "cannot be checked: the schema is not usable" }];
  return compiled.schema.check(value);
}

const text = z.string().refine((given) => characters(given) <= MAX_TEXT, {
  error: `must not be longer than ${MAX_TEXT} characters`,
});

/** How a gate is decided, as the specification's `decision` has it. */
const OUR_WORDS: ReadonlySet<unknown> = new Set(["granted", "rejected", "overridden"]);

/** ApprovalResume of the interrupt specification. Other members are tolerated and mean nothing. */
const approvalMembers = {
  decidedAt: z.iso
    .datetime({ offset: true, error: "must be a date and time like 2026-03-03T10:00:00Z" })
    .optional(),
  decidedBy: text.optional(),
  // Whoever reads the resolution takes such a member for our own word.
  decision: z
    .unknown()
    .refine((claimed) => !OUR_WORDS.has(claimed), {
      error: "must not say how the gate was decided: that is decided here; leave it out",
    })
    .optional(),
};

const refineFeedback = z.strictObject({
  scope: z.enum(["whole", "section", "items"]),
  sectionPath: text.optional(),
  itemIds: z.array(text).max(1_000).optional(),
  tags: z.array(text).max(1_000).optional(),
  text: text.optional(),
});

const question = z
  .string()
  .refine((given) => !isBlank(given), { error: "must not be empty" })
  .refine((given) => characters(given) <= MAX_QUESTION, {
    error: `must not be longer than ${MAX_QUESTION} characters`,
  });

const membersOf = {
  accept: z.object({ ...approvalMembers, feedback: text.optional() }),
  reject: z.object({ ...approvalMembers, feedback: text.optional() }),
  refine: z.object({ ...approvalMembers, refineFeedback }),
  // It may be an override, and then this is its reason.
  "edit-accept": z.object({
    ...approvalMembers,
    editedArtifactData: json,
    feedback: text.optional(),
  }),
  ask: z.object({ question }),
} as const;

function readApproval(payload: Payload, { actions }: ApprovalData, value: Json): ReadResume {
  if (!isObject(value)) {
    return { ok: false, problems: [{ path: [], rule: "must be an object" }], action: false };
  }
  const given = Object.hasOwn(value, "action") ? value["action"] : undefined;
  const action = actions.find((each) => each === given);
  if (action === undefined) {
    const rule = `must be one of ${actions.map((each) => JSON.stringify(each)).join(", ")}`;
    return { ok: false, problems: [{ path: ["action"], rule }], action: true };
  }
  const members = membersOf[action].safeParse(value);
  // A question does not leave the interrupt, so what leaves it does not bind a question.
  const problems = [
    ...(members.success ? [] : members.error.issues.map(problemOf)),
    ...(action === "ask" ? [] : against(payload.resumeSchema, value)),
  ];
  if (problems.length > 0) return { ok: false, problems, action: false };
  return action === "ask"
    ? { ok: true, response: { type: "ask", question: value["question"] as string } }
    : { ok: true, response: { type: "vote", action, resumeValue: value } };
}

function problemOf(issue: z.core.$ZodIssue): AnswerProblem {
  // zod names members by strings and places in lists by numbers; it has no symbols of ours.
  return { path: issue.path as AnswerProblem["path"], rule: sentenceOf(issue) };
}

/**
 * Answers come as `{ answers: { id: answer } }`, or as a list of `{ id, answer }` as older clients write
 * it; the engine gets the first form. Where its `resumeSchema` takes only something else that holds every
 * answer (a bare map, the list, or the one answer to the one question), that is passed on as it is.
 */
function readClarification(
  payload: Payload,
  questions: readonly Question[],
  value: Json,
): ReadResume {
  const wrapped = isObject(value) && Object.hasOwn(value, "answers") ? value["answers"] : undefined;
  const bare = wrapped === undefined && payload.resumeSchema !== undefined;
  const base = bare ? [] : ["answers"];
  const [only, ...others] = questions;
  if (bare && only !== undefined && others.length === 0 && !names(value, only.id)) {
    return answered(value, [
      ...oneAnswer(only.schema, value, []),
      ...against(payload.resumeSchema, value),
    ]);
  }
  const answers = answersIn(bare ? value : wrapped, base);
  if (answers === undefined) {
    const rule = "must be an object with an answer for each question";
    return { ok: false, problems: [{ path: base, rule }], action: false };
  }
  const problems = answerProblems(questions, answers, base);
  if (problems.length > 0) return { ok: false, problems, action: false };
  const map = { answers: Object.fromEntries(answers.map(({ id, answer }) => [id, answer])) };
  if (!bare && against(payload.resumeSchema, map).length === 0) return answered(map, []);
  return answered(value, against(payload.resumeSchema, value));
}

function names(value: Json, id: string): boolean {
  return isObject(value) && Object.hasOwn(value, id);
}

interface Answer {
  readonly id: string;
  readonly answer: Json;
  /** Where it stands in the value, for telling what is wrong with it. */
  readonly path: AnswerProblem["path"];
}

const listed = z.array(z.strictObject({ id: z.string(), answer: json }));

/** The answers in a map or a list; undefined when it is neither. */
function answersIn(
  value: Json | undefined,
  base: AnswerProblem["path"],
): readonly Answer[] | undefined {
  if (value !== undefined && isObject(value)) {
    return Object.entries(value).map(([id, answer]) => ({ id, answer, path: [...base, id] }));
  }
  const list = listed.safeParse(value);
  return list.data?.map((each, index) => ({ ...each, path: [...base, index, "answer"] }));
}

/** Every question answered once, and nothing else; each answer as its question's schema says. */
function answerProblems(
  questions: readonly Question[],
  answers: readonly Answer[],
  base: AnswerProblem["path"],
): readonly AnswerProblem[] {
  const known = new Set(questions.map(({ id }) => id));
  const others = answers.filter(({ id }) => !known.has(id));
  const problems: AnswerProblem[] = [];
  for (const each of questions) {
    problems.push(...oneQuestion(each, answers, base));
    // One that never ends is enough: a hundred questions would hold up everybody a hundred times as long.
    if (problems.some(({ rule }) => rule === TOO_LONG)) return problems;
  }
  return [
    ...problems,
    ...others.map(({ path }) => ({ path, rule: "answers no question of this interrupt" })),
  ];
}

function oneQuestion(
  { id, schema }: Question,
  answers: readonly Answer[],
  base: AnswerProblem["path"],
): readonly AnswerProblem[] {
  const [first, second] = answers.filter((each) => each.id === id);
  if (first === undefined) return [{ path: [...base, id], rule: "is missing" }];
  if (second !== undefined) return [{ path: second.path, rule: "answers a question twice" }];
  return oneAnswer(schema, first.answer, first.path);
}

/** A question without a schema is answered in words, or with any JSON that is no empty text. */
function oneAnswer(
  schema: JsonSchema | undefined,
  answer: Json,
  path: AnswerProblem["path"],
): readonly AnswerProblem[] {
  if (schema !== undefined) {
    return against(schema, answer).map((problem) => ({
      ...problem,
      path: [...path, ...problem.path],
    }));
  }
  if (typeof answer !== "string") return [];
  if (isBlank(answer)) return [{ path, rule: "must not be empty" }];
  if (characters(answer) <= MAX_TEXT) return [];
  return [{ path, rule: `must not be longer than ${MAX_TEXT} characters` }];
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
