import { describe, expect, it } from "vitest";
import { checkDiscord } from "../../adapters/discord/doctor.ts";
import { openGateway } from "../../adapters/discord/gateway.ts";
import { discordPlatform } from "../../adapters/discord/index.ts";
import { parseReference } from "../../src/core/reference.ts";
import type { PressResult, Taken } from "../../src/presentation/platform.ts";
import { NOT_CONFIRMED, NOT_CONFIRMED_TYPED } from "../../src/presentation/wording.ts";
import { plainWords, type Words } from "../../src/presentation/words.ts";
import { ManualClock } from "../platforms/discord/clock.ts";
import type { LocalDiscord } from "../platforms/discord/server.ts";
import { approval, cardOf, interruptOf, OUTCOMES, question } from "../unit/discord/samples.ts";
import {
  ADA,
  ADDRESS,
  CHANNEL,
  EVE,
  FakeInbound,
  GUILD,
  heldBack,
  NONCE,
  notesOf,
  post,
  pressOn,
  recorded,
  refusal,
  type Setup,
  setUp,
} from "./discord-stage.ts";
import { OwnStore } from "./discord-store.ts";

describe("A card", () => {
  const card = cardOf(approval());

  it("is posted, found again by its buttons or what it says of itself, and edited in place", async () => {
    const { discord, platform } = await setUp({ start: false });
    const posted = await post(platform, card);
    expect(posted.link).toBe(`https://discord.com/channels/${GUILD}/${CHANNEL}/${posted.id}`);
    expect(await platform.cards.find(ADDRESS, card, Date.now())).toEqual(posted);

    const ended = cardOf(approval(), OUTCOMES["accepted"]);
    await platform.cards.edit(ADDRESS, posted, ended);
    expect(discord.stored.message(posted.id)?.content).toBe("**Accepted · Settle invoice INV-42**");
    expect(discord.stored.message(posted.id)?.components).toEqual([]);
    expect(await platform.cards.find(ADDRESS, ended, Date.now())).toEqual(posted);
    expect(await platform.cards.find(ADDRESS, cardOf(question()), Date.now())).toBeUndefined();
    // The same was asked by another run, or at another time.
    for (const other of [{ from: "invoice-agent · run 9" }, { askedAt: ended.askedAt + 1000 }]) {
      const wanted = { ...ended, ...other, reference: "7.other" };
      expect(await platform.cards.find(ADDRESS, wanted, Date.now())).toBeUndefined();
    }
    // The margin for unlike clocks is a minute.
    expect(await platform.cards.find(ADDRESS, card, Date.now() + 120_000)).toBeUndefined();
  });

  it("is found behind a page of other messages, and not in what people repeat", async () => {
    const { discord, platform } = await setUp({ start: false });
    const foot = `${card.digest} · ${card.reference}`;
    const since = Date.now();
    for (let index = 0; index < 120; index += 1) {
      discord.people(ADA).say({ place: CHANNEL, text: `${foot} ${index}` });
    }
    const posted = await post(platform, card);
    expect(await platform.cards.find(ADDRESS, card, since)).toEqual(posted);
  });

  it("is looked for no longer than it can have been posted, however much was written since", async () => {
    const clock = new ManualClock();
    const { discord, platform } = await setUp({ start: false, clock });
    const since = clock.now();
    clock.advance(60 * 60_000);
    for (let index = 0; index < 250; index += 1) {
      discord.people(ADA).say({ place: CHANNEL, text: `message ${index}` });
    }
    expect(await platform.cards.find(ADDRESS, card, since)).toBeUndefined();
    expect(discord.log.filter(({ path }) => path.endsWith("/messages"))).toHaveLength(1);
  });

  it("is not said to be nowhere when more was written than may be read, and is found by a try that reads on", async () => {
    const clock = new ManualClock();
    const { discord, platform, another } = await setUp({ clock });
    const since = clock.now();
    for (let index = 0; index < 2500; index += 1) {
      discord.people(ADA).say({ place: CHANNEL, text: `message ${index}` });
    }
    const posted = await post(platform, card);
    const places: string[] = [];
    const reached = (place: string) => {
      places.push(place);
      return Promise.resolve();
    };
    // Twenty pages of a hundred in five seconds.
    await expect(platform.cards.find(ADDRESS, card, since, { reached })).rejects.toMatchObject({
      code: "platform-unavailable",
      retryable: true,
      retryAfterMs: expect.any(Number) as number,
    });
    expect(places).toHaveLength(20);
    clock.advance(5_000);
    const other = await another(new FakeInbound());
    const progress = { from: places.at(-1), reached };
    expect(await other.cards.find(ADDRESS, card, since, progress)).toEqual(posted);
    expect(places).toHaveLength(25);
  });

  it("is one, even when Discord posts it and then answers with an error", async () => {
    const { discord, platform } = await setUp({ start: false });
    discord.faults.onRest({ method: "POST" }, { kind: "error", when: "after", status: 500 });
    await expect(post(platform, card)).rejects.toMatchObject({
      code: "platform-unavailable",
      retryable: true,
    });
    await post(platform, card);
    expect(discord.stored.messages(CHANNEL)).toHaveLength(1);
  });

  it("pings nobody, on posting and on editing", async () => {
    const { discord, platform } = await setUp({ start: false });
    const hostile = cardOf(approval({ title: `@everyone <@${ADA}>` }));
    const posted = await post(platform, hostile);
    await platform.cards.edit(ADDRESS, posted, hostile);
    const pings = discord.stored.message(posted.id)?.pings;
    expect(pings).toEqual({ everyone: false, users: [], roles: [] });
  });

  it.each([
    ["asked to wait", { kind: "rate-limit", retryAfter: 7 }, "platform-unavailable", true],
    [
      "asked to wait without saying how long",
      { kind: "rate-limit", retryAfter: "absent" },
      "platform-unavailable",
      true,
    ],
    ["out of order", { kind: "error", when: "before", status: 503 }, "platform-unavailable", true],
    ["cut off", { kind: "reset", when: "before" }, "platform-silent", true],
  ] as const)("is one try when Discord is %s", async (_name, fault, code, retryable) => {
    const { discord, platform } = await setUp({ start: false });
    discord.faults.onRest({ method: "POST", times: 2 }, fault);
    const started = performance.now();
    const failure: unknown = await post(platform, card).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code, retryable });
    expect(discord.log).toHaveLength(1);
    // Less than the seven seconds that it is asked to wait.
    expect(performance.now() - started).toBeLessThan(6_000);
    if (fault.kind === "rate-limit" && fault.retryAfter === 7) {
      // Seven seconds, and the library's own 50 ms.
      expect(failure).toMatchObject({ retryAfterMs: 7050 });
    }
  });

  it("is edited later where Discord asks to wait, which is one request", async () => {
    const { discord, platform } = await setUp({ start: false });
    const posted = await post(platform, card);
    // 30046: a message that is older than an hour was edited too often.
    const tooOften = { kind: "rate-limit", retryAfter: 40, code: 30046 } as const;
    discord.faults.onRest({ method: "PATCH", times: 9 }, tooOften);
    await expect(platform.cards.edit(ADDRESS, posted, card)).rejects.toMatchObject({
      code: "platform-unavailable",
      retryable: true,
      // And the library's own 50 ms.
      retryAfterMs: 40_050,
    });
    expect(discord.log.filter(({ method }) => method === "PATCH")).toHaveLength(1);
  });

  it("cannot be posted where the bot may not, and cannot be edited once it is gone", async () => {
    const { platform } = await setUp({ start: false });
    const hidden = { ...ADDRESS, channel: "400000000000000002" };
    await expect(platform.cards.post(hidden, card, NONCE)).rejects.toMatchObject({
      code: "no-access",
      retryable: false,
    });
    const unknown = { id: "500000000000000001" };
    await expect(platform.cards.edit(ADDRESS, unknown, card)).rejects.toMatchObject({
      code: "message-gone",
      retryable: false,
    });
  });

  it.each([
    ["takes its body for a wrong one", 50035],
    ["lets AutoMod stop its words", 200000],
    ["lets a filter of links stop its words", 240000],
  ])("is reduced to what cannot be refused when Discord %s", async (_what, code) => {
    const { discord, platform, lines } = await setUp({ start: false });
    const refuse = (method: string) =>
      discord.faults.onRest(
        { method, path: /messages/ },
        { kind: "error", when: "before", status: 400, code },
      );
    refuse("POST");
    const posted = await post(platform, card);
    refuse("PATCH");
    const before = discord.stored.message(posted.id);
    await platform.cards.edit(ADDRESS, posted, card);
    // Posted once, edited once, each at the second try: still to be decided, without a word of the agent's body.
    for (const shown of [before, discord.stored.message(posted.id)]) {
      expect(JSON.stringify(shown?.embeds)).toContain("could not be shown");
      expect(JSON.stringify(shown?.components)).toContain(`parley:accept:${card.reference}`);
    }
    expect(discord.stored.messages(CHANNEL)).toHaveLength(1);
    expect(
      lines.filter((line) => line.includes("Discord refused the body of a card")),
    ).toHaveLength(2);
  });

  it("is not tried a third time when Discord refuses the least there is, and says so", async () => {
    const { discord, platform } = await setUp({ start: false });
    const refused = { kind: "error", when: "before", status: 400, code: 50035 } as const;
    discord.faults.onRest({ method: "POST", path: /messages/, times: 2 }, refused);
    const failure = await post(platform, card).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "platform-refused" });
    expect(discord.log.filter(({ method }) => method === "POST")).toHaveLength(2);
  });
});

