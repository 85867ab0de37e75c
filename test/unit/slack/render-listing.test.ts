import { describe, expect, it } from "vitest";
import { cardView } from "../../../adapters/slack/render-card-view.ts";
import { renderHome, renderListing } from "../../../adapters/slack/render-listing.ts";
import { decisionButtons } from "../../../src/presentation/buttons.ts";
import { problemsOfBlocks } from "../../platforms/slack/block-kit/message.ts";
import { problemsOfView } from "../../platforms/slack/block-kit/view.ts";
import { approval } from "../core/samples.ts";
import { aCard, REFERENCE } from "./card.ts";

const json = (value: unknown): string => JSON.stringify(value);

const line = {
  kind: "Approval",
  title: "<!here> *pay*",
  facts: ["asked 2 min ago"],
  reference: REFERENCE,
};

describe("a list of what waits", () => {
  it("has a button at each line, and one for the next page", () => {
    const { blocks, text } = renderListing({
      heading: "12 things wait for you",
      lines: Array.from({ length: 10 }, () => line),
      place: "1 to 10 of 12, the most urgent first",
      next: { list: "mine", page: 1 },
    });
    expect(problemsOfBlocks(blocks, undefined)).toEqual([]);
    expect(text).toBe("12 things wait for you");
    // One name each: Slack tells the buttons of one message apart by it.
    const names = [...json(blocks).matchAll(/"action_id":"([^"]+)"/g)].map(([, name]) => name);
    expect(new Set(names).size).toBe(11);
    expect(json(blocks)).toContain('"value":"mine 1"');
  });

  it("shows titles as text, in which nothing calls anybody", () => {
    const { blocks } = renderListing({ heading: "1 thing waits for you", lines: [line] });
    const section = blocks.find(({ type }) => type === "section");
    expect(section).toMatchObject({
      text: { type: "plain_text", text: "Approval · <!here> *pay*" },
    });
  });

  it("stands on the Home tab, with the way back from a later page", () => {
    const listing = { heading: "12 things wait for you", lines: [line] };
    const first = renderHome(listing, { list: "mine", page: 0 });
    const second = renderHome(listing, { list: "mine", page: 1 });
    for (const view of [first, second]) expect(problemsOfView(view)).toEqual([]);
    expect(json(first)).not.toContain("Back to the first");
    expect(json(second)).toContain('"value":"mine 0"');
    const words = renderHome(["The list cannot be read just now."], { list: "mine", page: 0 });
    expect(problemsOfView(words)).toEqual([]);
    expect(json(words)).toContain("The list cannot be read just now.");
  });
});

describe("a card opened from a list", () => {
  const card = aCard({ buttons: decisionButtons(approval()) });

  it("can be read and not decided, and leads to the message", () => {
    const view = cardView(card, "https://acme.slack.com/archives/C1/p1");
    expect(problemsOfView(view)).toEqual([]);
    expect(json(view)).toContain(card.title);
    expect(json(view)).toContain('"url":"https://acme.slack.com/archives/C1/p1"');
    expect(json(view)).not.toContain("parley:accept");
    expect(json(view)).not.toContain("parley:reject");
  });

  it("says where to decide when it has no address that can be a link", () => {
    for (const link of [undefined, "javascript:alert(1)"]) {
      const view = cardView(card, link);
      expect(json(view)).toContain("To decide, use the card where it was sent.");
      expect(json(view)).not.toContain("javascript:");
    }
  });
});
