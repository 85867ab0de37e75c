import { describe, expect, it } from "vitest";
import { formatReference, referenceTo } from "../../src/core/reference.ts";
import type { Json } from "../../src/core/json.ts";
import type { ApprovalData, Payload } from "../../src/core/payload.ts";
import type { PressResult, Taken } from "../../src/presentation/platform.ts";
import type { LocalDiscord } from "../platforms/discord/server.ts";
import type { ModalView, Values } from "../platforms/discord/people.ts";
import { approval, cardOf, interruptOf, question } from "../unit/discord/samples.ts";
import {
  ADA,
  CHANNEL,
  FakeInbound,
  heldBack,
  notesOf,
  post,
  pressOn,
  recorded,
  type Setup,
  setUp,
  Shelf,
} from "./discord-stage.ts";

const ALL = { actions: ["accept", "edit-accept", "refine", "ask", "reject"] } as const;
const approvalOf = (data: Partial<ApprovalData>, resumeSchema?: Record<string, Json>): Payload => ({
  ...approval({ ...ALL, actions: [...ALL.actions], ...data }),
  ...(resumeSchema === undefined ? {} : { resumeSchema }),
});

/** Seven questions: two more than a modal of Discord holds. */
const SEVEN: Payload = {
  kind: "clarification",
  key: "k",
  data: {
    questions: Array.from({ length: 7 }, (_, index) => ({
      id: `q${index}`,
      question: `Question ${index}?`,
    })),
  },
};

const modalOf = (discord: LocalDiscord): ModalView => {
  const { modal } = discord.people(ADA).view();
  if (modal === null) throw new Error("no form is open");
  return modal;
};

/** Posts the card of a payload and presses one of its buttons. */
async function opened({ discord, platform, inbound }: Setup, payload: Payload, action: string) {
  const posted = await post(platform, cardOf(payload));
  inbound.asked = interruptOf(payload);
  const id = `parley:${action}:${cardOf(payload).reference}`;
  await pressOn(discord, posted, id);
  return { posted, id };
}

const submit = (discord: LocalDiscord, values: Values) =>
  discord.people(ADA).submit({ modal: modalOf(discord).id, values });

/** The inputs of the open form with what stands in them. */
function standing(discord: LocalDiscord): Readonly<Record<string, unknown>> {
  const inputs = modalOf(discord).components.flatMap(({ component }) =>
    component === undefined ? [] : [component as Readonly<Record<string, unknown>>],
  );
  return Object.fromEntries(
    inputs.map(({ custom_id: id, value, options }) => {
      const chosen = (options as { value: string; default?: boolean }[] | undefined)?.filter(
        (option) => option.default === true,
      );
      return [String(id), chosen?.map((option) => option.value) ?? value];
    }),
  );
}

/** The one button of the latest note to Ada. */
function noteButton(discord: LocalDiscord) {
  const note = discord.stored.ephemerals(ADA).at(-1);
  const [row] = (note?.components ?? []) as {
    components: { label: string; custom_id: string }[];
  }[];
  const [button] = row?.components ?? [];
  if (note === undefined || button === undefined) throw new Error("the note has no button");
  return { message: note.id, label: button.label, action: button.custom_id };
}

const pressNote = (discord: LocalDiscord) => {
  const { message, action } = noteButton(discord);
  return discord.people(ADA).press({ place: CHANNEL, message, action });
};

const responses = ({ presses }: FakeInbound) => presses.map(({ response }) => response);

const COST = {
  type: "object",
  required: ["action", "cost"],
  properties: { cost: { type: "number", maximum: 100 } },
};

interface Case {
  readonly action: string;
  readonly payload: Payload;
  /** Typed first: what Discord's client lets through and the form does not. */
  readonly wrong?: Values;
  readonly says?: string;
  readonly right: Values;
  readonly value: Json;
}