describe("A press", () => {
  const card = cardOf(approval());
  const accept = `parley:accept:${card.reference}`;

  it("is recorded before Discord hears that it arrived", async () => {
    const { discord, inbound, platform } = await setUp();
    const posted = await post(platform, card);
    const callbacks = () => discord.log.filter(({ path }) => path.endsWith("/callback")).length;
    let before = -1;
    inbound.taken = () => {
      before = callbacks();
      return recorded({ ok: true });
    };
    expect(await pressOn(discord, posted, accept)).toMatchObject({ ok: true });
    expect(before).toBe(0);
    expect(callbacks()).toBe(1);
    expect(inbound.presses).toMatchObject([
      {
        account: `discord:${ADA}`,
        workspace: GUILD,
        reference: parseReference(card.reference),
        response: { resumeValue: { action: "accept" } },
      },
    ]);
    expect(notesOf(discord)).toEqual([]);
  });

  it("that is refused is explained to the presser and to nobody else", async () => {
    const { discord, inbound, platform } = await setUp();
    const posted = await post(platform, card);
    inbound.taken = () => recorded(refusal());
    await pressOn(discord, posted, accept, EVE);
    await discord.until(() => notesOf(discord, EVE).length > 0);
    expect(notesOf(discord, EVE)).toEqual(["Only ada can decide."]);
    expect(notesOf(discord, ADA)).toEqual([]);
    expect(discord.stored.messages(CHANNEL)).toHaveLength(1);
  });

  it.each(["not-recorded", "not-confirmed"] as const)("that is %s is said so", async (state) => {
    const { discord, inbound, platform, pause } = await setUp();
    const posted = await post(platform, card);
    inbound.taken = () => ({ state, words: ["Press again in a minute."] });
    const pressing = pressOn(discord, posted, accept);
    await heldBack(pause);
    expect(notesOf(discord)).toEqual([]);
    pause.pass(1000);
    expect(await pressing).toMatchObject({ ok: true });
    expect(notesOf(discord)).toEqual(["Press again in a minute."]);
  });

  it("that one replica cannot record is answered by the one that did, and by no other", async () => {
    const { discord, inbound, platform, pause, another, lines } = await setUp();
    const posted = await post(platform, card);
    const healthy = new FakeInbound();
    healthy.taken = () => recorded(refusal());
    await another(healthy);
    inbound.taken = () => ({ state: "not-recorded", words: ["Nothing was recorded."] });
    expect(await pressOn(discord, posted, accept)).toMatchObject({ ok: true });
    await heldBack(pause);
    pause.pass(1000);
    await discord.until(() => notesOf(discord).length > 0);
    await platform.stop();
    expect([inbound, healthy].map(({ presses }) => presses.length)).toEqual([1, 1]);
    expect(notesOf(discord)).toEqual(["Only ada can decide."]);
    expect(lines).toEqual([]);
  });

  it("that the store is silent about is called not confirmed in time, and a refusal follows", async () => {
    const { discord, inbound, platform, pause } = await setUp();
    const posted = await post(platform, card);
    let record: (taken: Taken) => void = () => {};
    inbound.taken = () => new Promise<Taken>((resolve) => (record = resolve));
    const pressing = pressOn(discord, posted, accept);
    await expect.poll(() => inbound.presses.length).toBe(1);
    // Half a second before Discord gives up.
    pause.pass(2500);
    expect(await pressing).toMatchObject({ ok: true });
    expect(notesOf(discord)).toEqual([plainWords(NOT_CONFIRMED)]);
    record(recorded(refusal()));
    await discord.until(() => notesOf(discord).length === 2);
    expect(notesOf(discord)).toContain("Only ada can decide.");
  });

  it("says on which message it was made", async () => {
    const { discord, inbound, platform } = await setUp();
    const posted = await post(platform, card);
    await pressOn(discord, posted, accept);
    expect(inbound.presses).toMatchObject([{ message: posted.id }]);
  });

  it("that is delivered twice is recorded once and answered once", async () => {
    const { discord, inbound, platform, lines } = await setUp();
    const posted = await post(platform, card);
    inbound.taken = () => recorded(refusal());
    discord.faults.duplicate("INTERACTION_CREATE");
    await pressOn(discord, posted, accept);
    await discord.until(() => notesOf(discord).length > 0 && inbound.presses.length === 2);
    await platform.stop();
    expect(new Set(inbound.presses.map(({ id }) => id)).size).toBe(1);
    expect(notesOf(discord)).toHaveLength(1);
    expect(lines).toEqual([]);
  });

  it("on a card of before a restart works, and is told by its own reply", async () => {
    const { discord, inbound, platform, another } = await setUp();
    const posted = await post(platform, card);
    await platform.stop();
    const later = new FakeInbound();
    const second = await another(later);
    await pressOn(discord, posted, accept);
    expect(inbound.presses).toEqual([]);
    const [press] = later.presses;
    if (press === undefined) throw new Error("the press did not arrive");
    await second.tell(press, ["Told later."]);
    expect(notesOf(discord)).toEqual(["Told later."]);
    const broken = { ...press, reply: "{}" };
    await expect(second.tell(broken, ["x"])).rejects.toMatchObject({ code: "platform-refused" });
  });

  it("by a button that looks like ours and is not changes nothing", async () => {
    const { discord, inbound, platform } = await setUp();
    const odd = { ...card, reference: "made-up" };
    const posted = await post(platform, odd);
    await pressOn(discord, posted, "parley:accept:made-up");
    expect(inbound.presses).toEqual([]);
    expect(notesOf(discord)).toEqual([
      "This button is not known here (its card is of another version). Nothing changed. /pending lists what waits for you.",
    ]);
  });

  it("in hand is finished before stopping is done", async () => {
    const { discord, inbound, platform } = await setUp();
    const posted = await post(platform, card);
    let decide: (result: PressResult) => void = () => {};
    const result = new Promise<PressResult>((resolve) => {
      decide = resolve;
    });
    inbound.taken = () => recorded(result);
    await pressOn(discord, posted, accept);
    const order: string[] = [];
    const stopping = (async () => {
      await platform.stop();
      order.push("stopped");
    })();
    await discord.until(() => discord.connected === 0);
    order.push("decided");
    decide(refusal());
    await stopping;
    expect(order).toEqual(["decided", "stopped"]);
    expect(notesOf(discord)).toEqual(["Only ada can decide."]);
  });
});

