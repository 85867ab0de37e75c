import { longDiff } from "../long-diff.ts";
import { ADA } from "../world.ts";
import { Unexpected } from "./expectation.ts";
import { approval } from "./questions.ts";
import type { Case } from "./runner.ts";
import type { Seat } from "./seat.ts";
import { ask, cardOf, seatsOf, type Stage } from "./stage.ts";

/** Many pages of it, with every kind of character that a platform might change on the way. */
const ARTIFACT = [
  ...Array.from({ length: 12 }, longDiff),
  "&amp; <@U0ADA> `code` *bold* :smile: \u00e4\u{1f600}\ttab  two spaces",
  "",
  "the last line",
].join("\n");

/** What does not fit on a card is there to the letter for whoever opens it. */
export function showAllCases(stage: Stage): readonly Case[] {
  return seatsOf(stage).map((seat) => ({
    name: `${seat.platform} Show all has the whole of a long artifact`,
    run: () => showAll(stage, seat),
  }));
}

async function showAll(stage: Stage, seat: Seat) {
  const artifact = { artifactType: "text/x-diff", artifactData: ARTIFACT };
  const asked = await ask(stage, approval(artifact));
  const texts = await seat.showAll(ADA, await cardOf(seat, asked.mark));
  // A file is the artifact and nothing else; a dialog, which only Slack has besides, says what it is first.
  const isInPages = seat.platform === "discord" || texts[0]?.endsWith(ARTIFACT) === true;
  if (!texts.includes(ARTIFACT) || !isInPages)
    throw new Unexpected("the whole text", ARTIFACT.slice(-80), ends(texts));
}

const ends = (texts: readonly string[]) =>
  texts.map((text) => `${text.length}: ${text.slice(-80)}`);
