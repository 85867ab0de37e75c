import type { ModalView, Outcome } from "../../platforms/slack/people.ts";
import { members } from "../json.ts";
import type { Filled, Form } from "./seat.ts";

type Block = Readonly<Record<string, unknown>>;

/** A dialog: one page, and what is wrong stands under its fields. */
export function slackForm(
  modal: ModalView,
  submit: (body: { modal: string; values: Filled }) => Promise<Outcome>,
): Form {
  const send = (filled: Filled) => submit({ modal: modal.id, values: valuesFor(modal, filled) });
  return {
    async send(filled) {
      const outcome = await send(filled);
      if (!outcome.ok) throw new Error(`The dialog was refused: ${JSON.stringify(outcome)}`);
    },
    async sendWrong(filled) {
      const { errors } = await send(filled);
      if (errors === undefined) throw new Error("The dialog was taken as it was.");
      return Object.values(errors).join("\n");
    },
  };
}

function valuesFor(modal: ModalView, filled: Filled): Filled {
  const inputs = inputsOf(modal);
  const entries = Object.entries(filled).map(([label, given]) => {
    const input = inputs.find((each) => textOf(each["label"]).includes(label));
    if (input === undefined) {
      const labels = inputs.map((each) => textOf(each["label"])).join(", ");
      throw new Error(`The dialog has no field “${label}”. It has: ${labels}.`);
    }
    return [String(input["block_id"]), chosenIn(members(input["element"]), given)] as const;
  });
  return Object.fromEntries(entries);
}

function inputsOf({ view }: ModalView): readonly Block[] {
  const blocks = ((view["blocks"] ?? []) as readonly unknown[]).map(members);
  return blocks.filter(({ type }) => type === "input");
}

/** The value of the option with this label; the text itself where there are no options. */
function chosenIn({ options }: Block, given: string): string {
  if (!Array.isArray(options)) return given;
  const option = options.map(members).find(({ text }) => textOf(text) === given);
  if (option === undefined) throw new Error(`There is no option “${given}”.`);
  return String(option["value"]);
}

const textOf = (text: unknown) => String(members(text)["text"]);