describe("An answer by form", () => {
  const card = cardOf(question());
  const answer = `parley:answer:${card.reference}`;
  const TYPED = "Friday, late.\n  Two `rooms`";

  async function formOpen(setup: Setup): Promise<string> {
    const posted = await post(setup.platform, card);
    setup.inbound.asked = interruptOf(question());
    await pressOn(setup.discord, posted, answer);
    const { modal } = setup.discord.people(ADA).view();
    if (modal === null) throw new Error("no form is open");
    return modal.id;
  }

  it("arrives as it was typed", async () => {
    const setup = await setUp();
    const modal = await formOpen(setup);
    expect(setup.inbound.opens).toMatchObject([{ purpose: "answer", withinMs: 800 }]);
    const done = await setup.discord.people(ADA).submit({ modal, values: { f0: TYPED } });
    expect(done).toMatchObject({ ok: true });
    expect(setup.inbound.presses).toMatchObject([
      {
        message: expect.stringMatching(/^\d+$/),
        response: { resumeValue: { answers: { q: TYPED } } },
      },
    ]);
    expect(notesOf(setup.discord)).toEqual([]);
  });

  it("is not opened for those who may not, and they hear why at once", async () => {
    const { discord, platform, pause } = await setUp();
    const posted = await post(platform, card);
    await pressOn(discord, posted, answer, EVE);
    expect(discord.people(EVE).view().modal).toBeNull();
    expect(notesOf(discord, EVE)).toEqual(["Not for you."]);
    expect(pause.waits(0, 1000)).toBe(false);
  });

  it("is held back from saying that the store is away, for others to open it first", async () => {
    const { discord, inbound, platform, pause } = await setUp();
    const posted = await post(platform, card);
    inbound.opened = { ok: false, words: ["The store is away."], storeAway: true };
    const pressing = pressOn(discord, posted, answer);
    await heldBack(pause);
    expect(notesOf(discord)).toEqual([]);
    pause.pass(1000);
    await pressing;
    expect(notesOf(discord)).toEqual(["The store is away."]);
  });

  it("that can be mended gives back what was typed, byte for byte", async () => {
    const setup = await setUp();
    const modal = await formOpen(setup);
    setup.inbound.taken = () => recorded(refusal(true));
    await setup.discord.people(ADA).submit({ modal, values: { f0: TYPED } });
    const [note] = setup.discord.stored.ephemerals(ADA);
    expect(note?.content).toBe("Only ada can decide.");
    // Back-ticks cannot stand in a block unchanged, so it comes as a file.
    expect(note?.attachments[0]?.data.toString()).toBe(TYPED);
  });

  it("that comes too late gives back what was typed all the same", async () => {
    const setup = await setUp();
    const modal = await formOpen(setup);
    setup.inbound.taken = () => recorded(refusal(false));
    await setup.discord.people(ADA).submit({ modal, values: { f0: "Friday" } });
    const [note] = setup.discord.stored.ephemerals(ADA);
    expect(note?.embeds).toMatchObject([{ description: "```\nFriday\n```" }]);
  });

  it("that was not recorded gives back what was typed, ready to copy", async () => {
    const setup = await setUp();
    const modal = await formOpen(setup);
    setup.inbound.taken = () => ({ state: "not-recorded", words: ["Nothing was recorded."] });
    const sending = setup.discord.people(ADA).submit({ modal, values: { f0: "Friday" } });
    await heldBack(setup.pause);
    setup.pause.pass(1000);
    await sending;
    const [note] = setup.discord.stored.ephemerals(ADA);
    expect(note?.embeds).toMatchObject([{ description: "```\nFriday\n```" }]);
  });

  it("that takes long is called recorded, and its refusal follows", async () => {
    const setup = await setUp();
    const modal = await formOpen(setup);
    let decide: (result: PressResult) => void = () => {};
    setup.inbound.taken = () =>
      recorded(
        new Promise<PressResult>((resolve) => {
          decide = resolve;
        }),
      );
    const sending = setup.discord.people(ADA).submit({ modal, values: { f0: "Friday" } });
    // Seven tenths of a second are waited for the result: less than others hold back.
    await expect.poll(() => setup.pause.waits(0, 700)).toBe(true);
    setup.pause.pass(700);
    await sending;
    expect(notesOf(setup.discord)).toEqual(["Recorded. The card will show the outcome."]);
    decide(refusal());
    await setup.discord.until(() => notesOf(setup.discord).length === 2);
    expect(notesOf(setup.discord)).toContain("Only ada can decide.");
  });
});

