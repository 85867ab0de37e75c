import { describe, expect, it } from "vitest";
import type { PressResult } from "../../src/presentation/platform.ts";
import { ManualClock } from "../platforms/discord/clock.ts";
import { approval, cardOf, interruptOf, OUTCOMES, question } from "../unit/discord/samples.ts";
import {
  ADA,
  ADDRESS,
  CHANNEL,
  GUILD,
  notesOf,
  post,
  pressOn,
  recorded,
  refusal,
  setUp,
  type Setup,
} from "./discord-stage.ts";

/** What Discord allows an interaction: one first answer within three seconds, and a token for fifteen minutes. */

const card = cardOf(approval());
const accept = `parley:accept:${card.reference}`;
const asked = cardOf(question());
const answer = `parley:answer:${asked.reference}`;

/** Types of the first answers that were accepted: 4 says something, 6 says nothing, 9 is a form. */
const firstAnswers = ({ discord }: Pick<Setup, "discord">) =>
  discord.stored.interactions().map(({ callbackType }) => callbackType);

const sent = ({ discord }: Pick<Setup, "discord">, path: RegExp) =>
  discord.log.filter((each) => path.test(each.path));

describe("The first answer", () => {
  it("to twenty presses whose decisions take for ever is there all the same, and so is a form after them", async () => {
    const setup = await setUp();
    const { discord, inbound, platform } = setup;
    const posted = await post(platform, card);
    const open = await post(platform, asked, "o".repeat(22));
    let decide: (result: PressResult) => void = () => {};
    const decided = new Promise<PressResult>((resolve) => (decide = resolve));
    inbound.taken = () => recorded(decided);
    const presses = Array.from({ length: 20 }, async () => pressOn(discord, posted, accept));
    const outcomes = await Promise.all(presses);
    expect(outcomes.map(({ ok }) => ok)).toEqual(Array(20).fill(true));
    expect(inbound.presses).toHaveLength(20);
    inbound.asked = interruptOf(question());
    expect(await pressOn(discord, open, answer)).toMatchObject({ ok: true });
    // Each its own, and nothing before the form, which could not follow anything.
    expect(firstAnswers(setup)).toEqual([...Array<number>(20).fill(6), 9]);
    expect(sent(setup, /callback$/)).toHaveLength(21);
    decide({ ok: true });
  });

  it("that comes too late is one line in the log; the press counts, and the next one is answered", async () => {
    const clock = new ManualClock();
    const setup = await setUp({ clock });
    const { discord, inbound, platform, lines } = setup;
    const posted = await post(platform, card);
    inbound.taken = () => {
      // The process was held up for longer than Discord waits.
      clock.advance(3_200);
      return recorded({ ok: true });
    };
    expect(await pressOn(discord, posted, accept)).toMatchObject({ ok: false });
    await expect.poll(() => lines).toHaveLength(1);
    expect(lines[0]).toContain("Discord closed an interaction before it was answered");
    inbound.taken = () => recorded({ ok: true });
    expect(await pressOn(discord, posted, accept)).toMatchObject({ ok: true });
    expect(inbound.presses).toHaveLength(2);
    expect(lines).toHaveLength(1);
  });

  it("that is a form and comes too late records nothing, and the button works when pressed again", async () => {
    const clock = new ManualClock();
    const { discord, inbound, platform, lines } = await setUp({ clock });
    const posted = await post(platform, asked);
    inbound.asked = interruptOf(question());
    const callback = { method: "POST", path: /callback$/ };
    discord.faults.onRest(callback, { kind: "delay", when: "before", ms: 3_100 });
    const pressing = pressOn(discord, posted, answer);
    await expect.poll(() => inbound.opens.length).toBe(1);
    // The delay was taken up by the request only once it has arrived.
    await expect
      .poll(() => {
        clock.advance(200);
        return lines.length;
      })
      .toBe(1);
    expect(await pressing).toMatchObject({ ok: false });
    expect(discord.people(ADA).view().modal).toBeNull();
    expect(inbound.presses).toEqual([]);
    expect(await pressOn(discord, posted, answer)).toMatchObject({ ok: true });
    expect(discord.people(ADA).view().modal).not.toBeNull();
  });

  it("to a form that was closed and opened again is one, and so is the answer", async () => {
    const setup = await setUp();
    const { discord, inbound, platform } = setup;
    const posted = await post(platform, asked);
    inbound.asked = interruptOf(question());
    const ada = discord.people(ADA);
    await pressOn(discord, posted, answer);
    // Discord tells nobody of it.
    ada.close(ada.view().modal?.id ?? "");
    await pressOn(discord, posted, answer);
    const modal = ada.view().modal?.id ?? "";
    expect(await ada.submit({ modal, values: { f0: "Friday" } })).toMatchObject({ ok: true });
    expect(inbound.presses).toHaveLength(1);
    expect(firstAnswers(setup)).toEqual([9, 9, 6]);
    expect(sent(setup, /callback$/)).toHaveLength(3);
  });

  it("to a form whose card was deleted meanwhile says that it is recorded", async () => {
    const setup = await setUp();
    const { discord, inbound, platform, lines } = setup;
    const posted = await post(platform, asked);
    inbound.asked = interruptOf(question());
    const ada = discord.people(ADA);
    await pressOn(discord, posted, answer);
    discord.deleteMessage(posted.id);
    const modal = ada.view().modal?.id ?? "";
    expect(await ada.submit({ modal, values: { f0: "Friday" } })).toMatchObject({ ok: true });
    expect(inbound.presses).toHaveLength(1);
    expect(notesOf(discord)).toEqual(["Recorded. The card will show the outcome."]);
    expect(firstAnswers(setup)).toEqual([9, 4]);
    expect(lines).toEqual([]);
  });
});