const CASES: Readonly<Record<string, Case>> = {
  accept: {
    action: "accept-form",
    payload: approvalOf({}, COST),
    wrong: { f0: "a lot", f1: "Fine." },
    says: "Cost: This is not a number. Write digits without spaces or commas, and a point before decimals, for example 100.",
    right: { f0: "12.5", f1: "Fine." },
    value: { action: "accept", cost: 12.5, feedback: "Fine." },
  },
  reject: {
    action: "reject-form",
    payload: approvalOf({}, COST),
    // Fits its field, and not the engine's schema.
    wrong: { f0: "101" },
    says: "Cost: This must be at most 100.",
    right: { f0: "100" },
    value: { action: "reject", cost: 100 },
  },
  "edit-accept": {
    action: "edit-accept",
    payload: approvalOf({ artifactData: { amount: 42, paid: true, memo: " as is \r\n" } }),
    wrong: { f0: "x" },
    says: "amount: This is not a number. Write digits without spaces or commas, and a point before decimals, for example 1250.5.",
    right: { f0: "43", f1: ["false"] },
    value: {
      action: "edit-accept",
      editedArtifactData: { amount: 43, paid: false, memo: " as is \r\n" },
    },
  },
  refine: {
    action: "refine",
    payload: approvalOf({}),
    wrong: { f0: "Add the VAT.", f1: "2.1", f2: "a, b" },
    says: "Only some items: A section is named, too, and only one of the two counts. Empty one.",
    right: { f0: "Add the VAT.", f1: "", f2: "a, b" },
    value: {
      action: "refine",
      refineFeedback: { text: "Add the VAT.", scope: "items", itemIds: ["a", "b"] },
    },
  },
  ask: {
    action: "ask",
    payload: approvalOf({}),
    wrong: { f0: " \n " },
    says: "Your question: This is empty. Write at least one word.",
    right: { f0: "Is it paid?" },
    value: { action: "ask", question: "Is it paid?" },
  },
  answer: {
    action: "answer",
    payload: question(),
    wrong: { f0: "   " },
    says: "Which evening should the hotel expect you? This is empty. Write at least one word.",
    right: { f0: "Friday, late.\n  Two `rooms`" },
    value: { answers: { q: "Friday, late.\n  Two `rooms`" } },
  },
  "answer in a conversation": {
    action: "answer",
    payload: {
      kind: "conversation.exchange",
      key: "k",
      data: { conversationId: "c", prompt: "And then?" },
    },
    right: { f0: "Then we eat." },
    value: "Then we eat.",
  },
};