describe("An answer typed in the thread", () => {
  const card = cardOf(question());
  const reference = parseReference(card.reference) ?? { partition: 0, ref: "", shown: "" };

  const INVITED = {
    name: "how",
    question: "Which evening should the hotel expect you?",
  } as const;
  const END = { name: "end", words: ["Answered by Ada Lovelace"] };
  const threadsOf = ({ cards }: Setup["platform"]) => {
    if (cards.threads === undefined) throw new Error("Discord has threads");
    return cards.threads;
  };

  async function threadOpen({ platform, inbound }: Setup): Promise<string> {
    const posted = await post(platform, card);
    await threadsOf(platform).open(ADDRESS, posted, card);
    await threadsOf(platform).say(posted.id, INVITED, "s".repeat(22));
    inbound.threads.set(posted.id, reference);
    return posted.id;
  }

  const textsIn = (discord: LocalDiscord, thread: string) =>
    discord.stored
      .messages(thread)
      .filter(({ type }) => type === 0 || type === 19)
      .map(({ content }) => content);

  it("is any message where content may be read, and needs no words when it counts", async () => {
    const setup = await setUp({ content: true });
    const { discord, inbound } = setup;
    const thread = await threadOpen(setup);
    discord.people(ADA).say({ place: CHANNEL, thread, text: "Friday" });
    await expect.poll(() => inbound.presses.length).toBe(1);
    await setup.platform.stop();
    expect(inbound.presses).toMatchObject([
      { account: `discord:${ADA}`, response: { answer: "Friday" } },
    ]);
    expect(textsIn(discord, thread)).toEqual([
      "> Which evening should the hotel expect you?\nWrite your answer here, in one message.",
      "Friday",
    ]);
  });

  it("is a message that mentions the bot where content may not be read", async () => {
    const setup = await setUp();
    const { discord, inbound } = setup;
    const thread = await threadOpen(setup);
    inbound.taken = () => recorded(refusal(true));
    discord.people(ADA).say({ place: CHANNEL, thread, text: "just talking" });
    const text = `<@${discord.applicationId}> Friday`;
    discord.people(ADA).say({ place: CHANNEL, thread, text });
    await discord.until(() => textsIn(discord, thread).length === 4);
    expect(inbound.presses).toMatchObject([{ response: { answer: "Friday" } }]);
    expect(textsIn(discord, thread).at(-1)).toBe("Only ada can decide.");
  });

  it("is heard in a thread of before a restart", async () => {
    const setup = await setUp({ content: true });
    const { discord } = setup;
    const thread = await threadOpen(setup);
    await setup.platform.stop();
    const later = new FakeInbound();
    later.threads.set(thread, reference);
    await setup.another(later);
    discord.people(ADA).say({ place: CHANNEL, thread, text: "Friday" });
    await expect.poll(() => later.presses.length).toBe(1);
    expect(later.presses).toMatchObject([{ response: { answer: "Friday" } }]);
  });

  it("is told when it cannot even be looked up, in threads of ours", async () => {
    const setup = await setUp({ content: true });
    const { discord, inbound, pause } = setup;
    const thread = await threadOpen(setup);
    inbound.threadFails = true;
    discord.people(ADA).say({ place: CHANNEL, thread, text: "Friday" });
    await heldBack(pause);
    pause.pass(1000);
    await discord.until(() => textsIn(discord, thread).length === 3);
    expect(textsIn(discord, thread).at(-1)).toBe(plainWords(NOT_CONFIRMED_TYPED));
    expect(inbound.presses).toEqual([]);
  });

  it("is answered once when one replica took it and another could not", async () => {
    const setup = await setUp({ content: true });
    const { discord, inbound, pause, another, platform } = setup;
    const thread = await threadOpen(setup);
    const healthy = new FakeInbound();
    healthy.threads.set(thread, reference);
    await another(healthy);
    inbound.taken = () => ({ state: "not-recorded", words: ["Nothing was recorded."] });
    discord.people(ADA).say({ place: CHANNEL, thread, text: "Friday" });
    await expect.poll(() => healthy.presses.length).toBe(1);
    await threadsOf(platform).say(thread, END, "e".repeat(22));
    await heldBack(pause);
    pause.pass(1000);
    await platform.stop();
    expect(textsIn(discord, thread).slice(1)).toEqual(["Friday", "Answered by Ada Lovelace"]);
  });

  it("is not what is said in a channel, nor what the bot itself says", async () => {
    const setup = await setUp({ content: true });
    const { discord, inbound } = setup;
    const thread = await threadOpen(setup);
    discord.people(ADA).say({ place: CHANNEL, text: "Friday" });
    discord.people(ADA).say({ place: CHANNEL, thread, text: "Saturday" });
    await expect.poll(() => inbound.presses.length).toBe(1);
    await setup.platform.stop();
    expect(inbound.presses).toMatchObject([{ response: { answer: "Saturday" } }]);
  });
});

