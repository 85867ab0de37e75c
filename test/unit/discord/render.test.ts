import { describe, expect, it } from "vitest";
import type { MessageBody } from "../../../adapters/discord/api-types.ts";
import { customId, renderMinimalCard, renderCard } from "../../../adapters/discord/render.ts";
import { renderListing } from "../../../adapters/discord/render-listing.ts";
import { renderWords } from "../../../adapters/discord/words.ts";
import type { Exchange, Outcome } from "../../../src/core/interrupt.ts";
import type { Payload } from "../../../src/core/payload.ts";
import { type Card, present } from "../../../src/presentation/card.ts";
import { listing } from "../../../src/presentation/listing.ts";
import { readMessage } from "../../platforms/discord/body/message.ts";
import {
  approval,
  ASKED_AT,
  cardOf,
  DEADLINE_AT,
  interruptOf,
  OUTCOMES,
  question,
  voteOf,
} from "./samples.ts";
import { shown } from "./shown.ts";
import { nameOf } from "../../support/names.ts";

/** Judged by the local Discord's own rules, which know the limits a second time. */
function accepted(body: MessageBody): MessageBody {
  for (const door of ["create", "edit"] as const) readMessage(body, { door, files: 0 });
  expect(body.allowed_mentions.parse).toEqual([]);
  return body;
}

const render = (card: Card) => accepted(renderCard(card));

/** Everything that a person reads on a card, without the marks. */
function textOf(body: MessageBody): string {
  const parts = body.embeds.flatMap(({ description, footer }) => [description, footer?.text ?? ""]);
  return [body.content, ...parts].map((part) => shown(part).text).join("\n");
}

const buttonsIn = (row: MessageBody["components"][number] | undefined) =>
  (row?.components ?? []).flatMap((each) => ("label" in each ? [each] : []));
const labelsOf = ({ components }: MessageBody) =>
  components.flatMap((row) => buttonsIn(row).map(({ label }) => label));

/** What waits for a system, not for a person. */
const elsewhere: Payload = {
  kind: "external-event",
  key: "k",
  data: { eventType: "paid", correlation: {} },
};

function exchangeOf(asked: string, text: string): Exchange {
  return {
    askId: "a".repeat(22),
    question: asked,
    by: { id: "ada", name: "Ada" },
    via: "discord",
    at: ASKED_AT,
    answer: { text, at: ASKED_AT },
  };
}

