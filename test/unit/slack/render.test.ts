import { describe, expect, it } from "vitest";
import { renderCard, renderMinimalCard, renderNote } from "../../../adapters/slack/render.ts";
import { noteView, wholeView } from "../../../adapters/slack/render-views.ts";
import { textWeight } from "../../../adapters/slack/blocks.ts";
import type { Card } from "../../../src/presentation/card.ts";
import { problemsOfBlocks } from "../../platforms/slack/block-kit/message.ts";
import { problemsOfView } from "../../platforms/slack/block-kit/view.ts";
import { aCard, ASKED_AT, DEADLINE, REFERENCE } from "./card.ts";

const json = (value: unknown): string => JSON.stringify(value);

/** Every mrkdwn text that Slack would parse, and the top-level text, which it parses, too. */
function parsedTexts(content: { text: string; blocks: unknown }): string[] {
  const found = [content.text];
  JSON.stringify(content.blocks, (_key, value: unknown) => {
    if (value !== null && typeof value === "object" && "type" in value && "text" in value) {
      if (value.type === "mrkdwn") found.push(String(value.text));
    }
    return value;
  });
  return found;
}

const ENDS: Readonly<Record<string, Partial<Card>>> = {
  accepted: {
    state: "yes",
    stateWord: "Accepted",
    outcome: ["Accepted by Ada · 2 min after asking"],
  },
  rejected: {
    state: "no",
    stateWord: "Rejected",
    outcome: ["Rejected by Ada · 2 min after asking"],
  },
  expired: {
    state: "over",
    stateWord: "Expired",
    outcome: ["Expired: deadline passed · ", { at: DEADLINE, as: "time" }],
  },
};

const HOSTILE: Readonly<Record<string, Partial<Card>>> = {
  "mentions and links": {
    title: "<!channel> <@U0ADA> <https://evil.example|bank> & co",
    from: "<!here> · run <#C1>",
    body: [{ type: "text", text: "<!everyone> <!subteam^S1> *bold* `code` :tada:" }],
    foot: "May decide: <!channel> group",
    outcome: ["Accepted by <!channel>"],
    buttons: [],
  },
  "2,990 ampersands": {
    title: "&".repeat(120),
    body: [{ type: "text", text: "&".repeat(2990) }],
  },
  "50,000 characters": {
    body: [
      { type: "text", text: "word ".repeat(10_000) },
      { type: "code", text: "x".repeat(50_000), language: "" },
    ],
    foot: "&".repeat(250),
    outcome: [`Answered by Ada\n“${"<".repeat(500)}”`],
  },
  "sixty blocks": {
    body: Array.from({ length: 60 }, () => ({ type: "text" as const, text: "One question?" })),
  },
  "an emoji title": { title: "🧾".repeat(120) },
  "an Arabic title": { title: "تسوية الفاتورة رقم ٤٢ لشركة الورق الشمالية" },
  "empty values": {
    body: [
      { type: "fields", fields: [{ label: "note", value: "" }] },
      { type: "text", text: "" },
      { type: "code", text: "", language: "json" },
    ],
  },
  "a vote and questions of hostile people": {
    votes: `1 of 3 approved · <!channel>\n2 rejected · ${"&".repeat(600)}`,
    exchanges: Array.from({ length: 7 }, () => `<@U0ADA> asked: “${"<".repeat(300)}”`).join("\n"),
    body: [{ type: "code", text: "x".repeat(50_000), language: "" }],
  },
  "a long state word": { stateWord: "Waiting for an event", title: "é".repeat(120) },
};