describe("Show all", () => {
  it("hands out the whole text as a file, byte for byte, to the one who asks", async () => {
    const { discord, inbound, platform } = await setUp();
    const whole = `${"line ✓\r\n".repeat(40_000)}\u0000 end`;
    const card = cardOf(approval({ artifactType: "diff", artifactData: whole }));
    const posted = await post(platform, card);
    inbound.opened = { ok: true, card, whole: [{ name: "artifact.diff", text: whole }] };
    await pressOn(discord, posted, `parley:show-all:${card.reference}`);
    await discord.until(() => discord.stored.ephemerals(ADA)[0]?.attachments.length === 1);
    const [file] = discord.stored.ephemerals(ADA)[0]?.attachments ?? [];
    expect(file?.filename).toBe("artifact.diff");
    expect(file?.data.equals(Buffer.from(whole))).toBe(true);
  });

  it("says so when the text is larger than Discord takes", async () => {
    const { discord, inbound, platform } = await setUp();
    const card = cardOf(approval({ description: "x\n".repeat(40) }));
    const posted = await post(platform, card);
    const text = "x".repeat(8 * 1024 * 1024 + 1);
    inbound.opened = { ok: true, card, whole: [{ name: "artifact.txt", text }] };
    await pressOn(discord, posted, `parley:show-all:${card.reference}`);
    expect(notesOf(discord)[0]).toMatch(/^The whole text has 8\.0 MiB/);
  });
});