describe("A form", () => {
  it.each(Object.entries(CASES))("for %s is opened, mended and taken", async (_name, of) => {
    const setup = await setUp();
    const { discord, inbound, lines } = setup;
    await opened(setup, of.payload, of.action);
    if (of.wrong !== undefined) {
      expect(await submit(discord, of.wrong)).toMatchObject({ ok: true });
      const [note] = notesOf(discord);
      // What a note says is Markdown, in which colons before words and the like are escaped.
      expect(note?.replaceAll("\\", "").split("\n")).toEqual([
        "Something in the form does not fit. Nothing changed.",
        of.says,
      ]);
      expect(inbound.presses).toEqual([]);
      expect(noteButton(discord).label).toBe("Fix");
      await pressNote(discord);
      expect(standing(discord)).toMatchObject(of.wrong);
    }
    expect(await submit(discord, of.right)).toMatchObject({ ok: true });
    expect(responses(inbound)).toEqual([{ resumeValue: of.value }]);
    // The card itself says everything that is to be said.
    expect(notesOf(discord)).toHaveLength(of.wrong === undefined ? 0 : 1);
    await setup.platform.stop();
    expect(inbound.shelf.kept.size).toBe(0);
    expect(lines).toEqual([]);
  });

  it("that one voice does not end says privately what counted", async () => {
    const setup = await setUp();
    const { discord, inbound } = setup;
    inbound.taken = () => recorded({ ok: true, words: ["Your approval counts. 1 of 2 so far."] });
    const { posted } = await opened(setup, approvalOf({ artifactData: "x" }), "edit-accept");
    await submit(discord, { f0: "y" });
    expect(notesOf(discord)).toEqual(["Your approval counts. 1 of 2 so far."]);
    const { reference } = cardOf(approvalOf({ artifactData: "x" }));
    await pressOn(discord, posted, `parley:accept:${reference}`);
    await discord.until(() => notesOf(discord).length === 2);
    expect(notesOf(discord)[1]).toBe("Your approval counts. 1 of 2 so far.");
    expect(discord.stored.messages(CHANNEL)).toHaveLength(1);
  });

  it("that a refusal offers is a button beside it, and is taken like any other", async () => {
    const setup = await setUp();
    const { discord, inbound, platform } = setup;
    const gate = approvalOf({ requiredApprovals: 2, overrideBypassesQuorum: true });
    const posted = await post(platform, cardOf(gate));
    inbound.asked = interruptOf(gate);
    const offer = { purpose: "override", label: "Give a reason" } as const;
    inbound.taken = () =>
      recorded({ ok: false, words: ["That needs a reason."], correctable: false, offer });
    await pressOn(discord, posted, `parley:accept:${cardOf(gate).reference}`);
    await discord.until(() => notesOf(discord).length === 1);
    expect(noteButton(discord)).toMatchObject({
      label: "Give a reason",
      action: `parley:override:${formatReference(referenceTo(interruptOf(gate)))}`,
    });
    inbound.taken = () => recorded({ ok: true });
    await pressNote(discord);
    expect(modalOf(discord).title).toBe("Override and accept");
    await submit(discord, { f0: " " });
    expect(notesOf(discord)[1]).toContain("Reason: This is empty.");
    await pressNote(discord);
    await submit(discord, { f0: "The bank closes at five." });
    expect(responses(inbound).slice(1)).toEqual([
      { resumeValue: { action: "accept", feedback: "The bank closes at five." } },
    ]);
  });

  it("shows hostile labels as text and pings nobody, in the form and in what is said of it", async () => {
    const setup = await setUp();
    const { discord } = setup;
    const hostile = `@everyone <@${ADA}> **x** [y](https://evil.example)`;
    await opened(
      setup,
      approvalOf({ title: hostile, artifactData: { [hostile]: 1 } }),
      "edit-accept",
    );
    const { components } = modalOf(discord);
    expect(components[0]).toMatchObject({
      type: 10,
      content: expect.stringContaining("\\*\\*x\\*\\*"),
    });
    await submit(discord, { f0: "one" });
    const [note] = discord.stored.ephemerals(ADA);
    expect(note?.content).toContain("\\@everyone \\<\\@");
    for (const each of discord.stored.ephemerals(ADA)) {
      expect(each.pings).toEqual({ everyone: false, users: [], roles: [] });
    }
  });

  it("stands again as it was filled in when it is opened anew from the card", async () => {
    const setup = await setUp();
    const { discord } = setup;
    const { posted, id } = await opened(setup, approvalOf({}, COST), "accept-form");
    await submit(discord, { f0: "a lot", f1: "Fine." });
    await pressOn(discord, posted, id);
    expect(standing(discord)).toEqual({ f0: "a lot", f1: "Fine." });
  });

  it("hands back what was typed where it cannot be kept, and still says what is wrong", async () => {
    const setup = await setUp();
    const { discord, inbound } = setup;
    await opened(setup, approvalOf({}, COST), "accept-form");
    inbound.shelf.away = true;
    await submit(discord, { f0: "a lot", f1: "Fine." });
    const [note] = discord.stored.ephemerals(ADA);
    expect(note?.content).toContain("Cost: This is not a number.");
    expect(note?.components).toEqual([]);
    expect(note?.attachments.map(({ data }) => data.toString())).toEqual(["a lot", "Fine."]);
  });

  it("is not read as another one, if the form has changed since it was shown", async () => {
    const setup = await setUp();
    const { discord, inbound, pause } = setup;
    await opened(setup, approvalOf({ artifactData: { a: "one", b: "two" } }), "edit-accept");
    inbound.asked = interruptOf(approvalOf({ artifactData: { b: "two", a: "one" } }));
    const sending = submit(discord, { f0: "for a" });
    await heldBack(pause);
    pause.pass(1000);
    await sending;
    const [note] = discord.stored.ephemerals(ADA);
    expect(note?.content).toMatch(/^This form has changed since it was opened[.] Nothing was/);
    expect(note?.attachments.map(({ data }) => data.toString())).toEqual(["for a", "two"]);
    expect(inbound.presses).toEqual([]);
  });

  it("of an earlier version is not known, and what was typed is handed back", async () => {
    const setup = await setUp({ start: false });
    const { discord, inbound, another, platform } = setup;
    const card = cardOf(question());
    const posted = await post(platform, card);
    const action = `parley:answer:${card.reference}`;
    const pressing = pressOn(discord, posted, action);
    const { id, token } = discord.stored.interactions().at(-1) ?? {};
    const input = { type: 4, custom_id: "answer", style: 2 };
    await fetch(`${discord.apiUrl}/v10/interactions/${id}/${token}/callback`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        type: 9,
        data: {
          custom_id: action,
          title: "Answer",
          components: [{ type: 18, label: "Your answer", component: input }],
        },
      }),
    });
    await pressing;
    await another(inbound);
    await submit(discord, { answer: "Friday" });
    const [note] = discord.stored.ephemerals(ADA);
    expect(note?.content).toMatch(/^This button is not known here/);
    expect(note?.embeds).toMatchObject([{ description: "```\nFriday\n```" }]);
    expect(inbound.presses).toEqual([]);
  });

  it("is not opened by a button that leads into another form than there is by now", async () => {
    const setup = await setUp();
    const { discord, inbound } = setup;
    await opened(setup, approvalOf({ artifactData: 1 }), "edit-accept");
    await submit(discord, { f0: "one" });
    inbound.asked = interruptOf(approvalOf({ artifactData: 2 }));
    await pressNote(discord);
    expect(discord.people(ADA).view().modal).toBeNull();
    expect(notesOf(discord)[1]).toMatch(/^This form has changed since it was opened[.]/);
  });

  it("longer than is edited in a chat is not opened, and the ways that work are named", async () => {
    const setup = await setUp();
    const { discord } = setup;
    await opened(setup, approvalOf({ artifactData: "x".repeat(20_001) }), "edit-accept");
    expect(discord.people(ADA).view().modal).toBeNull();
    expect(notesOf(discord)).toEqual([
      "There are 20,001 characters to edit, and on Discord at most 20,000 can be. Nothing changed. What the card offers besides works here: Accept, Send back, Ask, Reject.",
    ]);
  });
});

