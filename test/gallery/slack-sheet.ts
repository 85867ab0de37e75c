import { present } from "../../src/presentation/card.ts";
import { threadInvitation } from "../../src/presentation/wording.ts";
import { wholeOf } from "../../src/presentation/whole.ts";
import { renderCard, renderLine, renderNote, renderReminder } from "../../adapters/slack/render.ts";
import type { FormValues, Given } from "../../src/presentation/form.ts";
import { cardView } from "../../adapters/slack/render-card-view.ts";
import { renderForm } from "../../adapters/slack/render-form.ts";
import { renderHome, renderListing } from "../../adapters/slack/render-listing.ts";
import { filesAbove } from "../../adapters/slack/file-words.ts";
import { wordsMrkdwn } from "../../adapters/slack/words.ts";
import { noteView, wholeView } from "../../adapters/slack/render-views.ts";
import type {
  Block,
  FileView,
  MessageView,
  ModalView,
  PersonView,
} from "../platforms/slack/people.ts";
import { NOW } from "./questions.ts";
import type { Exhibit } from "./scene.ts";
import { nameOf } from "../support/names.ts";

/** What the demo's Slack panel is given to show one exhibit. */

const YOU = { id: "U0ADA", name: "Ada Lovelace" };
const APP = { id: "U0PARLEY", name: "parley", isApp: true };

export function slackView(exhibit: Exhibit): PersonView {
  const shown = shownBy(exhibit);
  const isModal = shown.modal !== undefined;
  const messages = isModal ? [] : [messageOf(shown)];
  return {
    revision: 1,
    nowMs: NOW,
    workspace: { id: "T0ACME", name: "Acme" },
    you: { ...YOU, tz: "Europe/London" },
    people: [{ ...YOU, isApp: false }, APP],
    places: [{ id: "C0FINANCE", name: "finance", kind: "channel", members: [YOU], messages }],
    modal: isModal ? modalOf(shown) : null,
    notices: [],
  };
}

interface Shown {
  readonly text?: string;
  readonly blocks: readonly unknown[];
  readonly files?: readonly FileView[];
  readonly isPrivate?: boolean;
  /** The view around the blocks, where it is a dialog. */
  readonly modal?: object;
  readonly errors?: Record<string, string>;
  readonly typed?: FormValues;
}

function shownBy(exhibit: Exhibit): Shown {
  switch (exhibit.type) {
    case "card":
      return renderCard(present(exhibit.interrupt, nameOf));
    case "read-only":
      return inModal(cardView(present(exhibit.interrupt, nameOf), exhibit.link));
    case "note": {
      const { words, offer } = exhibit;
      const form =
        offer === undefined
          ? undefined
          : ({ purpose: "override", label: offer, reference: "r" } as const);
      return { ...renderNote(words, form), isPrivate: true };
    }
    case "line":
      return renderLine(
        "words" in exhibit.line ? exhibit.line.words : [threadInvitation(undefined)],
      );
    case "reminder":
      return renderReminder({ ...exhibit.reminder, users: [YOU.id] });
    case "listing": {
      const page = { list: "mine", page: 0 } as const;
      if (exhibit.home === true) return { blocks: renderHome(exhibit.listing, page).blocks };
      return { ...renderListing(exhibit.listing), isPrivate: true };
    }
    case "form":
      return formOf(exhibit);
    case "whole": {
      const { interrupt, page = 0, words, offersFiles = words === undefined } = exhibit;
      const above = { offersFiles, ...(words === undefined ? {} : { words }) };
      return inModal(wholeView(present(interrupt, nameOf), wholeOf(interrupt), page, above));
    }
    case "files": {
      const files = wholeOf(exhibit.interrupt).map(({ name, text }) => ({
        id: name,
        name,
        size: Buffer.byteLength(text),
      }));
      const { title } = present(exhibit.interrupt, nameOf);
      return { text: wordsMrkdwn(filesAbove(title)), blocks: [], files };
    }
    case "view":
      return inModal(noteView(exhibit.title, exhibit.words));
  }
}

function formOf({ form, purpose, problems = [], typed = {} }: FormExhibit): Shown {
  const view = renderForm(form, purpose, "");
  if (view === undefined) throw new Error(`"${form.title}" is too large for Slack`);
  const errors = Object.fromEntries(problems.map(({ field, sentence }) => [field, sentence]));
  return { ...inModal(view), errors, typed };
}

type FormExhibit = Exhibit & { readonly type: "form" };

const inModal = (view: { readonly blocks: readonly unknown[] }): Shown => ({
  blocks: view.blocks,
  modal: view,
});

function messageOf({ text = "", blocks, isPrivate = false, files = [] }: Shown): MessageView {
  return {
    id: String(NOW / 1000),
    from: APP,
    atMs: NOW - 12 * 60_000,
    text,
    blocks: blocks as Block[],
    attachments: [],
    files: [...files],
    isEdited: false,
    isEphemeral: isPrivate,
    replies: [],
    state: {},
    pingsYou: false,
  };
}

function modalOf({ modal, errors = {}, typed = {} }: Shown): ModalView {
  return { id: "V0", view: modal as Block, state: stateOf(modal, typed), errors, depth: 0 };
}

/** What inputs are filled in with, as Slack keeps it: by block and element, without `initial_`. */
function stateOf(view: object | undefined, typed: FormValues): ModalView["state"] {
  const { blocks = [] } = (view ?? {}) as { blocks?: readonly InputBlock[] };
  const inputs = blocks.flatMap(({ block_id: id, element }) =>
    id === undefined || element === undefined
      ? []
      : [[id, { [id]: { ...filledIn(element), ...typedIn(element, typed[id]) } }] as const],
  );
  return Object.fromEntries(inputs);
}

interface InputBlock {
  readonly block_id?: string;
  readonly element?: Readonly<Record<string, unknown>>;
}

function typedIn({ type }: Readonly<Record<string, unknown>>, given: Given | undefined): Block {
  const isTyped = typeof given === "string" && String(type).endsWith("_input");
  return isTyped ? { value: given } : {};
}

function filledIn(element: Readonly<Record<string, unknown>>): Block {
  const initial = Object.entries(element).filter(([name]) => name.startsWith("initial_"));
  return Object.fromEntries(
    initial.map(([name, value]) => {
      const what = name.slice("initial_".length);
      return [
        what === "option" || what === "options" || what === "date" ? `selected_${what}` : what,
        value,
      ];
    }),
  );
}
