import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { approval, pressedApproval } from "../demo/once/questions.ts";
import { buttonOf } from "../demo/once/seat.ts";
import {
  ask,
  cardOf,
  expectEnded,
  expectResolved,
  expectWaiting,
  isWaiting,
  newNote,
  resolutionsOf,
} from "../demo/once/stage.ts";
import { ADA, GRACE } from "../demo/world.ts";
import { until } from "../support/until.ts";
import { startStand, type Stand } from "./stand.ts";

/** Only a commit that decides carries these words to Redis: the gap where it writes the event's sequence. */
const DECIDING_COMMIT = "ANNOUNCE";
/** Only the script that records a press carries these words. */
const RECORDING = '"response":{"resumeValue":{"action"';

let stand: Stand;
beforeAll(async () => {
  stand = await startStand();
});
afterEach(() => {
  stand.proxy.mend();
});
afterAll(async () => {
  await stand.stop();
});

test("a press that was recorded and not decided when the bot was killed is decided after its restart", async () => {
  const asked = await ask(stand, approval());
  const card = await cardOf(stand.slack, asked.mark);
  const commit = stand.proxy.hold(DECIDING_COMMIT);

  const pressed = await stand.slack.press(ADA, card, buttonOf(card, "Accept"));
  await commit.caught;
  // Slack was told that the press arrived, so nobody will press again: it must not be lost now.
  expect(pressed.ok).toBe(true);
  expect(resolutionsOf(stand, asked.raised)).toEqual([]);
  await stand.bot.kill();
  commit.release();
  await stand.bot.restart();

  await expectResolved(stand, asked, { action: "accept", decidedBy: "ada" });
  await expectEnded(stand, asked, ["Accepted", "Ada"]);
});

test("the same on Discord: the press survives the process that took it", async () => {
  const asked = await ask(stand, pressedApproval());
  const card = await cardOf(stand.discord, asked.mark);
  const commit = stand.proxy.hold(DECIDING_COMMIT);

  await stand.discord.press(GRACE, card, buttonOf(card, "Reject"));
  await commit.caught;
  await stand.bot.kill();
  commit.release();
  await stand.bot.restart();

  await expectResolved(stand, asked, { action: "reject", decidedBy: "grace" });
  await expectEnded(stand, asked, ["Rejected", "Grace"]);
});

test("a press whose record is not confirmed says so, and counts at most once when pressed again", async () => {
  const asked = await ask(stand, approval());
  const card = await cardOf(stand.slack, asked.mark);
  const before = await stand.slack.privateNotes(ADA);
  const lost = stand.proxy.loseReply(RECORDING);

  await stand.slack.press(ADA, card, buttonOf(card, "Accept"));
  await lost;
  const note = await newNote(stand.slack, ADA, before);
  expect(note).toContain("Not confirmed yet");
  expect(note).toContain("pressing again is harmless");

  // It was recorded: whoever sweeps finds it, whether or not she presses again.
  await expectResolved(stand, asked, { action: "accept", decidedBy: "ada" });
  await expectEnded(stand, asked, ["Accepted", "Ada"]);
});

test("while Redis is away a press is refused in words, and works again once it is back", async () => {
  const asked = await ask(stand, approval());
  const card = await cardOf(stand.discord, asked.mark);
  stand.proxy.cut();

  // What is under way when the connection breaks may have been recorded, for all that parley knows.
  await until("a press is refused", async () => {
    const before = await stand.discord.privateNotes(GRACE);
    await stand.discord.press(GRACE, card, buttonOf(card, "Accept"));
    const note = await newNote(stand.discord, GRACE, before);
    expect(note).toMatch(/Nothing was recorded|Not confirmed yet/);
    return note.includes("Nothing was recorded") ? true : undefined;
  });
  await expectWaiting(stand, asked);

  stand.proxy.mend();
  await until(
    "a press is taken again",
    async () => {
      await stand.discord.press(GRACE, card, buttonOf(card, "Accept"));
      return isWaiting(await cardOf(stand.discord, asked.mark)) ? undefined : true;
    },
    { everyMs: 300 },
  );
  await expectResolved(stand, asked, { action: "accept", decidedBy: "grace" });
});

test("a decision whose commit was done and whose reply was lost stands, and is announced once", async () => {
  const asked = await ask(stand, pressedApproval());
  const card = await cardOf(stand.slack, asked.mark);
  const lost = stand.proxy.loseReply(DECIDING_COMMIT);

  await stand.slack.press(ADA, card, buttonOf(card, "Reject"));
  await lost;

  await expectResolved(stand, asked, { action: "reject", decidedBy: "ada" });
  await expectEnded(stand, asked, ["Rejected", "Ada"]);
});