/** 9,000 units: spaces around it, Windows' line ends, emoji of several code points. */
const LONG = `${`  \r\n${"Zeile mit Ümlaut und 👩‍👩‍👧‍👦 am Ende \r\n".repeat(250)}`.slice(0, 8996)}\r\n  `;

describe("A text of 9,000 characters", () => {
  it("that is edited in one place comes back byte for byte everywhere else", async () => {
    const setup = await setUp();
    const { discord, inbound } = setup;
    await opened(setup, approvalOf({ artifactData: { before: 1, text: LONG } }), "edit-accept");
    const shown = standing(discord);
    // As a browser hands it back: line ends of its own, and nothing around the text.
    const returned = Object.fromEntries(
      Object.entries(shown)
        .filter(([id]) => id.startsWith("f1."))
        .map(([id, text]) => [id, String(text).trim().replaceAll("\r\n", "\n")]),
    );
    expect(Object.keys(returned)).toEqual(["f1.0", "f1.1", "f1.2"]);
    const middle = String(returned["f1.1"]);
    await submit(discord, { ...returned, "f1.1": middle.replace("Ümlaut", "Umlaut") });
    const at = LONG.indexOf("Ümlaut", String(shown["f1.0"]).length);
    const expected = `${LONG.slice(0, at)}U${LONG.slice(at + 1)}`;
    expect(responses(inbound)).toEqual([
      {
        resumeValue: {
          action: "edit-accept",
          editedArtifactData: { before: 1, text: expected },
        },
      },
    ]);
  });
});

