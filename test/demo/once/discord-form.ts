import { until } from "../../support/until.ts";
import type { ModalView, Outcome, Values } from "../../platforms/discord/people.ts";
import { members } from "../json.ts";
import type { Card, Filled, Form } from "./seat.ts";

type Component = Readonly<Record<string, unknown>>;

/** What one person does with forms, on Discord. */
export interface Hands {
  readonly modal: () => Promise<ModalView | undefined>;
  readonly submit: (body: { modal: string; values: Values }) => Promise<Outcome>;
  readonly notes: () => Promise<readonly Card[]>;
  readonly press: (card: Card, label: string) => Promise<unknown>;
}

/** A modal, or several: between them, and after a mistake, a private note has the button that leads on. */
export function discordForm(hands: Hands): Form {
  let mend: Card | undefined;
  const submit = async (filled: Filled) => {
    const modal = await until("a form", hands.modal);
    const outcome = await hands.submit({ modal: modal.id, values: valuesFor(modal, filled) });
    if (!outcome.ok) throw new Error(`The form was refused: ${JSON.stringify(outcome)}`);
    return modal;
  };
  /** The note that comes, with a button of this label. */
  const noteWith = (label: string, before: readonly Card[]) =>
    until(`a note with ${label}`, async () =>
      (await hands.notes())
        .slice(before.length)
        .find(({ buttons }) => buttons.some((button) => button.label.startsWith(label))),
    );
  return {
    async send(filled) {
      if (mend !== undefined) await hands.press(mend, "Fix");
      for (;;) {
        const before = await hands.notes();
        const { title } = await submit(filled);
        const [, page, pages] = /\((\d+) of (\d+)\)$/.exec(title) ?? [];
        if (page === pages || mend !== undefined) return;
        await hands.press(await noteWith("Continue", before), "Continue");
      }
    },
    async sendWrong(filled) {
      const before = await hands.notes();
      await submit(filled);
      mend = await noteWith("Fix", before);
      return mend.text;
    },
  };
}

/** Those of the given fields that stand on this page. */
function valuesFor({ components }: ModalView, filled: Filled): Values {
  const labels = components.map(members).filter(({ component }) => component !== undefined);
  const entries = labels.flatMap(({ label, component }) => {
    const given = Object.entries(filled).find(([name]) => String(label).includes(name));
    const input = members(component);
    return given === undefined
      ? []
      : [[String(input["custom_id"]), chosenIn(input, given[1])] as const];
  });
  if (entries.length === 0) throw new Error("The form has none of the fields.");
  return Object.fromEntries(entries);
}

/** The value of the option with this label; the text itself where there are no options. */
function chosenIn({ options }: Component, given: string): string | readonly string[] {
  if (!Array.isArray(options)) return given;
  const option = options.map(members).find(({ label }) => label === given);
  if (option === undefined) throw new Error(`There is no option “${given}”.`);
  return [String(option["value"])];
}
