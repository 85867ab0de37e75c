import type { Json } from "../core/json.ts";
import type { ApprovalData, Payload } from "../core/payload.ts";
import { MAX_QUESTION, MAX_TEXT } from "../core/resume.ts";
import { editSlots } from "./edit-form.ts";
import type { FormPurpose } from "./form.ts";
import { type FormPlan, placed } from "./form-plan.ts";
import { FIELDS, REFINE_GAP, SCOPE_CONTRADICTS } from "./form-wording.ts";
import { titleOf } from "./naming.ts";
import { MAX_MEMBERS, prettyName, requiredNames, schemaSlot } from "./schema-fields.ts";
import { readLines, readTyped } from "./schema-input.ts";
import { member, resolved, type Schema } from "./schema-shape.ts";
import { fieldTexts, type RawTexts, type Slot, slotOf } from "./slot.ts";

type ApprovalPurpose = Exclude<FormPurpose["type"], "answer">;

/**
 * The form of an action on an approval. Undefined where the engine does not allow the action, where
 * nothing is left to fill in (a closed schema without feedback), and where a schema asks for more than a
 * form can hold.
 */
export function approvalPlan(
  payload: Payload & { readonly kind: "approval" },
  purpose: ApprovalPurpose,
): FormPlan | undefined {
  const { data, resumeSchema } = payload;
  const action = purpose === "override" ? "accept" : purpose;
  if (!data.actions.includes(action)) return undefined;
  if (purpose === "override" && data.overrideBypassesQuorum !== true) return undefined;
  // A question leaves the request open, so what leaves it does not bind a question.
  const extra = purpose === "ask" ? [] : extraSlots(resumeSchema);
  if (extra.length > MAX_MEMBERS) return undefined;
  const own = ownSlots(purpose, data, resumeSchema);
  const lead = leading(purpose, own);
  const slots = [...own.slice(0, lead), ...extra, ...own.slice(lead)];
  if (slots.length === 0) return undefined;
  return {
    slots,
    base: baseOf(action, data, own),
    intro: titleOf(payload),
    ...(purpose === "refine" && { contradiction: refineContradiction, finish: withScope }),
  };
}

/** How many of the action's own fields come before the engine's: those that matter more than any other. */
function leading(purpose: ApprovalPurpose, own: readonly Slot[]): number {
  if (purpose === "edit-accept") return own.length;
  return purpose === "refine" || own[0]?.field.required === true ? 1 : 0;
}

/** The resume value before anything is filled in. */
function baseOf(action: string, { artifactData }: ApprovalData, own: readonly Slot[]): Json {
  if (action !== "edit-accept") return { action };
  if (artifactData !== undefined) return { action, editedArtifactData: artifactData };
  // Written anew, member by member: all of them may be left empty.
  return own.every(({ path }) => path.length > 1) ? { action, editedArtifactData: {} } : { action };
}

function ownSlots(
  purpose: ApprovalPurpose,
  data: ApprovalData,
  schema: Schema | undefined,
): readonly Slot[] {
  switch (purpose) {
    case "accept": {
      const { comment: one, voteComment } = FIELDS;
      const texts = (data.requiredApprovals ?? 1) > 1 ? voteComment : one;
      const comment = feedbackSlots({ ...texts, required: false }, schema);
      // There a comment of whoever may override would be the reason of an override that they did not mean.
      return data.overrideBypassesQuorum === true
        ? comment.filter(({ field }) => field.required)
        : comment;
    }
    case "override":
      return feedbackSlots({ ...FIELDS.overrideReason, required: true }, schema);
    case "reject":
      return feedbackSlots({ ...FIELDS.rejectReason, required: false }, schema);
    case "refine":
      return refineSlots();
    case "edit-accept":
      return editSlots(data.artifactData, ["editedArtifactData"], {
        schema: propertyOf(schema, "editedArtifactData"),
        root: schema,
      });
    case "ask":
      return [textSlot(["question"], { ...FIELDS.question, required: true }, MAX_QUESTION)];
  }
}

type OurTexts = Pick<RawTexts, "label" | "required"> & { readonly hint?: string };

