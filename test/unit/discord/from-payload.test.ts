import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { interactionFrom, messageFrom } from "../../../adapters/discord/from-payload.ts";

const ENVELOPE = {
  id: "1",
  application_id: "2",
  token: "t",
  guild_id: "3",
  member: { user: { id: "4" }, roles: ["5", "6"] },
};

describe("An interaction as Discord writes it", () => {
  it("is a button, a command, or none of ours", () => {
    const button = { component_type: 2, custom_id: "parley:accept:x" };
    expect(interactionFrom({ ...ENVELOPE, type: 3, data: button, message: { id: "9" } })).toEqual({
      id: "1",
      token: "t",
      applicationId: "2",
      guildId: "3",
      userId: "4",
      isAmongPeople: false,
      roles: ["5", "6"],
      messageId: "9",
      what: { kind: "button", customId: "parley:accept:x" },
    });
    // A note that only the presser sees is no card.
    const note = { id: "9", flags: 64 };
    const fromNote = interactionFrom({ ...ENVELOPE, type: 3, data: button, message: note });
    expect(fromNote?.messageId).toBeUndefined();
    expect(fromNote?.what).toEqual({ kind: "button", customId: "parley:accept:x" });
    const what = (type: number, data: object) => interactionFrom({ ...ENVELOPE, type, data })?.what;
    expect(what(2, { type: 1, name: "pending" })).toEqual({ kind: "command", name: "pending" });
    const menu = { component_type: 3, custom_id: "x", values: ["o1", 2] };
    expect(what(3, menu)).toEqual({ kind: "button", customId: "x", values: ["o1"] });
    // A command on a user's name, and a choice among users.
    expect(what(2, { type: 2, name: "pending" })).toEqual({ kind: "other" });
    expect(what(3, { component_type: 5, custom_id: "x" })).toEqual({ kind: "other" });
    expect(what(4, { name: "pending" })).toEqual({ kind: "other" });
  });

  it("has no guild in a direct message, and its user elsewhere", () => {
    const { id, application_id, token } = ENVELOPE;
    const direct = { id, application_id, token, type: 3, user: { id: "4" } };
    expect(interactionFrom(direct)).toMatchObject({ guildId: undefined, userId: "4" });
    // The bot's own direct messages are 1, those of people among themselves 2.
    expect(interactionFrom({ ...direct, context: 1 })?.isAmongPeople).toBe(false);
    expect(interactionFrom({ ...direct, context: 2 })?.isAmongPeople).toBe(true);
  });

  it("carries what was filled in, in labels or rows, an emptied input as an empty one", () => {
    const components = [
      { type: 18, component: { type: 4, custom_id: "f0", value: " as typed\n" } },
      { type: 18, component: { type: 4, custom_id: "f1", value: null } },
      { type: 1, components: [{ type: 4, custom_id: "f2", value: "row" }] },
      { type: 18, component: { type: 21, custom_id: "f3", value: "o1" } },
      { type: 18, component: { type: 21, custom_id: "f4", value: null } },
      { type: 18, component: { type: 3, custom_id: "f5", values: ["o1", "o2"] } },
      { type: 18, component: { type: 22, custom_id: "f6", values: [] } },
      { type: 10 },
    ];
    const data = { custom_id: "parley:answer:x", components };
    const what = interactionFrom({ ...ENVELOPE, type: 5, data })?.what;
    if (what?.kind !== "modal") throw new Error("it is a form");
    expect([...what.texts]).toEqual([
      ["f0", " as typed\n"],
      ["f1", ""],
      ["f2", "row"],
    ]);
    expect([...what.chosen]).toEqual([
      ["f3", ["o1"]],
      ["f4", []],
      ["f5", ["o1", "o2"]],
      ["f6", []],
    ]);
  });

  it("is nothing, and breaks nothing, where it is something else", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(interactionFrom(value)).toBeUndefined();
      }),
    );
    for (const missing of ["id", "application_id", "token", "member"]) {
      expect(interactionFrom({ ...ENVELOPE, type: 3, [missing]: undefined })).toBeUndefined();
    }
  });
});

describe("A message as Discord's REST API gives it", () => {
  const thread = { threadId: "10", guildId: "3", ownerId: "2" };

  it("stands in the thread that was read", () => {
    const message = { id: "11", type: 0, content: "Friday", author: { id: "4" } };
    expect(messageFrom(message, thread)).toEqual({
      id: "11",
      channelId: "10",
      guildId: "3",
      inThread: true,
      threadOwnerId: "2",
      notifiesBot: false,
      authorId: "4",
      automatic: false,
      type: 0,
      content: "Friday",
    });
    expect(messageFrom({ ...message, author: { id: "4", bot: true } }, thread)).toMatchObject({
      automatic: true,
    });
    expect(messageFrom({ ...message, webhook_id: "4" }, thread)).toMatchObject({ automatic: true });
    expect(messageFrom({ ...message, author: undefined }, thread)).toBeUndefined();
    const notifying = (id: string) => messageFrom({ ...message, mentions: [{ id }] }, thread);
    expect([notifying("2")?.notifiesBot, notifying("4")?.notifiesBot]).toEqual([true, false]);
  });
});
