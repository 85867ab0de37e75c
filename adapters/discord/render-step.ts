import { characters } from "../../src/core/characters.ts";
import type { FormField } from "../../src/presentation/form.ts";
import {
  LEFT_OUT,
  type QuestionStep,
  type Step,
  type SummaryStep,
} from "../../src/presentation/interview.ts";
import { formatStep, type StepAct } from "../../src/presentation/step-ids.ts";
import { called, cleanLine, clip } from "../../src/presentation/text.ts";
import { threadInvitation } from "../../src/presentation/wording.ts";
import {
  ACTION_ROW,
  type ActionRow,
  BUTTON,
  type Button,
  type MessageBody,
  type SelectMenu,
  STRING_SELECT,
  textBody,
} from "./api-types.ts";
import {
  MAX_OPTION_LABEL,
  MAX_BUTTON_LABEL,
  MAX_CONTENT,
  MAX_SELECT_OPTIONS,
  ROW_BUTTONS,
} from "./limits.ts";
import { neutralise, quote } from "./markdown.ts";

/** One step of an interview: a question with its choices, or what was answered. */
export function renderStep(
  step: Step,
  reference: string,
  mention: string | undefined,
): MessageBody {
  const content = step.type === "question" ? question(step, mention) : summary(step);
  const components =
    step.type === "question" ? choices(step, reference) : summaryRows(step, reference);
  return { ...textBody(content), components };
}

/** Marks make a text longer, up to twice: as much of it is taken as fits with them. */
function fitting(most: number, render: (length: number) => string): string {
  for (let length = most; ; length = Math.floor(length * 0.8)) {
    const rendered = render(length);
    if (characters(rendered) <= MAX_CONTENT || length === 0) return rendered;
  }
}

const MAX_QUESTION = 1500;

function question(step: QuestionStep, mention: string | undefined) {
  const { field, number, of, now } = step;
  const { hint } = field;
  const how = isChosen(field) ? howToChoose(field) : threadInvitation(mention);
  return fitting(MAX_QUESTION, (length) =>
    [
      ...(step.step === 0 ? [`-# ${introduction(of)}`] : []),
      ...(of === 1 ? [] : [`**${number} of ${of}**`]),
      quote(neutralise(clip(whatIsAsked(step), length))),
      ...(hint === undefined ? [] : [`-# ${neutralise(hint)}`]),
      ...(now === undefined ? [] : [`-# Now: ${neutralise(now)}`]),
      `-# ${how}`,
    ].join("\n"),
  );
}

/** What stands whole above a field of a form begins with the question only where that was cut. */
function whatIsAsked({ question: asked, field }: QuestionStep): string {
  const { whole } = field;
  // What no menu holds has to be read before it can be written.
  if (whole === undefined) {
    const options = isChosen(field) ? [] : optionsOf(field).map(({ label }) => label);
    return [asked, ...(options.length === 0 ? [] : ["", options.join(" · ")])].join("\n");
  }
  const isIn = cleanLine(whole).startsWith(asked.slice(0, IN_COMMON));
  return isIn ? whole : `${asked}\n\n${whole}`;
}

/** As much says that two texts begin alike. */
const IN_COMMON = 60;

function introduction(of: number): string {
  return of === 1
    ? "Answer here, or with Answer on the card."
    : `${of} questions, one after the other. Nothing is sent before you say so. All at once: Answer on the card.`;
}

function howToChoose({ type }: FormField): string {
  return type === "choices"
    ? "Choose below, or write them here with commas between."
    : "Choose below, or write it here.";
}

const optionsOf = (field: FormField) => ("options" in field ? field.options : []);

/** More options than a menu holds are written; how is then said as of any text. */
function isChosen(field: FormField): boolean {
  const count = optionsOf(field).length;
  return count > 0 && count <= MAX_SELECT_OPTIONS;
}

/** What passing over does is said on the button: nobody answers with what they did not see. */
function skipLabel(now: string | undefined, usual: string): string {
  if (now !== undefined) return `Keep: ${now}`;
  return usual === LEFT_OUT ? "Skip" : `Use: ${usual}`;
}

function choices({ field, step, now, usual }: QuestionStep, reference: string): ActionRow[] {
  const id = (act: StepAct) => formatStep(act, step, reference);
  const skip =
    usual === undefined ? [] : [row([button(skipLabel(now, usual), 2, id({ act: "skip" }))])];
  if (!isChosen(field)) return skip;
  const options = optionsOf(field);
  const isOne = field.type !== "choices";
  if (isOne && options.length <= ROW_BUTTONS) {
    // What stands already is among the buttons; a second one for it would seem to mean something else.
    const isShown = usual !== LEFT_OUT && options.some(({ label }) => label === usual);
    const styled = (label: string) => (isShown && label === usual ? 1 : 2);
    const buttons = options.map(({ value, label }) =>
      button(label, styled(label), id({ act: "pick", value })),
    );
    return [row(buttons), ...(isShown ? [] : skip)];
  }
  const { minItems = 1, maxItems = options.length } = field.type === "choices" ? field : {};
  const most = isOne ? 1 : Math.max(1, Math.min(options.length, maxItems));
  const menu: SelectMenu = {
    type: STRING_SELECT,
    custom_id: id({ act: "pick" }),
    placeholder: isOne ? "Choose one" : "Choose any",
    min_values: isOne ? 1 : Math.min(most, Math.max(1, minItems)),
    max_values: most,
    options: options.map(({ value, label, description }) => ({
      value,
      label,
      ...(description === undefined ? {} : { description }),
    })),
  };
  return [{ type: ACTION_ROW, components: [menu] }, ...skip];
}

const MAX_ANSWER = 200;

/** Who answered stands once where it was one person, and beside each answer else. */
function summary({ lines }: SummaryStep): string {
  const [first, ...others] = [...new Set(lines.map(({ by }) => by))];
  const isOne = others.length === 0;
  const name = (by: string, length: number) => neutralise(clip(by, length));
  return fitting(MAX_ANSWER, (length) => {
    const told = lines.map(({ question: asked, answer, by }, index) => {
      const line = `${neutralise(called(clip(asked, length)))} **${neutralise(clip(answer, length))}**`;
      return `${index + 1}. ${line}${isOne ? "" : ` · ${name(by, Math.min(length, 30))}`}`;
    });
    const who = isOne && first !== undefined && first !== "" ? ` by ${name(first, 80)}` : "";
    return [`**Everything is answered${who}**`, ...told, "-# Nothing is sent yet."].join("\n");
  });
}

function summaryRows({ lines, step }: SummaryStep, reference: string): ActionRow[] {
  const menu: SelectMenu = {
    type: STRING_SELECT,
    custom_id: formatStep({ act: "change" }, step, reference),
    placeholder: "Change an answer",
    min_values: 1,
    max_values: 1,
    options: lines.map(({ field, question: asked }) => ({
      value: field,
      label: clip(asked, MAX_OPTION_LABEL),
    })),
  };
  const send = button("Send answers", 3, formatStep({ act: "send" }, step, reference));
  return [row([send]), { type: ACTION_ROW, components: [menu] }];
}

function row(components: readonly Button[]): ActionRow {
  return { type: ACTION_ROW, components };
}

function button(label: string, style: Button["style"], id: string): Button {
  return { type: BUTTON, style, label: clip(label, MAX_BUTTON_LABEL), custom_id: id };
}
