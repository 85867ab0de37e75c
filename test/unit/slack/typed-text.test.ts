import { describe, expect, it } from "vitest";
import { typedText } from "../../../adapters/slack/typed-text.ts";

/** As docs.slack.dev spells what people type (formatting message text): the message's `text`, and what was typed. */
describe("What somebody typed on Slack", () => {
  it.each([
    ["a &lt;b&gt; &amp; c", "a <b> & c"],
    ["twice &amp;lt;", "twice &lt;"],
    ["see <https://example.invalid/?a=1&amp;b=2>", "see https://example.invalid/?a=1&b=2"],
    ["see <http://example.invalid|example.invalid>", "see example.invalid"],
    ["to <mailto:ada@example.invalid|ada@example.invalid>", "to ada@example.invalid"],
    // A link under other words: both were said.
    ["see <https://example.invalid|the page>", "see the page (https://example.invalid)"],
    ["<@U0BOT> Friday", "Friday"],
    ["for <@U0ADA>", "for @U0ADA"],
    ["for <@U0ADA|ada>", "for @ada"],
    ["<!here> and <!subteam^S0FIN|@finance>", "@here and @finance"],
    ["in <#C0FIN|finance> or <#C0FIN>", "in #finance or #C0FIN"],
    ["", ""],
  ])("%j was %j", (text, typed) => {
    expect(typedText(text, "U0BOT")).toBe(typed);
  });
});
