import { characters } from "../../src/core/characters.ts";
import type { Listing, ListingLine } from "../../src/presentation/listing.ts";
import { clip } from "../../src/presentation/text.ts";
import { type MessageBody, NO_MENTIONS } from "./api-types.ts";
import { isolate } from "../../src/presentation/direction.ts";
import { MAX_EMBED_DESCRIPTION } from "./limits.ts";
import { neutralise } from "./markdown.ts";
import { renderWords } from "./words.ts";

/** Longest titles that are tried until ten lines fit. */
const TITLE_CAPS = [120, 60, 30, 10];

/** What waits for one person, for that person's eyes. */
export function renderListing(listing: Listing): MessageBody {
  const content = `**${neutralise(listing.heading)}**`;
  const lines = TITLE_CAPS.map((cap) => description(listing, cap)).find(
    (text) => characters(text) <= MAX_EMBED_DESCRIPTION,
  );
  const embeds = lines === undefined || lines === "" ? [] : [{ description: lines }];
  return { content, embeds, components: [], allowed_mentions: NO_MENTIONS };
}

function description({ lines, more }: Listing, titleCap: number): string {
  return [
    ...lines.map((line) => renderLine(line, titleCap)),
    ...(more === undefined ? [] : [`-# ${neutralise(more)}`]),
  ].join("\n\n");
}

function renderLine({ kind, title, facts, link }: ListingLine, titleCap: number): string {
  const open = link === undefined || !isPlainLink(link) ? "" : ` · [Open](${link})`;
  return `**${neutralise(kind)}** · ${isolate(neutralise(clip(title, titleCap)))}\n-# ${renderWords(facts)}${open}`;
}

/** A link that cannot end its own brackets. */
function isPlainLink(link: string): boolean {
  return /^https:\/\/[^\s()<>]+$/.test(link);
}
