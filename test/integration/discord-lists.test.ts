import { describe, expect, it } from "vitest";
import type { DiscordPlatform } from "../../adapters/discord/index.ts";
import { present } from "../../src/presentation/card.ts";
import { listing } from "../../src/presentation/listing.ts";
import { approval, ASKED_AT, interruptOf } from "../unit/discord/samples.ts";
import { ADA, CHANNEL, GUILD, post, pressOn, setUp } from "./discord-stage.ts";
import { nameOf } from "../support/names.ts";

/** Lists on Discord, and who somebody is there: the real SDK against the local Discord. */

const LINK = "https://discord.com/channels/1/2/3";
const INTERRUPT = interruptOf(approval());
const notes = (discord: Awaited<ReturnType<typeof setUp>>["discord"]) =>
  discord.stored.ephemerals(ADA);

describe("/pending on Discord", () => {
  const ask = (discord: Awaited<ReturnType<typeof setUp>>["discord"], text = "") =>
    discord.people(ADA).command({ place: CHANNEL, command: "pending", text });

  it("is a choice between one's own list and everything", async () => {
    const { discord, inbound } = await setUp();
    await ask(discord);
    await ask(discord, "list:all");
    expect(inbound.lists).toMatchObject([
      { account: `discord:${ADA}`, workspace: GUILD, list: "mine", page: 0 },
      { list: "all", page: 0 },
    ]);
  });

  it("shows the next page, for the one who asks", async () => {
    const { discord, inbound } = await setUp();
    const waiting = Array.from({ length: 10 }, (_, index) => ({
      interrupt: interruptOf(approval(), { ref: `${index}`.repeat(22) }),
      link: LINK,
    }));
    inbound.pendingAnswer = async () => listing(waiting, 11, ASKED_AT);
    await ask(discord);
    const [first] = notes(discord);
    inbound.pendingAnswer = async () =>
      listing([{ interrupt: INTERRUPT, link: LINK }], 11, ASKED_AT, { list: "mine", page: 1 });
    await discord
      .people(ADA)
      .press({ place: CHANNEL, message: first?.id ?? "", action: "parley:show-more:mine 1" });
    await expect.poll(() => notes(discord).length).toBe(2);
    expect(inbound.lists.at(-1)).toMatchObject({ list: "mine", page: 1 });
    expect(JSON.stringify(notes(discord).at(-1))).toContain("11 to 11 of 11");
  });

  it("opens a line without a link as a card to read, with the way to the message", async () => {
    const { discord, inbound } = await setUp();
    inbound.pendingAnswer = async () => listing([{ interrupt: INTERRUPT }], 1, ASKED_AT);
    const card = present(INTERRUPT, nameOf);
    inbound.opened = { ok: true, card, whole: [], link: LINK };
    await ask(discord);
    const [list] = notes(discord);
    await discord.people(ADA).press({
      place: CHANNEL,
      message: list?.id ?? "",
      action: `parley:open-card:${card.reference}`,
    });
    await expect.poll(() => notes(discord).length).toBe(2);
    const shown = JSON.stringify(notes(discord).at(-1));
    expect(shown).toContain("Settle invoice INV-42");
    expect(shown).toContain(`"url":"${LINK}"`);
    expect(shown).not.toContain("parley:accept");
    expect(inbound.opens).toMatchObject([{ purpose: "card" }]);
  });
});

describe("roles on Discord", () => {
  it("come with the press, all of them, and can be looked up", async () => {
    const { discord, inbound, platform } = await setUp();
    const [manager, other] = ["500000000000000001", "500000000000000002"];
    discord.setRoles(GUILD, ADA, [manager, other]);
    const message = await post(platform, present(INTERRUPT, nameOf));
    await pressOn(discord, message, `parley:accept:${present(INTERRUPT, nameOf).reference}`);
    expect(inbound.presses).toMatchObject([{ roles: [manager, other] }]);
    expect(await (platform as DiscordPlatform).lookUps.rolesOf(GUILD, ADA)).toEqual([
      manager,
      other,
    ]);
    // Whoever is not a member has none: that is an answer.
    expect(
      await (platform as DiscordPlatform).lookUps.rolesOf(GUILD, "200000000000000999"),
    ).toEqual([]);
  });
});

describe("a press that was swept up on Discord", () => {
  it("is answered with the form that would help", async () => {
    const { discord, inbound, platform } = await setUp();
    const message = await post(platform, present(INTERRUPT, nameOf));
    await pressOn(discord, message, `parley:accept:${present(INTERRUPT, nameOf).reference}`);
    const [press] = inbound.presses;
    if (press === undefined) throw new Error("nothing was pressed");
    const offer = { purpose: "override", label: "Give a reason" } as const;
    await platform.tell(press, ["That needs a reason."], offer);
    expect(JSON.stringify(notes(discord).at(-1))).toContain("parley:override:");
  });
});