describe("/pending", () => {
  it("lists what waits, to the one who asks", async () => {
    const { discord } = await setUp();
    expect(discord.stored.commands()).toMatchObject([{ name: "pending" }]);
    await discord.people(ADA).command({ place: CHANNEL, command: "pending" });
    await discord.until(() => notesOf(discord)[0] === "**1 thing waits for you**");
    const [note] = discord.stored.ephemerals(ADA);
    expect(JSON.stringify(note?.embeds)).toContain("[Open](https://discord.com/x)");
    expect(discord.stored.messages(CHANNEL)).toEqual([]);
  });

  it("is the list of the replica that can read it, and no other overwrites it", async () => {
    const { discord, inbound, platform, pause, another } = await setUp();
    await another(new FakeInbound());
    inbound.pendingAnswer = async () => ["The list cannot be read just now."];
    await discord.people(ADA).command({ place: CHANNEL, command: "pending" });
    await heldBack(pause);
    pause.pass(1000);
    await platform.stop();
    expect(notesOf(discord)).toEqual(["**1 thing waits for you**"]);
  });

  it("that takes long is promised and follows", async () => {
    const { discord, inbound, pause } = await setUp();
    let answer: (words: Words) => void = () => {};
    inbound.pendingAnswer = () => new Promise((resolve) => (answer = resolve));
    const asking = discord.people(ADA).command({ place: CHANNEL, command: "pending" });
    await expect.poll(() => pause.waits(1000, 1200)).toBe(true);
    pause.pass(1200);
    await asking;
    answer(["Nothing waits for you."]);
    await discord.until(() => notesOf(discord)[0] === "Nothing waits for you.");
  });
});