/** A comment or a reason; as the engine's schema describes it, and not at all where that has no place for it. */
function feedbackSlots({ label, hint, required }: OurTexts, schema: Schema | undefined) {
  const root = schema === undefined ? undefined : resolved(schema, schema);
  const own = propertyOf(schema, "feedback");
  const must = required || (root !== undefined && requiredNames(root).has("feedback"));
  if (schema !== undefined && own !== undefined) {
    const place = { path: ["feedback"], label, description: hint, titled: true };
    return [schemaSlot(own, schema, place, must)];
  }
  const isClosed =
    member(root, "additionalProperties") === false &&
    member(root, "patternProperties") === undefined;
  // An override is nothing without its reason; whether the schema takes it is for the core to say.
  if (isClosed && !must) return [];
  return [textSlot(["feedback"], { label, ...(hint !== undefined && { hint }), required: must })];
}

function textSlot(
  path: readonly string[],
  { label, hint, required }: OurTexts,
  maxLength = MAX_TEXT,
): Slot {
  const field = {
    ...fieldTexts({ label, description: hint, required }),
    type: "long-text",
    maxLength,
  } as const;
  return slotOf(field, path, { convert: (given) => readTyped("long-text", given) });
}

/** RefineFeedback of the interrupt specification; its scope follows from what is named. */
function refineSlots(): readonly Slot[] {
  const at = (name: string) => ["refineFeedback", name];
  const section = {
    ...fieldTexts({
      label: FIELDS.refineSection.label,
      description: FIELDS.refineSection.hint,
      required: false,
    }),
    type: "text",
  } as const;
  return [
    textSlot(at("text"), { ...FIELDS.refineText, required: false }),
    slotOf(section, at("sectionPath"), { convert: (given) => readTyped("text", given) }),
    listSlot(at("itemIds"), "long-text", FIELDS.refineItems),
    listSlot(at("tags"), "text", FIELDS.refineTags),
  ];
}

/** Names between commas or line ends; nothing but separators leaves the member out. */
function listSlot(
  path: readonly string[],
  type: "text" | "long-text",
  { label, hint }: { readonly label: string; readonly hint: string },
): Slot {
  const field = {
    ...fieldTexts({ label, description: hint, required: false }),
    type,
    maxLength: MAX_TEXT,
  } as const;
  const slot = slotOf(field, path, {
    convert: (given) => readLines(given, /[,\r\n]/),
  });
  return {
    ...slot,
    read: (given) => {
      const read = slot.read(given);
      const isNothing = read.ok && Array.isArray(read.value) && read.value.length === 0;
      return isNothing ? { ok: true, value: undefined } : read;
    },
  };
}

/** All of it, unless a section or items are named. */
function withScope(value: Json): Json {
  const feedback = member(value, "refineFeedback");
  const scope =
    member(feedback, "sectionPath") !== undefined
      ? "section"
      : member(feedback, "itemIds") !== undefined
        ? "items"
        : "whole";
  return placed(value, ["refineFeedback", "scope"], scope);
}

/** One of two would be lost silently; and whoever gets back what says nothing could do nothing with it. */
function refineContradiction(value: Json) {
  const feedback = member(value, "refineFeedback");
  const has = (name: string) => member(feedback, name) !== undefined;
  const at = (name: string) => ["refineFeedback", name];
  if (has("sectionPath") && has("itemIds")) {
    return { path: at("itemIds"), sentence: SCOPE_CONTRADICTS };
  }
  return has("text") || has("tags") ? undefined : { path: at("text"), sentence: REFINE_GAP };
}

function propertyOf(schema: Schema | undefined, name: string): Json | undefined {
  if (schema === undefined) return undefined;
  return member(member(resolved(schema, schema), "properties"), name);
}

/** Members of ApprovalResume, which an action's own fields, the core or the clock give. */
const KNOWN = new Set([
  "action",
  "feedback",
  "refineFeedback",
  "editedArtifactData",
  "decidedAt",
  "decidedBy",
]);

/** Fields for what the engine's schema asks of every decision besides. */
function extraSlots(schema: Schema | undefined): readonly Slot[] {
  const root = schema === undefined ? undefined : resolved(schema, schema);
  if (schema === undefined || root === undefined) return [];
  return [...requiredNames(root)]
    .filter((name) => !KNOWN.has(name))
    .map((name) => {
      const place = { path: [name], label: prettyName(name), titled: true };
      return schemaSlot(propertyOf(schema, name), schema, place, true);
    });
}