describe("A card on Discord", () => {
  it("says in one line what it is, which is what a notification shows", () => {
    expect(render(cardOf(approval())).content).toBe("**Approval · Settle invoice INV-42**");
  });

  it("says who asks and when, until when and what then, and who may decide", () => {
    const [embed] = render(cardOf(approval({ description: "Paid on time." }))).embeds;
    const card = cardOf(approval({ description: "Paid on time." }));
    // The run's name is cut to 13 characters by the card: twelve and the ellipsis.
    expect(embed?.description).toBe(
      [
        `-# invoice-agent · run 0123456789ab… · asked <t:${ASKED_AT / 1000}:f>`,
        "",
        "> Paid on time.",
        "",
        `Until <t:${DEADLINE_AT / 1000}:f> (<t:${DEADLINE_AT / 1000}:R>), then it counts as rejected`,
      ].join("\n"),
    );
    expect(embed?.footer?.text).toBe(`May decide: Ada Lovelace, Grace Hopper · ${card.digest}`);
  });

  it("shows a flat object as lines that are set off from ours", () => {
    const artifactData = { amount: 18_240.5, "*note*": "**x**", empty: "" };
    const [embed] = render(cardOf(approval({ artifactData }))).embeds;
    expect(embed?.description.split("\n").slice(2, 7)).toEqual([
      "> **amount:** 18240.5",
      "> **\\*note\\*:** \\*\\*x\\*\\*",
      "> **empty:** (empty)",
      "",
      expect.stringMatching(/^Until <t:/),
    ]);
  });

  it("has no gap where there is nothing to show", () => {
    const [embed] = render(cardOf(approval())).embeds;
    expect(embed?.description).toMatch(/^-# .*\nUntil .*$/);
  });

  it("does not say who may decide where nobody can", () => {
    const card = cardOf(elsewhere);
    expect(render(card).embeds[0]?.footer?.text).toBe(card.digest);
  });

  it("offers exactly the buttons of the card, in its order", () => {
    const body = render(cardOf(approval()));
    const { reference } = cardOf(approval());
    expect(body.components).toEqual([
      {
        type: 1,
        components: [
          { type: 2, style: 3, label: "Accept", custom_id: `parley:accept:${reference}` },
          { type: 2, style: 4, label: "Reject", custom_id: `parley:reject-form:${reference}` },
        ],
      },
      {
        type: 1,
        components: [
          {
            type: 2,
            style: 2,
            label: "Accept with a comment",
            custom_id: `parley:accept-form:${reference}`,
          },
        ],
      },
    ]);
    expect(labelsOf(render(cardOf(question())))).toEqual(["Answer"]);
    expect(labelsOf(render(cardOf(elsewhere)))).toEqual([]);
  });

  it("offers every action that the engine allows, five in a row, each in its own colour", () => {
    const all = approval({
      actions: ["reject", "ask", "refine", "edit-accept", "accept"],
      description: "long\n".repeat(100),
    });
    const rows = render(cardOf(all)).components.map((row) =>
      buttonsIn(row).map(({ label, style }) => [label, style]),
    );
    // 3 is green, which says yes at once; 4 red; 2 grey.
    expect(rows).toEqual([
      [
        ["Accept", 3],
        ["Edit and accept", 2],
        ["Send back", 2],
        ["Ask", 2],
        ["Reject", 4],
      ],
      [
        ["Accept with a comment", 2],
        ["Show all", 2],
      ],
    ]);
    const needsMore = { required: ["action", "cost"], properties: { cost: { type: "number" } } };
    const form = render(cardOf({ ...all, resumeSchema: { type: "object", ...needsMore } }));
    // An Accept that opens a form says nothing yet: blue, not green.
    expect(form.components[0]?.components[0]).toMatchObject({
      style: 1,
      custom_id: expect.stringMatching(/^parley:accept-form:/),
    });
    const low = { agentId: "a", threshold: 0.9, observed: 0.5 };
    const steer = render(cardOf({ kind: "low-confidence", key: "k", data: low }));
    expect(buttonsIn(steer.components[0]).map(({ label, style }) => [label, style])).toEqual([
      ["Go ahead", 3],
      ["Stop", 4],
    ]);
  });

  it("says who has voted above the deadline, and keeps its buttons while the gate is open", () => {
    const gate = approval({ requiredApprovals: 3, description: "Paid on time." });
    const votes = [voteOf("Ada"), voteOf("أميرة"), voteOf("*Grace*", "reject")];
    const body = render(present(interruptOf(gate, { votes }), nameOf));
    const lines = body.embeds[0]?.description.split("\n") ?? [];
    expect(lines.slice(2)).toEqual([
      "> Paid on time.",
      "",
      // A name from right to left is set apart; a name is never Markdown.
      "2 of 3 approved · Ada and \u2068أميرة\u2069",
      "1 rejected · \\*Grace\\*",
      "1 rejection decides",
      expect.stringMatching(/^Until <t:/),
    ]);
    expect(labelsOf(body)).toEqual(["Accept", "Reject", "Accept with a comment"]);
  });

  it("shows what was asked back in a quote, as text", () => {
    const exchanges = [exchangeOf("Is **this** paid?\nNo deadline", "Not yet <@1>")];
    const lines =
      render(present(interruptOf(approval(), { exchanges }), nameOf)).embeds[0]?.description.split(
        "\n",
      ) ?? [];
    expect(lines.slice(1)).toEqual([
      "> Ada asked: “Is \\*\\*this\\*\\* paid? No deadline”",
      "> Answer: “Not yet \\<\\@1>”",
      "",
      expect.stringMatching(/^Until <t:/),
    ]);
  });

  it("fits Discord's limits with the longest votes, questions and artifact together", () => {
    const exchanges = Array.from({ length: 5 }, () => exchangeOf(MARKS, MARKS));
    const votes = Array.from({ length: 40 }, (_, i) => voteOf(`${i}${"_".repeat(200)}`));
    const long = approval({
      requiredApprovals: 60,
      description: MARKS,
      artifactType: "code",
      artifactData: MARKS,
    });
    for (const outcome of [undefined, ...Object.values(OUTCOMES)]) {
      const more = outcome === undefined ? {} : { outcome };
      const card = present(interruptOf(long, { exchanges, votes, ...more }), nameOf);
      render(card);
      accepted(renderMinimalCard(card));
    }
  });

  it("names buttons in ASCII and well under Discord's hundred characters, for any partition", () => {
    const longest = customId("show-all", `9999.${"x".repeat(22)}.0123456789ab`);
    expect(longest).toMatch(/^[\u0020-\u007E]{1,60}$/);
  });

  it.each(Object.entries(OUTCOMES))("has no decision left once it is %s", (_name, outcome) => {
    const body = render(cardOf(outcome.kind === "answered" ? question() : approval(), outcome));
    expect(labelsOf(body)).toEqual([]);
    expect(textOf(body)).not.toContain("Until");
  });

  it("wears another colour in each state", () => {
    const cards = [
      cardOf(approval()),
      cardOf(approval(), OUTCOMES["accepted"]),
      cardOf(approval(), OUTCOMES["rejected"]),
      cardOf(approval(), OUTCOMES["refined"]),
      cardOf(approval(), OUTCOMES["expired"]),
    ];
    const colours = cards.map((card) => render(card).embeds[0]?.color);
    expect(new Set(colours).size).toBe(5);
  });

  it("repeats an answer as text", () => {
    const body = render(cardOf(question(), OUTCOMES["answered"]));
    expect(textOf(body)).toContain("“Friday");
    expect(body.embeds[0]?.description).toMatch(/^Answered by .*\n> “Friday\n> \\> late”$/m);
  });
});

const HOSTILE = "@everyone <@1> [x](https://evil.example)\n# Accepted\n\u202Efdp ``` :ok: ||s||";
const MARKS = "\\*_~|`[<@".repeat(700);

describe("What agents write", () => {
  const everywhere: Record<string, Payload> = {
    title: approval({ title: HOSTILE }),
    description: approval({ description: HOSTILE }),
    text: approval({ artifactType: "text/plain", artifactData: HOSTILE }),
    code: approval({ artifactType: "code", artifactData: HOSTILE }),
    "label and value": approval({ artifactData: { [HOSTILE.slice(0, 50)]: HOSTILE.slice(0, 40) } }),
    question: question(HOSTILE),
    "names of people": approval({ approversList: [HOSTILE] }),
  };

  it.each(Object.entries(everywhere))("stays text in the %s", (_name, payload) => {
    const { content, embeds } = render(cardOf(payload));
    const own = embeds.map(({ description }) =>
      // Our own marks: the first line, small print, quotes and their labels, and code, in which nothing
      // is interpreted.
      description
        .replace(/^-# .*$/gm, "")
        .replace(/```[a-z]*\n[^]*?\n```/g, "")
        .replace(/^> (?:\*\*(.*):\*\*)?/gm, "$1"),
    );
    for (const text of [content.replaceAll("**", ""), ...own]) {
      expect(shown(text.replace(/<t:\d+:[fR]>/g, "")).marks).toEqual([]);
    }
  });

  it.each([
    "Accepted by Ada Lovelace · 2 min after asking · from Slack",
    "Fine.\n\nNo deadline",
    "Fine.\r\nNo deadline",
    "Fine.\u2028No deadline",
    "-# invoice-agent · run 1\n> quoted\n>>> all",
    "```\nNo deadline\n```",
  ])("has a bar beside every line, so that none is one of ours: %j", (text) => {
    const everywhereInBody = approval({
      description: text,
      artifactType: "text/plain",
      artifactData: text,
    });
    const resumeValue = { answers: { q: text } };
    const outcome = { ...OUTCOMES["answered"], resumeValue } as Outcome;
    for (const card of [cardOf(everywhereInBody), cardOf(question(), outcome)]) {
      const lines = render(card).embeds[0]?.description.split("\n") ?? [];
      const ours = lines.filter((line) => line !== "" && !line.startsWith("> "));
      expect(ours).toEqual([
        expect.stringMatching(/^-# invoice-agent · run /),
        expect.stringMatching(/^(?:Until <t:|Answered by Ada Lovelace · 2 min)/),
      ]);
    }
  });

  it.each([
    ["an emoji title", approval({ title: "👩‍👩‍👧‍👦".repeat(300) })],
    ["an Arabic title", approval({ title: "تسوية الفاتورة رقم ٤٢ " + "م".repeat(400) })],
    ["50,000 characters of prose", approval({ description: "word ".repeat(10_000) })],
    [
      "50,000 lines of code",
      approval({ artifactType: "code", artifactData: "x\n".repeat(50_000) }),
    ],
    [
      "only marks in description and artifact",
      approval({ description: MARKS, artifactType: "code", artifactData: MARKS }),
    ],
    [
      "marks in every field",
      approval({
        description: MARKS,
        artifactData: Object.fromEntries(
          Array.from({ length: 8 }, (_, index) => [`${index}${"*".repeat(59)}`, "_".repeat(200)]),
        ),
      }),
    ],
    [
      "a hundred names",
      approval({ approversList: Array.from({ length: 100 }, (_, i) => `_${i}_`.repeat(20)) }),
    ],
    [
      "many long questions",
      {
        kind: "clarification",
        key: "k",
        data: {
          questions: Array.from({ length: 40 }, (_, id) => ({
            id: `${id}`,
            question: MARKS.slice(0, 1300),
          })),
        },
      } satisfies Payload,
    ],
  ])("fits Discord's limits with %s", (_name, payload) => {
    render(cardOf(payload));
    for (const outcome of Object.values(OUTCOMES)) render(cardOf(payload, outcome));
  });

  it("is cut in words, with a way to the whole, when escapes make it too long", () => {
    // 1200 + 1500 marks fit the card but become 2400 + 3000 characters here, more than the 4096 allowed.
    const payload = approval({
      description: "*".repeat(1199),
      artifactType: "text/plain",
      artifactData: "_".repeat(1199),
    });
    const tripled = {
      ...cardOf(payload),
      body: [...cardOf(payload).body, ...cardOf(payload).body],
    };
    const body = render(tripled);
    expect(textOf(body)).toContain("There is more than this message can hold. Show all opens it.");
    expect(labelsOf(body)).toEqual(["Accept", "Reject", "Accept with a comment", "Show all"]);
  });

  it("can be left out altogether, for a body that Discord refuses", () => {
    const body = accepted(renderMinimalCard(cardOf(approval({ description: HOSTILE }))));
    expect(textOf(body)).not.toContain("evil");
    expect(labelsOf(body)).toContain("Show all");
    expect(renderMinimalCard(cardOf(approval()), { title: false }).content).toBe(
      "**Approval · (see Show all)**",
    );
  });
});

describe("Words", () => {
  it("write instants in the reader's own time", () => {
    const words = [
      "The deadline passed at ",
      { at: DEADLINE_AT + 999, as: "time" },
      "; *",
    ] as const;
    // Discord takes whole seconds; half a second must not round a deadline up.
    expect(renderWords(words)).toBe(`The deadline passed at <t:${DEADLINE_AT / 1000}:f>; \\*`);
    expect(renderWords([{ at: 0, as: "relative" }])).toBe("<t:0:R>");
  });
});

describe("Names and titles from right to left", () => {
  const name = "أميرة";
  const card = cardOf(approval({ title: `${name} 42`, approversList: [name] }));

  it("are set apart, so that numbers beside them stay where they are", () => {
    const { content, embeds } = render(card);
    // U+2068 and U+2069 begin and end what keeps its own direction.
    expect(content).toBe(`**Approval · \u2068${name} 42\u2069**`);
    expect(embeds[0]?.footer?.text).toBe(`May decide: \u2068${name}\u2069 · ${card.digest}`);
    expect(renderWords([`Accepted by ${name} ${name} · 2 min after asking`])).toBe(
      `Accepted by \u2068${name} ${name}\u2069 · 2 min after asking`,
    );
  });

  it("cannot end what sets them apart", () => {
    const { content } = render(cardOf(approval({ title: `${name}\u2069 42` })));
    expect(content).toBe(`**Approval · \u2068${name} 42\u2069**`);
  });
});

describe("The listing", () => {
  it("gives each request a line with its facts and a link", () => {
    const link = "https://discord.com/channels/1/2/3";
    const waiting = [{ interrupt: interruptOf(approval()), link }];
    const body = accepted(renderListing(listing(waiting, 1, ASKED_AT + 720_000)));
    expect(body.content).toBe("**1 thing waits for you**");
    // 720 seconds after asking are twelve minutes.
    expect(body.embeds[0]?.description).toBe(
      `**Approval** · Settle invoice INV-42\n-# asked 12 min ago · until <t:${DEADLINE_AT / 1000}:f> · ${cardOf(approval()).digest} · [Open](${link})`,
    );
  });

  it("fits with ten of the longest titles, and leaves out a link that could break its line", () => {
    const waiting = Array.from({ length: 10 }, (_, index) => ({
      interrupt: interruptOf(approval({ title: "*".repeat(500) }), {
        ref: `${index}`.repeat(22),
      }),
      link: "https://x/) [y](z",
    }));
    const body = accepted(renderListing(listing(waiting, 300, ASKED_AT)));
    expect(body.embeds[0]?.description).not.toContain("](");
    expect(body.embeds[0]?.description).toContain("1 to 10 of 300");
    // Five buttons a row: ten open cards, one shows more.
    expect(body.components.map(({ components }) => components.length)).toEqual([5, 5, 1]);
  });

  it("says by number which line a button opens, since titles may be the same", () => {
    const ref = (letter: string) => ({ ref: letter.repeat(22) });
    const waiting = [
      { interrupt: interruptOf(approval(), ref("a")), link: "https://discord.com/channels/1/2/3" },
      { interrupt: interruptOf(approval(), ref("b")) },
    ];
    // The second page of twelve.
    const page = listing(waiting, 12, ASKED_AT, { list: "mine", page: 1 });
    const { embeds, components } = accepted(renderListing(page));
    expect(embeds[0]?.description).toMatch(
      /^\*\*11\. Approval\*\* · Settle[^]*\n\n\*\*12\. Approval\*\* · Settle/,
    );
    expect(components.flatMap((row) => row.components)).toMatchObject([
      { label: "Open 12: Settle invoice INV-42" },
    ]);
  });

  it("has no numbers where every line has its own link, or where there is one line", () => {
    const link = "https://discord.com/channels/1/2/3";
    const interrupt = interruptOf(approval());
    const linked = renderListing(
      listing(
        [
          { interrupt, link },
          { interrupt, link },
        ],
        2,
        ASKED_AT,
      ),
    );
    expect(linked.embeds[0]?.description).toMatch(/^\*\*Approval/);
    const { embeds, components } = renderListing(listing([{ interrupt }], 1, ASKED_AT));
    expect(embeds[0]?.description).toMatch(/^\*\*Approval/);
    expect(components.flatMap((row) => row.components)).toMatchObject([
      { label: "Open: Settle invoice INV-42" },
    ]);
  });

  it("has a blank line between two requests", () => {
    const waiting = [
      { interrupt: interruptOf(approval()) },
      { interrupt: interruptOf(approval()) },
    ];
    const [embed] = renderListing(listing(waiting, 2, ASKED_AT)).embeds;
    expect(embed?.description).toMatch(/^\*\*.*\n-# .*\n\n\*\*.*\n-# .*$/);
  });

  it("says so when nothing waits", () => {
    expect(accepted(renderListing(listing([], 0, 0)))).toMatchObject({
      content: "**Nothing waits for you.**",
      embeds: [],
    });
  });
});