describe("The connection", () => {
  it("is refused with what to change when Discord refuses an intent", async () => {
    const { discord } = await setUp({ content: false, start: false });
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    // The platform asks for it only where it is on; this is a switch turned off in between.
    const opening = openGateway(
      { token: discord.token, apiUrl: discord.apiUrl },
      {
        log,
        readsContent: true,
        hearsMembers: false,
        shard: { id: 0, count: 1 },
        throttle: { wait: async () => {}, settle: async () => {}, problem: () => undefined },
        onInteraction: () => {},
        onMessage: () => {},
        onMembership: () => {},
        onSession: () => {},
      },
    );
    await expect(opening).rejects.toThrow(/MessageContent.*Privileged Gateway Intents/);
  });

  it("is refused with what to change when the token is wrong", async () => {
    const { discord } = await setUp({ start: false });
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const config = { token: "wrong", apiUrl: discord.apiUrl, guilds: [GUILD] };
    const starting = discordPlatform(config, { log, store: new OwnStore() }).start(
      new FakeInbound(),
    );
    await expect(starting).rejects.toThrow(/token/);
  });

  it("that ends for good later is an error for operators, with what to change", async () => {
    const { discord, lines } = await setUp();
    discord.faults.gateway.closeSockets(4004);
    await expect.poll(() => lines.join("\n")).toContain("Presses on Discord do not arrive");
    expect(lines.join("\n")).toContain('"degraded":true');
  });

  it("never writes a token into a log", async () => {
    const { discord, inbound, platform, lines } = await setUp();
    const card = cardOf(approval());
    const posted = await post(platform, card);
    inbound.taken = () => recorded(refusal());
    const before = lines.length;
    discord.faults.onRest(
      { path: /callback|webhooks/, times: 9 },
      { kind: "error", when: "before" },
    );
    void pressOn(discord, posted, `parley:accept:${card.reference}`);
    await expect.poll(() => lines.length).toBe(before + 2);
    const [interaction] = discord.stored.interactions();
    expect(lines.join("\n")).not.toContain(interaction?.token);
    expect(lines.join("\n")).not.toContain(discord.token);
  });
});

