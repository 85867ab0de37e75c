import type { Json } from "../../src/core/json.ts";
import type { Payload } from "../../src/core/payload.ts";
import type { FormPurpose, FormValues } from "../../src/presentation/form.ts";
import { formFor, readForm } from "../../src/presentation/form-filling.ts";
import { payloadOf, question } from "../unit/core/samples.ts";
import { ALL, invoice } from "./questions.ts";
import type { Exhibit, Scene } from "./scene.ts";

/** Every form, and what is said at its fields. */

type Labelled = Scene["exhibits"][number];

function form(label: string, payload: Payload, purpose: FormPurpose["type"], page = 1): Labelled {
  const made = formFor(payload, { type: purpose });
  if (made === undefined) throw new Error(`"${label}" has no form`);
  return { label, type: "form", form: made, purpose, page };
}

function wrong(
  label: string,
  payload: Payload,
  purpose: FormPurpose["type"],
  values: FormValues,
): Labelled {
  const shown = form(label, payload, purpose) as Exhibit & { readonly type: "form" };
  const read = readForm(payload, { type: purpose }, values);
  if (read === undefined || read.ok) throw new Error(`"${label}" has nothing wrong with it`);
  return { ...shown, label, problems: read.problems, typed: values };
}

const all = (more: Parameters<typeof invoice>[0] = {}) =>
  invoice({ actions: [...ALL], overrideBypassesQuorum: true, requiredApprovals: 3, ...more });

const LETTER = "Dear Ms Øberg,\n\nyour order has left our warehouse today.\n\n".repeat(60);

const decisions: Scene = {
  name: "form-decisions",
  exhibits: [
    form("reject", all(), "reject"),
    form("ask", all(), "ask"),
    form("override", all(), "override"),
    form("accept with what the schema asks", withSchema(), "accept"),
    form("edit and accept: fields", all(), "edit-accept"),
    form("send back", all(), "refine"),
  ],
};

function withSchema(): Payload {
  const properties = { costCentre: { type: "string", title: "Cost centre" } };
  const resumeSchema = { type: "object", properties, required: ["costCentre"] } as const;
  return { ...all(), resumeSchema };
}

const edits: Scene = {
  name: "form-edits",
  exhibits: [
    form(
      "edit: JSON inside",
      all({ artifactData: { total: 12.5, paid: true, lines: [{ item: "Paper", amount: 120 }] } }),
      "edit-accept",
    ),
    form("edit: a long text", all({ artifactData: LETTER }), "edit-accept"),
    form(
      "edit: short text",
      all({ artifactData: "Dear Ms Øberg,\nyour order left." }),
      "edit-accept",
    ),
    form("edit: nothing yet", all({ artifactData: undefined }), "edit-accept"),
  ],
};

const QUESTIONS: readonly { id: string; question: string; schema?: Json }[] = [
  { id: "words", question: "What should the invitation say?" },
  {
    id: "count",
    question: "How many guests?",
    schema: { type: "integer", minimum: 1, maximum: 80 },
  },
  { id: "menu", question: "Which menu?", schema: { enum: ["fish", "meat", "vegetables"] } },
  {
    id: "days",
    question: "Which days would do?",
    schema: { type: "array", items: { enum: ["Thursday", "Friday", "Saturday"] }, minItems: 1 },
  },
  { id: "music", question: "Shall there be music?", schema: { type: "boolean" } },
  { id: "mail", question: "Who confirms it?", schema: { type: "string", format: "email" } },
  { id: "date", question: "Until which day?", schema: { type: "string", format: "date" } },
  { id: "time", question: "From when?", schema: { type: "string", format: "time" } },
  { id: "site", question: "Where is the menu?", schema: { type: "string", format: "uri" } },
  { id: "more", question: "Anything else?", schema: { type: "object" } },
];

const everyType = payloadOf("clarification", { questions: QUESTIONS as Json });
const LONG_QUESTION =
  "The caterer offers three menus, and two of them have to be ordered ten days before. Given what you know of the guests, which of them should we take, and should we keep the second one in reserve?";

const answers: Scene = {
  name: "form-answers",
  exhibits: [
    form("one question", question("Which evening suits the launch dinner?"), "answer"),
    form("one long question", question(LONG_QUESTION), "answer"),
    form("every type", everyType, "answer"),
    form("every type, page 2", everyType, "answer", 2),
    form(
      "custom",
      {
        ...payloadOf("custom", { customKind: "pick-a-venue", payload: { city: "Bergen" } }),
        resumeSchema: {
          type: "object",
          title: "Venue",
          properties: {
            venue: { type: "string", description: "The name that is on the door." },
            seats: { type: "integer" },
          },
          required: ["venue"],
        },
      },
      "answer",
    ),
    form(
      "conversation",
      payloadOf("conversation.exchange", { prompt: "How many guests do you expect?" }),
      "answer",
    ),
    form(
      "low confidence with a schema",
      {
        ...payloadOf("low-confidence", { agentId: "triage-agent" }),
        resumeSchema: { enum: ["refund", "replace", "refuse"] },
      },
      "answer",
    ),
  ],
};

const errors: Scene = {
  name: "form-errors",
  exhibits: [
    wrong("ask", all(), "ask", { f0: "" }),
    wrong("override", all(), "override", { f0: " " }),
    wrong("send back: nothing said", all(), "refine", { f0: "", f1: "whole" }),
    wrong("send back: section", all(), "refine", { f0: "Shorter", f1: "whole", f2: "Budget" }),
    wrong("every type", everyType, "answer", {
      f0: "",
      f1: "many",
      f2: "",
      f3: [],
      f4: "",
      f5: "ada",
      f6: "31.03.2026",
      f7: "noon",
      f8: "menu",
      f9: "{",
    }),
  ],
};

export const FORM_SCENES: readonly Scene[] = [decisions, edits, answers, errors];
