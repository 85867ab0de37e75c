import { formatReference, parseReference, type Reference } from "../core/reference.ts";
import { OURS } from "./button-ids.ts";

/** What can be pressed below a question that is asked in a thread, and below the summary of the answers. */
export type StepAct =
  /** The value of an option; absent where the platform sends what was chosen besides. */
  | { readonly act: "pick"; readonly value?: string | undefined }
  | { readonly act: "skip" }
  /** The field to ask once more comes besides. */
  | { readonly act: "change" }
  | { readonly act: "send" };

export interface StepPress {
  readonly act: StepAct;
  readonly step: number;
  readonly reference: Reference;
}

const ACTS = ["pick", "skip", "change", "send"] as const;
const PREFIX = `${OURS}step:`;
/** Values of options are short ASCII (form.ts). */
const VALUE = /^[\w-]{0,30}$/;

/** `parley:step:pick:3:o1:<reference>`, under 100 characters; no secret, no authority. */
export function formatStep(act: StepAct, step: number, reference: string): string {
  const value = act.act === "pick" ? (act.value ?? "") : "";
  return `${PREFIX}${act.act}:${step}:${value}:${reference}`;
}

/** Undefined for what {@link formatStep} does not write. */
export function parseStep(id: string): StepPress | undefined {
  if (!id.startsWith(PREFIX)) return undefined;
  const [name, count = "", value = "", referred = "", ...more] = id.slice(PREFIX.length).split(":");
  const act = ACTS.find((each) => each === name);
  const reference = parseReference(referred);
  const isWhole = more.length === 0 && /^\d{1,6}$/.test(count) && VALUE.test(value);
  if (act === undefined || reference === undefined || !isWhole) return undefined;
  const step: StepPress = { act: { act }, step: Number(count), reference };
  const isPick = act === "pick" && value !== "";
  const read = isPick ? { ...step, act: { act, value } } : step;
  return formatStep(read.act, read.step, formatReference(reference)) === id ? read : undefined;
}
