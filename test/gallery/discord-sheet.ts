import { present } from "../../src/presentation/card.ts";
import { isWords } from "../../src/presentation/platform.ts";
import { threadInvitation, WHOLE_FOLLOWS } from "../../src/presentation/wording.ts";
import { wholeOf } from "../../src/presentation/whole.ts";
import { textBody } from "../../adapters/discord/api-types.ts";
import { layoutOf } from "../../adapters/discord/form-layout.ts";
import { FIX_LABEL, problemWords, tooMuchWords } from "../../adapters/discord/form-words.ts";
import { offeredButton } from "../../adapters/discord/offered-button.ts";
import { buttonRows, renderCard } from "../../adapters/discord/render.ts";
import { renderPage } from "../../adapters/discord/render-form.ts";
import { renderListing, renderReadOnly } from "../../adapters/discord/render-listing.ts";
import { renderStep } from "../../adapters/discord/render-step.ts";
import { renderReminder } from "../../adapters/discord/render-reminder.ts";
import { neutralise, quote } from "../../adapters/discord/markdown.ts";
import { renderOutcome, renderWords } from "../../adapters/discord/words.ts";
import type { MessageView, ModalView, PersonView } from "../platforms/discord/people.ts";
import type { Json } from "../platforms/discord/json.ts";
import { NOW } from "./questions.ts";
import type { Exhibit } from "./scene.ts";
import { nameOf } from "../support/names.ts";

/** What the demo's Discord panel is given to show one exhibit. */

const ME = { id: "200000000000000001", name: "Ada Lovelace" };
const BOT = { id: "900000000000000001", name: "parley", bot: true };
const PLACE = "400000000000000001";

export function discordView(exhibit: Exhibit): PersonView {
  const { body, modal = null, isPrivate = false, files = [] } = shownBy(exhibit);
  const message = body === undefined ? [] : [messageOf(body, isPrivate, files)];
  const place = {
    id: PLACE,
    name: "finance",
    kind: "channel",
    messages: isPrivate ? [] : message,
    threads: [],
  } as const;
  return {
    platform: "discord",
    revision: 1,
    me: ME,
    bot: BOT,
    people: [ME, BOT],
    roles: [],
    places: [place],
    ephemerals: isPrivate ? message : [],
    modal,
    notices: [],
    commands: [],
  };
}

interface Body {
  readonly content: string;
  readonly embeds?: readonly object[];
  readonly components?: readonly object[];
}

type File = MessageView["attachments"][number];

interface Shown {
  readonly body?: Body;
  readonly isPrivate?: boolean;
  readonly modal?: ModalView;
  readonly files?: readonly File[];
}

function shownBy(exhibit: Exhibit): Shown {
  switch (exhibit.type) {
    case "card":
      return { body: renderCard(present(exhibit.interrupt, nameOf)) };
    case "read-only":
      return {
        body: renderReadOnly(present(exhibit.interrupt, nameOf), exhibit.link),
        isPrivate: true,
      };
    case "note": {
      const { words, offer } = exhibit;
      const components = offer === undefined ? [] : buttonRows([offeredButton(offer, "parley:x")]);
      return { body: { ...textBody(renderWords(words)), components }, isPrivate: true };
    }
    case "line": {
      const { line } = exhibit;
      if ("words" in line) return { body: textBody(renderOutcome(line.words)) };
      if ("step" in line) return { body: renderStep(line.step, line.reference, undefined) };
      const how = threadInvitation(undefined);
      const asked = line.question === undefined ? "" : `${quote(neutralise(line.question))}\n`;
      return { body: textBody(asked + how) };
    }
    case "reminder":
      return { body: renderReminder({ ...exhibit.reminder, users: [ME.id] }, undefined) };
    case "listing": {
      const { listing } = exhibit;
      const body = isWords(listing) ? textBody(renderWords(listing)) : renderListing(listing);
      return { body, isPrivate: true };
    }
    case "form":
      return formOf(exhibit);
    case "whole": {
      const files = wholeOf(exhibit.interrupt).map(({ name, text }, index) => ({
        id: String(index),
        filename: name,
        size: Buffer.byteLength(text),
        url: "#",
      }));
      return { body: textBody(WHOLE_FOLLOWS), isPrivate: true, files };
    }
    case "view":
    case "files":
      throw new Error("Discord has nothing of the kind");
  }
}

/** A form with problems is, on Discord, a note that says them and leads back into it. */
function formOf({ form, page = 1, problems }: Exhibit & { readonly type: "form" }): Shown {
  const laid = layoutOf(form);
  if (!laid.ok) {
    const card = { buttons: [] } as unknown as Parameters<typeof tooMuchWords>[1];
    return { body: textBody(renderWords(tooMuchWords(laid, card, "answer"))), isPrivate: true };
  }
  if (problems !== undefined) {
    const words = problemWords(
      ["Something in the form does not fit. Nothing changed."],
      problems,
      form,
    );
    const components = buttonRows([offeredButton(FIX_LABEL, "parley:x")]);
    return { body: { ...textBody(renderWords(words)), components }, isPrivate: true };
  }
  const modal = renderPage({
    form,
    layout: laid.layout,
    place: { page, mode: "walk" },
    customId: "x",
    typed: {},
  });
  const components = modal.components as readonly Json[];
  return { modal: { id: "1", customId: "x", title: modal.title, components, errors: {} } };
}

function messageOf(body: Body, isPrivate: boolean, attachments: readonly File[]): MessageView {
  return {
    id: "1478000000000000000",
    place: PLACE,
    author: BOT,
    at: NOW - 12 * 60_000,
    kind: "message",
    content: body.content,
    embeds: (body.embeds ?? []) as readonly Json[],
    components: (body.components ?? []) as readonly Json[],
    attachments,
    edited: false,
    ephemeral: isPrivate,
    loading: false,
    mentionsMe: false,
  };
}
