import { describe, expect, it } from "vitest";
import {
  answerIn,
  mayAnswer,
  type PlainInteraction,
  type PlainMessage,
  pressOf,
  readCustomId,
  threadOf,
  typedPress,
} from "../../../adapters/discord/receive.ts";
import { formId } from "../../../adapters/discord/form-place.ts";
import { formatReply, parseReply } from "../../../adapters/discord/reply.ts";
import { OPENING, PRESSED } from "../../../src/presentation/buttons.ts";
import { LAYOUT } from "../../../src/core/interrupt.ts";
import { parseReference } from "../../../src/core/reference.ts";

const REFERENCE = "7.AbCdEfGhIjKlMnOpQrStUv.0123456789ab";
const reference = parseReference(REFERENCE) ?? { partition: 0, ref: "", shown: "" };

describe("A custom id", () => {
  it.each([...PRESSED, ...OPENING, "show-all"] as const)("of ours is read: %s", (action) => {
    expect(readCustomId(`parley:${action}:${REFERENCE}`)).toEqual({ action, reference });
  });

  it.each(["walk", "fix"] as const)("of a page of a form is read: %s", (mode) => {
    const place = { page: 2, pages: 13, mark: "4f2a91c0", mode };
    const id = formId("edit-accept", REFERENCE, place);
    // Discord takes a hundred characters.
    expect(id).toMatch(/^[\u0020-\u007E]{1,100}$/);
    expect(readCustomId(id)).toEqual({ action: "edit-accept", reference, place });
  });

  it.each([
    "parley:",
    "parley:accept",
    "parley:accept:",
    "parley:escalate:" + REFERENCE,
    "parley:accept:" + REFERENCE + ":more",
    "parley:accept:" + REFERENCE + ":1.1.4f2a91c0.walk",
    "parley:answer:" + REFERENCE + ":",
    "parley:answer:" + REFERENCE + ":1.1.4f2a91c0.walk:more",
    "parley:answer:" + REFERENCE + ":2.1.4f2a91c0.walk",
    "parley:answer:" + REFERENCE + ":0.1.4f2a91c0.walk",
    "parley:answer:" + REFERENCE + ":1.100.4f2a91c0.walk",
    "parley:answer:" + REFERENCE + ":1.1.4F2A91C0.walk",
    "parley:answer:" + REFERENCE + ":1.1.4f2a91c0.run",
    "parley:accept:7.short.0123456789ab",
    "parley:toString:" + REFERENCE,
    "parley:accept:" + "x".repeat(10_000),
  ])("that only looks like ours is unknown: %.40s", (customId) => {
    expect(readCustomId(customId)).toBe("unknown");
  });

  it.each(["", "other:accept", "Parley:accept:" + REFERENCE])(
    "of others is left alone: %s",
    (id) => {
      expect(readCustomId(id)).toBeUndefined();
    },
  );
});

const interaction: PlainInteraction & { guildId: string } = {
  id: "1500784598375075854",
  token: "aW50ZXJhY3Rpb24",
  applicationId: "1441005148569997312",
  guildId: "1202886121881997313",
  userId: "419328826540429318",
  messageId: "1500784598375075800",
  what: { kind: "button", customId: `parley:accept:${REFERENCE}` },
};

const message: PlainMessage & { guildId: string } = {
  id: "1500784598375075852",
  channelId: "1500784046899597322",
  guildId: "1202886121881997313",
  inThread: true,
  authorId: "419328826540429318",
  automatic: false,
  type: 0,
  content: "Use the staging cluster",
};

describe("A press", () => {
  it("is named by the interaction, so that a second delivery is the same press", () => {
    expect(pressOf(interaction, reference)).toEqual({
      layout: LAYOUT,
      id: "discord:1500784598375075854",
      platform: "discord",
      account: "discord:419328826540429318",
      workspace: "1202886121881997313",
      reference,
      message: "1500784598375075800",
      reply: formatReply({
        kind: "interaction",
        applicationId: "1441005148569997312",
        token: "aW50ZXJhY3Rpb24",
      }),
    });
  });

  it("that was typed is named by its message and answered under it", () => {
    const press = typedPress(message, reference, "Friday");
    expect(press.id).toBe("discord:1500784598375075852");
    expect(press.message).toBeUndefined();
    expect(press.response).toEqual({ answer: "Friday" });
    expect(parseReply(press.reply)).toEqual({
      kind: "message",
      channelId: "1500784046899597322",
      messageId: "1500784598375075852",
    });
  });
});

describe("A message", () => {
  it("of a person in a thread may be an answer, as may a reply", () => {
    expect(mayAnswer(message)).toBe(true);
    expect(mayAnswer({ ...message, type: 19 })).toBe(true);
  });

  it("belongs into the thread it stands in, or, as a reply in a channel, into that of the card it replies to", () => {
    const inChannel = { ...message, inThread: false, repliesTo: "7" };
    expect(threadOf({ ...message, type: 19, repliesTo: "7" })).toBe(message.channelId);
    expect(threadOf({ ...inChannel, type: 19 })).toBe("7");
    expect(mayAnswer({ ...inChannel, type: 19 })).toBe(true);
    // Something else that points at a message: "… pinned a message".
    expect(threadOf({ ...inChannel, type: 6 })).toBeUndefined();
  });

  it.each([
    ["of a bot or webhook", { automatic: true }],
    ["of the system", { type: 21 }],
    ["outside a thread", { inThread: false }],
    ["outside a server", { guildId: undefined }],
  ])("%s answers nothing", (_name, change) => {
    expect(mayAnswer({ ...message, ...change })).toBe(false);
  });

  const bot = "1441005148569997312";

  it("is the answer as it stands where content may be read, without a mention of the bot", () => {
    expect(answerIn(message, { botId: bot, everything: true })).toBe("Use the staging cluster");
    const mentioning = { ...message, content: `<@${bot}> yes <@!${bot}>` };
    expect(answerIn(mentioning, { botId: bot, everything: true })).toBe("yes");
  });

  it("is an answer only when it mentions the bot where content may not be read", () => {
    const how = { botId: bot, everything: false };
    expect(answerIn(message, how)).toBeUndefined();
    expect(answerIn({ ...message, content: `<@${bot}> yes` }, how)).toBe("yes");
    // A reply notifies the bot without naming it.
    expect(answerIn({ ...message, content: "yes", notifiesBot: true }, how)).toBe("yes");
    expect(answerIn({ ...message, content: "<@1> yes" }, how)).toBeUndefined();
    // A mention alone is an empty answer, which deserves to be told so.
    expect(answerIn({ ...message, content: `<@${bot}>` }, how)).toBe("");
  });
});

describe("A reply", () => {
  it.each([
    "",
    "null",
    "[]",
    "https://hooks.example/other-platform",
    '{"kind":"interaction"}',
    '{"kind":"interaction","applicationId":"1/../2","token":"x"}',
    '{"kind":"interaction","applicationId":"1","token":"x/../../users"}',
    '{"kind":"message","channelId":"1","messageId":"../1"}',
    '{"kind":"telegram","channelId":"1","messageId":"1"}',
  ])("of another make or version is not guessed at: %s", (text) => {
    expect(parseReply(text)).toBeUndefined();
  });
});
