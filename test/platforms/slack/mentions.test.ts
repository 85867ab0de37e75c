import { describe, expect, it } from "vitest";
import type { JsonObject } from "./json.ts";
import { rawCall } from "./raw-call.ts";
import { localSlack, markup, PLACE, plain, post } from "./test-workspace.ts";

const groups = { S0FINANCE: ["U0GRACE", "U0EVE"] };

async function storedMessage(args: JsonObject) {
  const slack = await localSlack({ groups });
  const { body } = await post(slack, args);
  const message = slack.stored.message(PLACE, String(body["ts"]));
  if (!message) throw new Error(JSON.stringify(body));
  return message;
}

const inText = (text: string, more: JsonObject = {}) => storedMessage({ text, ...more });
const inBlock = (text: JsonObject) =>
  storedMessage({ text: "a", blocks: [{ type: "section", text }] });
const inRichText = (...elements: JsonObject[]) =>
  storedMessage({
    text: "a",
    blocks: [{ type: "rich_text", elements: [{ type: "rich_text_section", elements }] }],
  });

describe("A stored message pings", () => {
  it.each([
    ["<@U0ADA>", ["U0ADA"]],
    ["<@U0ADA|somebody>", ["U0ADA"]],
    ["<!channel>", ["U0ADA", "U0GRACE"]],
    ["<!here>", ["U0ADA", "U0GRACE"]],
    ["<!everyone|all>", ["U0ADA", "U0GRACE"]],
    ["<!subteam^S0FINANCE>", ["U0GRACE"]],
    ["<!subteam^S0FINANCE|@finance> and <@U0ADA>", ["U0GRACE", "U0ADA"]],
  ])("for %s in text", async (text, pings) => {
    expect((await inText(text)).pings).toEqual(pings);
    expect((await inBlock(markup(text))).pings).toEqual(pings);
  });

  it("for mentions in rich text", async () => {
    const user = { type: "user", user_id: "U0ADA" };
    expect((await inRichText(user)).pings).toEqual(["U0ADA"]);
    expect((await inRichText({ type: "broadcast", range: "here" })).pings).toHaveLength(2);
  });

  it("nobody who is not in the channel", async () => {
    const message = await inText("<@U0EVE>");
    expect(message.pings).toEqual([]);
    expect(message.mentions).toEqual([{ kind: "user", target: "U0EVE", auto: false }]);
  });

  it("nobody when it is edited", async () => {
    const slack = await localSlack();
    const { body } = await post(slack, {});
    await rawCall(slack, "chat.update", { channel: PLACE, ts: body["ts"], text: "<@U0ADA>" });
    const message = slack.stored.message(PLACE, String(body["ts"]));
    expect(message?.mentions).toMatchObject([{ kind: "user", target: "U0ADA" }]);
    expect(message?.pings).toEqual([]);
  });
});

describe("A stored message is silent", () => {
  it.each(["&lt;@U0ADA&gt;", "&amp;lt;!channel&amp;gt;", "< @U0ADA >", "@channel", "U0ADA"])(
    "about %s in text",
    async (text) => {
      expect((await inText(text)).mentions).toEqual([]);
    },
  );

  it("about everything in plain_text and in rich text's own text", async () => {
    const all = "<@U0ADA> <!channel> https://example.org";
    expect((await inBlock(plain(all))).mentions).toEqual([]);
    expect((await inRichText({ type: "text", text: all })).mentions).toEqual([]);
  });
});

describe("A stored message turns into links", () => {
  it.each<[string, object]>([
    ["<https://evil.example|Your bank>", { target: "https://evil.example", label: "Your bank" }],
    ["see https://example.org/a", { target: "https://example.org/a", auto: true }],
    ["<mailto:ada@example.org|Ada>", { target: "mailto:ada@example.org" }],
  ])("%s", async (text, mention) => {
    expect((await inText(text)).mentions).toMatchObject([{ kind: "link", ...mention }]);
  });

  it("no bare address where it is told to be verbatim", async () => {
    const bare = { type: "mrkdwn", text: "see https://example.org/a and @here" };
    expect((await inBlock({ ...bare, verbatim: true })).mentions).toEqual([]);
    expect((await inBlock(bare)).mentions).toHaveLength(2);
    expect((await inText(bare.text, { parse: "none" })).mentions).toEqual([]);
  });

  it("bare broadcasts too when everything is to be parsed", async () => {
    expect((await inText("@here", { parse: "full" })).pings).toEqual(["U0ADA", "U0GRACE"]);
  });
});

describe("What a person types", () => {
  it("is text, whatever it looks like, but for names and addresses", async () => {
    const slack = await localSlack();
    const text = "@Grace <!channel> & https://example.org";
    const { message } = slack.people("U0ADA").say({ place: PLACE, text });
    const stored = slack.stored.message(PLACE, message);
    expect(stored?.text).toBe("<@U0GRACE> &lt;!channel&gt; &amp; <https://example.org>");
    expect(stored?.pings).toEqual(["U0GRACE"]);
  });
});
