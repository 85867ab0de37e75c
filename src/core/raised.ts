import type { Json } from "./json.ts";
import { compileSchema, type JsonSchema } from "./json-schema.ts";
import { type Payload, payloadSchema } from "./payload.ts";
import { problemsOf } from "./problems.ts";

export type RaisedPayload =
  | { readonly ok: true; readonly payload: Payload }
  /** Each names the member and says what is wrong with it; a value is never repeated. */
  | { readonly ok: false; readonly problems: readonly string[] };

/**
 * Reads a payload as it is raised. Its schemas are compiled here: one that nobody could ever be checked
 * against is refused now, not when somebody answers.
 */
export function readPayload(value: Json, root = "payload"): RaisedPayload {
  const parsed = payloadSchema.safeParse(value);
  if (!parsed.success) return { ok: false, problems: problemsOf(parsed.error, root) };
  const problems = schemasOf(parsed.data).flatMap(({ path, schema }) => {
    const compiled = compileSchema(schema);
    return compiled.ok ? [] : [`${root}.${path}: ${compiled.problem}`];
  });
  return problems.length > 0 ? { ok: false, problems } : { ok: true, payload: parsed.data };
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