describe("The doctor", () => {
  it("finds everything right, and says what is missing and how to mend it", async () => {
    const { discord } = await setUp();
    const config = { token: discord.token, apiUrl: discord.apiUrl, guilds: [GUILD] };
    const right = await checkDiscord(config, { guilds: [GUILD], channels: [CHANNEL] });
    expect(right.filter(({ ok }) => !ok)).toEqual([]);
    const wrong = await checkDiscord(config, {
      guilds: ["300000000000000009"],
      channels: ["400000000000000002", "400000000000000009"],
    });
    const failed = wrong.filter(({ ok }) => !ok);
    expect(failed.map(({ name }) => name)).toEqual([
      "Discord server 300000000000000009",
      "Discord commands in 300000000000000009",
      "Discord channel 400000000000000002",
      "Discord channel 400000000000000009",
    ]);
    expect(failed.every(({ mend }) => mend !== undefined)).toBe(true);
    const [token] = await checkDiscord({ ...config, token: "wrong" }, { guilds: [], channels: [] });
    // What was found, and once what to do about it.
    expect(token).toEqual({
      name: "Discord token",
      ok: false,
      detail: "Discord refused the bot's token (401)",
      mend: "Copy it again from Bot → Token in the developer portal, or reset it there.",
    });
  });

  it("says what is wrong with a connection that nobody answers", async () => {
    // Port 1 is nobody's.
    const config = { token: "t", apiUrl: "http://127.0.0.1:1/api", guilds: [GUILD] };
    const checks = await checkDiscord(config, { guilds: [], channels: [] });
    expect(checks).toMatchObject([{ detail: "Discord did not answer (connection refused)" }]);
  });
});