describe("After fifteen minutes", () => {
  it("a decision that took longer changes the card by the bot's own right", async () => {
    const clock = new ManualClock();
    const setup = await setUp({ clock });
    const { discord, inbound, platform, lines } = setup;
    const posted = await post(platform, card);
    let decide: (result: PressResult) => void = () => {};
    inbound.taken = () => recorded(new Promise<PressResult>((resolve) => (decide = resolve)));
    await pressOn(discord, posted, accept);
    clock.advance(16 * 60_000);
    decide(refusal());
    // The note is lost with the token, which is said once, without the token.
    await expect.poll(() => lines).toHaveLength(1);
    expect(lines[0]).toContain("50027");
    expect(lines[0]).not.toContain(discord.stored.interactions()[0]?.token);
    expect(sent(setup, /webhooks/)).toHaveLength(1);
    // A 401 by an interaction's token says nothing about the bot's own.
    await platform.cards.edit(ADDRESS, posted, cardOf(approval(), OUTCOMES["accepted"]));
    expect(discord.stored.message(posted.id)?.content).toMatch(/^\*\*Accepted/);
    expect(sent(setup, /webhooks/)).toHaveLength(1);
  });

  it("and for as long as the request waits, its buttons work", async () => {
    const clock = new ManualClock();
    const { discord, inbound, platform } = await setUp({ clock });
    const posted = await post(platform, card);
    clock.advance(7 * 24 * 60 * 60_000);
    expect(await pressOn(discord, posted, accept)).toMatchObject({ ok: true });
    expect(inbound.presses).toHaveLength(1);
  });
});

describe("What follows the first answer", () => {
  it("is one request, also where Discord asks to wait", async () => {
    const setup = await setUp();
    const { discord, inbound, platform, lines } = setup;
    const posted = await post(platform, card);
    inbound.taken = () => recorded(refusal());
    const note = { method: "POST", path: /^\/webhooks/ };
    discord.faults.onRest(note, { kind: "rate-limit", retryAfter: 30, scope: "shared" });
    await pressOn(discord, posted, accept);
    await expect.poll(() => lines).toHaveLength(1);
    expect(sent(setup, /webhooks/)).toHaveLength(1);
    expect(notesOf(discord)).toEqual([]);
  });

  it("is at most one note a press, whoever presses", async () => {
    const setup = await setUp();
    const { discord, inbound, platform } = setup;
    const posted = await post(platform, card);
    inbound.taken = () => recorded(refusal());
    await Promise.all(Array.from({ length: 10 }, async () => pressOn(discord, posted, accept)));
    await platform.stop();
    expect(notesOf(discord)).toHaveLength(10);
    expect(sent(setup, /webhooks/)).toHaveLength(10);
  });
});

describe("What an interaction is read from", () => {
  it("is enough where Discord names a channel and says nothing else of it", async () => {
    const { discord, inbound, platform } = await setUp();
    const posted = await post(platform, card);
    discord.faults.leaveOutChannels = true;
    expect(await pressOn(discord, posted, accept)).toMatchObject({ ok: true });
    expect(inbound.presses).toMatchObject([{ workspace: GUILD, message: posted.id }]);
  });

  it("is enough where the library knows nothing of the guild but its id", async () => {
    const setup = await setUp({ start: false });
    const { discord, inbound, platform } = setup;
    discord.faults.withholdGuilds = true;
    const posted = await post(platform, card);
    const [finance, other] = ["500000000000000001", "500000000000000002"];
    discord.setRoles(GUILD, ADA, [finance, other]);
    await platform.start(inbound);
    expect(await pressOn(discord, posted, accept)).toMatchObject({ ok: true });
    expect(inbound.presses).toMatchObject([{ workspace: GUILD, roles: [finance, other] }]);
    await platform.stop();
  });
});

describe("Every body that is sent", () => {
  it("says that it pings nobody, whatever it is", async () => {
    const { discord, inbound, platform } = await setUp({ content: true });
    const posted = await post(platform, card);
    await platform.cards.edit(ADDRESS, posted, card);
    const { threads } = platform.cards;
    await threads?.open(ADDRESS, posted, card);
    await threads?.say(posted.id, { name: "end", words: ["@everyone"] }, "e".repeat(22));
    const reminder = { words: ["Still waiting"], users: [], roles: [] };
    await platform.cards.remind(ADDRESS, posted, reminder, undefined);
    inbound.taken = () => recorded(refusal());
    await pressOn(discord, posted, accept);
    await discord.people(ADA).command({ place: CHANNEL, command: "pending" });
    await pressOn(discord, posted, `parley:reject-form:${card.reference}`);
    await platform.stop();
    const bodies = discord.log
      .filter(({ method, path }) => method !== "GET" && /messages|callback|webhooks/.test(path))
      .map(({ body }) => body as { readonly data?: object })
      .map((body) => (body.data ?? body) as Readonly<Record<string, unknown>>)
      .filter((body) => "content" in body || "embeds" in body || "components" in body);
    // A card posted and edited, a line, a reminder, and what was said to three presses.
    expect(bodies.length).toBeGreaterThanOrEqual(7);
    for (const body of bodies) {
      expect(body["allowed_mentions"]).toMatchObject({ parse: [], replied_user: false });
    }
  });
});