describe("a card on Slack", () => {
  it.each([...Object.entries(ENDS), ...Object.entries(HOSTILE)])(
    "is taken by Slack's rules: %s",
    (_name, about) => {
      for (const content of [renderCard(aCard(about)), renderMinimalCard(aCard(about))]) {
        expect(problemsOfBlocks(content.blocks, undefined)).toEqual([]);
        // 11,341 characters of blocks were refused (bolt-js#2867); chat.update refuses texts over 4,000.
        expect(textWeight(content.blocks)).toBeLessThan(11_340);
        expect(content.text.length).toBeLessThan(4000);
        expect(content.text).not.toBe("");
      }
    },
  );

  it.each(Object.entries(HOSTILE))(
    "has nothing live in it but our own dates: %s",
    (_name, about) => {
      for (const content of [renderCard(aCard(about)), renderMinimalCard(aCard(about))]) {
        for (const text of parsedTexts(content)) {
          // Every bracket that is left must open a date of ours.
          expect(
            text.replace(/<!date\^\d+\^\{date_short_pretty\} \{time\}\|[\d: UTC-]+>/g, ""),
          ).not.toMatch(/[<>]/);
        }
        expect(json(content.blocks)).not.toContain('"emoji":true');
      }
    },
  );

  it.each([...Object.entries(ENDS), ...Object.entries(HOSTILE)])(
    "has no address, no attachment and nothing that is greyed out: %s",
    (_name, about) => {
      for (const content of [renderCard(aCard(about)), renderMinimalCard(aCard(about))]) {
        expect(Object.keys(content).toSorted()).toEqual(["blocks", "text"]);
        // A button with an address opens it, whoever or whatever presses it.
        expect(json(content.blocks)).not.toMatch(/"(?:url|disabled|attachments|image_url)":/);
      }
    },
  );

  it.each(Object.entries(HOSTILE))("lets Slack make no links of its own: %s", (_name, about) => {
    const address = { title: "https://evil.example", from: "http://evil.example/ · run 1" };
    for (const card of [aCard(about), aCard({ ...about, ...address })]) {
      for (const { blocks } of [renderCard(card), renderMinimalCard(card)]) {
        const markup = json(blocks).match(/\{"type":"mrkdwn"[^{}]*\}/g) ?? [];
        for (const text of markup) {
          expect(text).toContain('"verbatim":true');
          expect(text).not.toContain("evil.example");
        }
      }
    }
  });

  it("says state and title first, in the header and in the notification", () => {
    const { text, blocks } = renderCard(aCard());
    expect(blocks[0]).toEqual({
      type: "header",
      text: { type: "plain_text", text: "⏳ Approval · Settle invoice INV-42", emoji: false },
    });
    expect(text).toMatch(
      /^Approval · Settle invoice INV-42 · invoice-agent · run 8d1f\nUntil <!date/,
    );
  });

  it("sets who asks apart from when", () => {
    expect(renderCard(aCard()).blocks[1]).toMatchObject({
      elements: [
        // On a phone the time has a line of its own, which begins with no separator.
        { text: "invoice-agent · run 8d1f ·" },
        { text: expect.stringMatching(/^asked <!date/) },
      ],
    });
  });

  it("keeps a right-to-left title from reordering the words and numbers beside it", () => {
    const title = "تسوية الفاتورة";
    expect(JSON.stringify(renderCard(aCard({ title })).blocks[0])).toContain(
      `Approval · \u2068${title}\u2069`,
    );
  });

  it("sets off what somebody answered from its own line", () => {
    const outcome = ["Answered by Ada · 2 min after asking · from Slack\n“Tuesday\nWithdrawn: no”"];
    const { blocks } = renderCard(aCard({ ...ENDS["accepted"], outcome, buttons: [] }));
    expect(blocks.slice(-3, -1)).toMatchObject([
      { elements: [{ type: "rich_text_section" }] },
      { elements: [{ type: "rich_text_quote", elements: [{ text: "“Tuesday\nWithdrawn: no”" }] }] },
    ]);
  });

  it("keeps the shape of its title when it is decided", () => {
    // 121 letters fit a header of 150 beside "Approval", but not beside the longest state word.
    const title = "a".repeat(121);
    const types = [{}, ENDS["expired"]].map(
      (about) => renderCard(aCard({ title, ...about })).blocks[0]?.type,
    );
    expect(types).toEqual(["rich_text", "rich_text"]);
  });

  it("counts the deadline from the asking, which stays true, and shows the hour in the reader's zone", () => {
    const { blocks } = renderCard(aCard());
    const until = blocks.find((block) => json(block).includes("Until"));
    expect(until).toEqual({
      type: "rich_text",
      elements: [
        {
          type: "rich_text_section",
          elements: [
            { type: "text", text: "Until " },
            {
              type: "date",
              timestamp: DEADLINE / 1000,
              format: "{date_short_pretty} {time}",
              fallback: "2026-03-03 12:45 UTC",
            },
            { type: "text", text: " (" },
            { type: "text", text: "45 min after asking" },
            { type: "text", text: "), then it counts as rejected" },
          ],
        },
      ],
    });
  });

  it("gives every button the reference as its value and a name that tells the cards apart", () => {
    const actions = renderCard(aCard()).blocks.find(({ type }) => type === "actions");
    expect(actions).toMatchObject({
      elements: [
        {
          action_id: "parley:accept",
          value: REFERENCE,
          style: "primary",
          accessibility_label: "Accept: Settle invoice INV-42",
        },
        { action_id: "parley:reject", value: REFERENCE, style: "danger" },
      ],
    });
  });

  it("has an outcome where the buttons were, and keeps Show all", () => {
    const buttons = [{ action: "show-all", label: "Show all", style: "plain" }] as const;
    const { blocks } = renderCard(aCard({ ...ENDS["accepted"], buttons, until: undefined }));
    expect(json(blocks)).toContain("Accepted by Ada · 2 min after asking");
    expect(json(blocks)).not.toContain("parley:accept");
    expect(json(blocks)).toContain("parley:show-all");
  });

  it("shows the foot that the card has", () => {
    expect(renderCard(aCard()).blocks.at(-1)).toEqual({
      type: "context",
      elements: [
        {
          type: "plain_text",
          text: "May decide: finance group · 4f2a91c0d3e7 · abcdefgh",
          emoji: false,
        },
      ],
    });
  });

  it("shows what was asked back and how the vote stands above the deadline and the buttons", () => {
    const votes = "1 of 3 approved · Ada\n1 rejection decides";
    const exchanges = "Grace asked: “Which VAT?”\nAnswer: “Reduced.”";
    const { blocks } = renderCard(aCard({ votes, exchanges }));
    expect(blocks.slice(3)).toMatchObject([
      { elements: [{ type: "rich_text_quote", elements: [{ type: "text", text: exchanges }] }] },
      { elements: [{ elements: [{ type: "text", text: votes }] }] },
      { elements: [{ elements: [{ text: "Until " }, {}, {}, {}, {}] }] },
      { type: "actions" },
      { type: "context" },
    ]);
    expect(json(renderMinimalCard(aCard({ votes })).blocks)).toContain("1 of 3 approved · Ada");
  });

  it("has every button of a card in its order, each with its style and a name of its own", () => {
    const plainButtons = [
      ["edit-accept", "Edit and accept"],
      ["refine", "Send back"],
      ["ask", "Ask"],
    ] as const;
    const buttons = [
      { action: "accept-form", label: "Accept", style: "primary" },
      ...plainButtons.map(([action, label]) => ({ action, label, style: "plain" }) as const),
      { action: "reject-form", label: "Reject", style: "danger" },
    ] as const;
    const rendered = renderCard(aCard({ buttons })).blocks.find(({ type }) => type === "actions");
    const elements = rendered?.type === "actions" ? rendered.elements : [];
    expect(elements.map((element) => "action_id" in element && element.action_id)).toEqual([
      "parley:accept-form",
      "parley:edit-accept",
      "parley:refine",
      "parley:ask",
      "parley:reject-form",
    ]);
    expect(elements.map((element) => "style" in element && element.style)).toEqual([
      "primary",
      false,
      false,
      false,
      "danger",
    ]);
    expect(elements[2]).toMatchObject({ accessibility_label: "Send back: Settle invoice INV-42" });
  });

  it("that was sent back has a mark of its own", () => {
    const { blocks } = renderCard(aCard({ state: "back", stateWord: "Sent back", buttons: [] }));
    expect(json(blocks[0])).toContain("↩️ Sent back · Settle invoice INV-42");
  });

  it("says in words what Slack has no room for, and offers all of it", () => {
    const { blocks } = renderCard(
      aCard({ body: [{ type: "code", text: "&".repeat(5000), language: "" }] }),
    );
    // 5,000 ampersands weigh 25,000; a message holds 10,000.
    expect(json(blocks)).toMatch(/Showing the first 1,\d{3} characters: this message is full/);
    expect(json(blocks)).toContain("parley:show-all");
  });

  it("drops no block without a word", () => {
    const { blocks } = renderCard(aCard({ ...HOSTILE["sixty blocks"] }));
    expect(blocks.length).toBeLessThanOrEqual(50);
    expect(json(blocks)).toContain("There is more than this message can hold");
  });

  it("shows label and value of each field as text", () => {
    const fields = [
      { label: "amount", value: "*18,240.50*" },
      { label: "<!here>", value: "" },
    ];
    expect(renderCard(aCard({ body: [{ type: "fields", fields }] })).blocks[2]).toMatchObject({
      elements: [
        {
          elements: [
            { text: "amount: ", style: { bold: true } },
            { text: "*18,240.50*" },
            { text: "\n<!here>: ", style: { bold: true } },
            { text: "(empty)" },
          ],
        },
      ],
    });
  });
});

