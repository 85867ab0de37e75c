import type { types } from "@slack/bolt";
import type { Card } from "../../src/presentation/card.ts";
import { DECIDE_ON_CARD, LOOKING, OPEN_MESSAGE } from "../../src/presentation/wording.ts";
import { type Block, plain, quiet, sections } from "./blocks.ts";
import { renderCard } from "./render.ts";

/** A card to read: everything on it but what decides, and the way to the message on which one can. */
export function cardView(card: Card, link: string | undefined): types.ModalView {
  const reading = { ...card, buttons: card.buttons.filter(({ action }) => action === "show-all") };
  return {
    type: "modal",
    // What it is and how it stands is said right below.
    title: plain(LOOKING),
    close: plain("Close"),
    blocks: [...renderCard(reading).blocks, ...wayBlocks(card, link)],
  };
}

function wayBlocks({ buttons }: Card, link: string | undefined): Block[] {
  if (link !== undefined && /^https?:\/\//.test(link)) {
    const element = { type: "link", url: link, text: OPEN_MESSAGE } as const;
    return [sections([{ type: "rich_text_section", elements: [element] }])];
  }
  return buttons.some(({ action }) => action !== "show-all") ? [quiet(DECIDE_ON_CARD)] : [];
}