describe("A form of two pages", () => {
  const FIRST = { f0: "zero", f1: "one\n", f2: " two", f3: "three", f4: "four" };
  const SECOND = { f5: "five", f6: "six" };
  const ANSWERS = {
    answers: Object.fromEntries(
      Object.values({ ...FIRST, ...SECOND }).map((text, index) => [`q${index}`, text]),
    ),
  };

  /** Both pages opened, the first one sent. */
  async function onSecond(setup: Setup) {
    const { discord } = setup;
    const { posted, id } = await opened(setup, SEVEN, "answer");
    expect(modalOf(discord).title).toBe("Answer (1 of 2)");
    await submit(discord, FIRST);
    expect(notesOf(discord)).toEqual([
      "Page 1 of 2 is kept for six hours. Nothing is decided before the last page is submitted.",
    ]);
    expect(noteButton(discord).label).toBe("Continue (2 of 2)");
    await pressNote(discord);
    expect(modalOf(discord).title).toBe("Answer (2 of 2)");
    return { posted, id };
  }

  it("goes on after a restart, and is taken as a whole", async () => {
    const setup = await setUp();
    const { discord, inbound, another, platform, lines } = setup;
    await opened(setup, SEVEN, "answer");
    await submit(discord, FIRST);
    await platform.stop();
    const later = new FakeInbound(inbound.shelf);
    later.asked = interruptOf(SEVEN);
    const second = await another(later);
    await pressNote(discord);
    expect(await submit(discord, SECOND)).toMatchObject({ ok: true });
    expect(responses(inbound)).toEqual([]);
    expect(responses(later)).toEqual([{ resumeValue: ANSWERS }]);
    await second.stop();
    expect(inbound.shelf.kept.size).toBe(0);
    expect(lines).toEqual([]);
  });

  it("is mended on the page that needs it, and sent from there", async () => {
    const setup = await setUp();
    const { discord, inbound } = setup;
    await opened(setup, SEVEN, "answer");
    await submit(discord, { ...FIRST, f3: " " });
    await pressNote(discord);
    await submit(discord, SECOND);
    expect(notesOf(discord)[1]).toContain("Question 3? This is empty. Write at least one word.");
    await pressNote(discord);
    expect(modalOf(discord).title).toBe("Answer (1 of 2)");
    expect(standing(discord)).toEqual({ ...FIRST, f3: " " });
    await submit(discord, FIRST);
    expect(responses(inbound)).toEqual([{ resumeValue: ANSWERS }]);
  });

  it("is walked through again when it is opened anew from the card, with all that was typed", async () => {
    const setup = await setUp();
    const { discord, inbound } = setup;
    const { posted, id } = await onSecond(setup);
    discord.people(ADA).close(modalOf(discord).id);
    await pressOn(discord, posted, id);
    expect(standing(discord)).toEqual(FIRST);
    await submit(discord, { f0: "nought" });
    expect(inbound.presses).toEqual([]);
    await pressNote(discord);
    await submit(discord, SECOND);
    expect(responses(inbound)).toEqual([
      { resumeValue: { answers: { ...ANSWERS.answers, q0: "nought" } } },
    ]);
  });

  it("does not go on without what was typed before, whether that ended before or after it was opened", async () => {
    const setup = await setUp();
    const { discord, inbound, pause } = setup;
    await onSecond(setup);
    inbound.shelf.kept.clear();
    const sending = submit(discord, SECOND);
    await heldBack(pause);
    pause.pass(1000);
    await sending;
    const gone = discord.stored.ephemerals(ADA).at(-1);
    expect(gone?.content).toMatch(/^What you typed before is not kept any more/);
    expect(gone?.attachments.map(({ data }) => data.toString())).toEqual(["five", "six"]);
    expect(inbound.presses).toEqual([]);
    const [first] = discord.stored.ephemerals(ADA);
    const [row] = (first?.components ?? []) as { components: { custom_id: string }[] }[];
    const action = row?.components[0]?.custom_id ?? "";
    await discord.people(ADA).press({ place: CHANNEL, message: first?.id ?? "", action });
    expect(discord.people(ADA).view().modal).toBeNull();
    expect(notesOf(discord).at(-1)).toMatch(/^What you typed before is not kept any more/);
  });

  it.each(["first", "second"])(
    "says that the store is away when the %s page is sent, and hands back what was typed",
    async (page) => {
      const setup = await setUp();
      const { discord, inbound, pause } = setup;
      if (page === "first") await opened(setup, SEVEN, "answer");
      else await onSecond(setup);
      inbound.shelf.away = true;
      const sending = submit(discord, page === "first" ? FIRST : SECOND);
      await heldBack(pause);
      pause.pass(1000);
      expect(await sending).toMatchObject({ ok: true });
      const note = discord.stored.ephemerals(ADA).at(-1);
      expect(note?.content).toBe(
        "Nothing was recorded (the store is away). Press again in a minute.",
      );
      expect(note?.attachments.map(({ data }) => data.toString())).toEqual(
        Object.values(page === "first" ? FIRST : SECOND),
      );
      expect(inbound.presses).toEqual([]);
    },
  );

  it("that comes too late hands back what was typed on every page", async () => {
    const setup = await setUp();
    const { discord, inbound } = setup;
    await onSecond(setup);
    inbound.taken = () =>
      recorded({
        ok: false,
        words: ["Grace was faster."],
        correctable: false,
      } satisfies PressResult);
    await submit(discord, SECOND);
    const note = discord.stored.ephemerals(ADA).at(-1);
    expect(note?.content).toBe("Grace was faster.");
    expect(note?.attachments.map(({ data }) => data.toString())).toEqual(
      Object.values({ ...FIRST, ...SECOND }),
    );
  });

  it("is recorded once and told once by two replicas that both hear every page", async () => {
    const setup = await setUp();
    const { discord, inbound, another, platform, pause } = setup;
    const other = new FakeInbound(inbound.shelf);
    other.asked = interruptOf(SEVEN);
    const second = await another(other);
    const taken = new Set<string>();
    const once = (id: string): Taken => {
      const again = taken.has(id);
      taken.add(id);
      const words = ["Your answer counts."];
      return again ? { state: "duplicate" } : recorded({ ok: true, words });
    };
    inbound.taken = ({ id }) => once(id);
    other.taken = ({ id }) => once(id);
    await onSecond(setup);
    await submit(discord, SECOND);
    await discord.until(() => notesOf(discord).length === 2);
    // Whoever finds the draft gone, because the other has sent it, keeps that back and is not heard.
    pause.pass(1000);
    await Promise.all([platform.stop(), second.stop()]);
    expect(notesOf(discord)).toEqual([
      expect.stringMatching(/^Page 1 of 2 is kept/),
      "Your answer counts.",
    ]);
    expect(taken.size).toBe(1);
  });

  it("never leaves what was typed in a log", async () => {
    const setup = await setUp();
    const { discord, inbound, lines, pause } = setup;
    await onSecond(setup);
    discord.faults.onRest({ path: /callback/ }, { kind: "error", when: "before" });
    inbound.shelf.away = true;
    void submit(discord, { f5: "a secret of mine", f6: "another secret" });
    await heldBack(pause);
    pause.pass(1000);
    await expect.poll(() => lines.length).toBeGreaterThan(0);
    expect(lines.join("\n")).not.toContain("secret");
  });
});

describe("Drafts in memory", () => {
  it("behave as those in Redis do", async () => {
    const shelf = new Shelf();
    await shelf.save({ a: 1 }, { f0: "x", f1: "y" });
    await shelf.save({ a: 1 }, { f0: "z" });
    expect(await shelf.load({ a: 1 })).toEqual({ f0: "z", f1: "y" });
    expect(await shelf.load({ a: 2 })).toEqual({});
    await shelf.drop({ a: 1 });
    expect(await shelf.load({ a: 1 })).toEqual({});
  });
});