describe("what one person sees", () => {
  it("is a sentence, safe in the notification, too", () => {
    const note = renderNote([
      "The deadline of <!channel> passed at ",
      { at: ASKED_AT, as: "time" },
      ".",
    ]);
    expect(note.text).toBe(
      "The deadline of &lt;!channel&gt; passed at <!date^1772539200^{date_short_pretty} {time}|2026-03-03 12:00 UTC>.",
    );
    expect(problemsOfBlocks(note.blocks, undefined)).toEqual([]);
  });

  it("is the whole text in pages that Slack takes, however dear its characters are", () => {
    for (const whole of ["&".repeat(70_000), "\u0001".repeat(20_000), "統".repeat(70_000), ""]) {
      const texts = [{ name: "artifact.txt", text: whole }];
      const view = wholeView(aCard(), texts, 0, { offersFiles: true, words: ["Sent"] });
      expect(problemsOfView(view)).toEqual([]);
      expect(Buffer.byteLength(json(view))).toBeLessThan(250_000);
    }
  });

  it("is one sentence where a form was", () => {
    expect(problemsOfView(noteView("Answer", ["Ada answered this."]))).toEqual([]);
  });

  it("has a button beside a sentence that a form would mend", () => {
    const offer = { purpose: "override", label: "Give a reason", reference: REFERENCE } as const;
    const note = renderNote(["That needs a reason."], offer);
    const help = {
      type: "actions",
      elements: [
        {
          type: "button",
          action_id: "parley:override",
          text: { type: "plain_text", text: "Give a reason", emoji: false },
          value: REFERENCE,
          style: "primary",
        },
      ],
    };
    expect(note.blocks.at(-1)).toEqual(help);
    expect(problemsOfBlocks(note.blocks, undefined)).toEqual([]);
    const view = noteView("Accept", ["That needs a reason."], {
      help: { button: offer, metadata: "{}" },
      typed: ["&".repeat(70_000), "the rest"],
    });
    // What was typed stands below it.
    expect(view.blocks[1]).toEqual(help);
    expect(view.blocks.length).toBeGreaterThan(3);
    expect(problemsOfView(view)).toEqual([]);
  });
});
