import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Demo, startDemo } from "../demo/demo.ts";
import { members } from "../demo/json.ts";
import { ADA, SLACK_CHANNEL } from "../demo/world.ts";
import { until } from "../support/until.ts";
import { launchChromium } from "./chromium.ts";
import { DemoPage } from "./demo-page.ts";

const SOON = { timeout: 15_000, interval: 50 };

let demo: Demo;
let browser: Browser;
let page: DemoPage;

beforeAll(async () => {
  browser = await launchChromium();
  demo = await startDemo({
    onBotDeath: (error) => {
      throw error;
    },
  });
});

afterAll(async () => {
  await browser.close();
  await demo.stop();
});

beforeEach(async () => {
  page = await DemoPage.open(browser, demo.pageUrl);
});

afterEach(async () => {
  expect(page.complaints).toEqual([]);
  await page.close();
});

async function expectText(platform: "slack" | "discord", text: RegExp) {
  await expect.poll(() => page.panel(platform).innerText(), SOON).toMatch(text);
}

describe("the demo page", () => {
  it("shows a question on both platforms and its one decision everywhere", async () => {
    await page.become("Ada Lovelace");
    await page.raise("Settle an invoice");
    await page.card("discord", "Settle invoice INV-42", "Accept").waitFor();
    await page.press("slack", "Settle invoice INV-42", "Accept");

    await expectText("slack", /Accepted by Ada/);
    await expectText("discord", /Accepted by Ada/);
    await expect.poll(() => page.newestResolution(), SOON).toMatch(/"action": "accept"/);
    expect(await page.newestResolution()).toMatch(/"decidedBy": "ada"/);
  });

  it("carries a decision from Discord to Slack just as well", async () => {
    await page.become("Grace Hopper");
    await page.raise("Restart a service");
    await page.card("slack", "Restart the payments service", "Reject").waitFor();
    // Turning something down asks for a reason, which may be left out.
    const form = await page.openForm("discord", "Restart the payments service", "Reject");
    await form.getByRole("button", { name: "Submit" }).click();

    await expectText("slack", /Rejected by Grace/);
    await expectText("discord", /Rejected by Grace/);
    await expect.poll(() => page.newestResolution(), SOON).toMatch(/"decidedBy": "grace"/);
  });

  it("tells an outsider privately, and leaves the card to those who may decide", async () => {
    const title = "Answer the customer about the late parcel";
    await page.become("Eve Marlowe");
    await page.raise("Edit, send back or ask back");
    for (const platform of ["slack", "discord"] as const) {
      await page.press(platform, title, "Accept");
      await expectText(platform, /not linked to anyone who may decide/);
    }

    await page.become("Ada Lovelace");
    for (const platform of ["slack", "discord"] as const) {
      await page.card(platform, title, "Accept").waitFor();
      const said = () => page.panel(platform).innerText();
      await expect.poll(said, SOON).not.toMatch(/not linked to anyone/);
    }
  });
});

describe("a question to the engine", () => {
  it("is answered on the page, as the engine would, and stands on the card with its answer", async () => {
    const title = "Answer the customer about the late parcel";
    await page.become("Grace Hopper");
    await page.raise("Edit, send back or ask back");
    const dialog = await page.openForm("slack", title, "Ask");
    await dialog.getByRole("textbox").fill("Why was it late?");
    await dialog.locator("button[type=submit]").click();

    const box = page.page.getByLabel("Why was it late?");
    // Several cards may have this title: the run is the one that stands on the card, as long as there.
    const cards = page.panel("slack").locator("article", { hasText: title });
    const card = cards.filter({ hasText: "Why was it late?" }).first();
    const [, run] = /run (\S+)/.exec(await card.innerText()) ?? [];
    const asking = await page.page.locator("#asked form").innerText();
    expect(asking).toContain(`“${title}” run ${run}, node gate:`);
    await box.fill("Its label could not be read");
    await box.press("Enter");
    await expectText("slack", /Its label could not be read/);
    await expectText("discord", /Its label could not be read/);
    await expect.poll(() => box.count(), SOON).toBe(0);
  });
});

describe("a question on the demo page", () => {
  const question = "Which evening should the hotel in Lisbon expect the team";

  it("is answered in the thread of its card on Discord", async () => {
    await page.become("Ada Lovelace");
    await page.raise("Ask one question");
    const box = page.thread("discord", question).getByRole("textbox");
    await box.fill("Thursday, after ten");
    await box.press("Enter");

    await expectText("discord", /Answered by Ada/);
    await expectText("slack", /Answered by Ada/);
    await expect.poll(() => page.newestResolution(), SOON).toMatch(/"arrival": "Thursday, after/);
  });

  it("is answered in a dialog on Slack", async () => {
    await page.become("Grace Hopper");
    await page.raise("Ask one question");
    const dialog = await page.openForm("slack", question, "Answer");
    await dialog.getByRole("textbox").fill("Friday, before eight");
    await dialog.locator("button[type=submit]").click();

    await expectText("slack", /Answered by Grace/);
    await expectText("discord", /Answered by Grace/);
    await expect.poll(() => page.newestResolution(), SOON).toMatch(/"arrival": "Friday, before/);
  });
});

describe("several tabs of the demo page", () => {
  it("work in one browser, which grants them six connections together", async () => {
    await page.beside();
    const third = await page.beside();
    const title = "Take the offer of Harbour Freight";
    await third.raise("One with a deadline");
    await third.card("discord", title, "Accept").waitFor();
    await third.press("slack", title, "Accept");
    for (const tab of [page, third])
      for (const platform of ["slack", "discord"] as const) {
        const card = tab.panel(platform).locator("article", { hasText: title });
        await card.filter({ hasText: "Accepted by Ada" }).waitFor();
      }
    expect(third.complaints).toEqual([]);
  });

  it("hold no connection behind another one, and show what they missed when they are back", async () => {
    const events = page.page.locator("#events li");
    await page.raise("Restart a service");
    await expect.poll(() => events.first().innerText(), SOON).toMatch(/Restart the payments/);
    const closed = page.page.waitForEvent("requestfailed", (request) =>
      request.url().endsWith("/demo/changes"),
    );
    await page.goBehind();
    await closed;
    const other = await page.beside();
    await other.raise("Publish release notes");
    for (const platform of ["slack", "discord"] as const) {
      await other.card(platform, "Publish the release notes", "Accept").waitFor();
      expect(await page.panel(platform).innerText()).not.toMatch(/Publish the release notes/);
    }

    await page.comeBack();
    for (const platform of ["slack", "discord"] as const)
      await page.card(platform, "Publish the release notes", "Accept").waitFor();
    await expect.poll(() => events.first().innerText(), SOON).toMatch(/Publish the release notes/);
  });

  it("keep what was opened in the streams and typed to who asked back, when they are back", async () => {
    const title = "Answer the customer about the late parcel";
    await page.raise("Edit, send back or ask back");
    const dialog = await page.openForm("slack", title, "Ask");
    await dialog.getByRole("textbox").fill("Which parcel was it?");
    await dialog.locator("button[type=submit]").click();
    const box = page.page.getByLabel("Which parcel was it?");
    await box.fill("The one to Li");
    const events = page.page.locator("#events li");
    await events.first().locator("summary").click();

    await page.goBehind();
    await page.comeBack();
    await page.raise("A long diff");
    await expect.poll(() => events.first().innerText(), SOON).toMatch(/amounts in minor units/);
    expect(await events.locator("details[open]").count()).toBe(1);
    expect(await box.inputValue()).toBe("The one to Li");
    await box.press("Enter");
    await expect.poll(() => box.count(), SOON).toBe(0);
  });
});

describe("the streams on the demo page", () => {
  it("spell out what would turn a text around or has no shape, and nothing of it is left", async () => {
    await page.raise("A card that tries to mislead");
    const entry = page.page.locator("#events li").filter({ hasText: "invoice.pdf" }).first();
    // The title hides "payment.pdf" between U+202E and U+202C; a zero-width space and joiner stand in the text.
    await expect
      .poll(() => entry.locator("summary").innerText(), SOON)
      .toContain("\\u202efdp.tnemyap\\u202c");
    const json = (await entry.locator("pre").textContent()) ?? "";
    expect(json).toContain("\\u200bzero\\u200dwidth \\u2066isolated\\u2069");
    // All of this block of Unicode turns text around, joins it or takes no room.
    expect(await entry.textContent()).not.toMatch(/[\u200b-\u200f\u2028-\u202e\u2060-\u206f]/);
  });
});

describe("a thread on Slack", () => {
  it("counts what everybody can read as replies, and no private note", async () => {
    const channel = SLACK_CHANNEL;
    const root = await slackSays("chat.postMessage", { channel, text: "Two wrote below this" });
    const thread = { channel, thread_ts: root };
    await slackSays("chat.postMessage", { ...thread, text: "A reply" });
    await slackSays("chat.postEphemeral", { ...thread, user: ADA.slack, text: "Only for Ada" });
    const message = page.panel("slack").locator("article", { hasText: "Two wrote below this" });
    await message.getByText("1 reply").click();
    await page.panel("slack").getByText("Only for Ada").waitFor();
    expect(await message.first().innerText()).toMatch(/1 reply/);
  });
});

/**
 * Does it with the bot's own token, as soon as Slack allows it: the bot may just have posted as much as it may.
 * The answer is the message's id.
 */
async function slackSays(method: string, body: object): Promise<unknown> {
  const { SLACK_API_URL, SLACK_BOT_TOKEN } = demo.botEnv;
  return until("Slack takes it", async () => {
    const response = await fetch(`${SLACK_API_URL}${method}`, {
      method: "POST",
      headers: { authorization: `Bearer ${SLACK_BOT_TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const { ok, ts, message_ts: note } = members(await response.json());
    return ok === true ? (ts ?? note) : undefined;
  });
}

describe("the demo page on a phone", () => {
  it("has the place to write in on its first screen, and the JSON of a stream in its width", async () => {
    await page.page.setViewportSize({ width: 375, height: 760 });
    for (const [platform, tab] of [
      ["slack", "Slack"],
      ["discord", "Discord"],
    ] as const) {
      await page.show(tab);
      const box = page.panel(platform).getByRole("textbox", { name: "Message #finance" });
      const { y, height } = (await box.boundingBox()) ?? { y: Infinity, height: 0 };
      expect(y + height).toBeLessThanOrEqual(760);
    }
    await page.raise("Restart a service");
    await page.show("Streams");
    const entry = page.page.locator("#events li", { hasText: "Restart the payments" }).first();
    await entry.locator("summary").click();
    const json = entry.locator("pre");
    const [all, seen] = await json.evaluate((node) => [node.scrollWidth, node.clientWidth]);
    expect(all).toBe(seen);
  });

  it("fits 375 pixels and shows one platform at a time", async () => {
    await page.page.setViewportSize({ width: 375, height: 760 });
    await page.raise("Publish release notes");
    await page.press("slack", "Publish the release notes", "Accept");
    await expectText("slack", /Accepted by Ada/);
    expect(await page.panel("discord").isVisible()).toBe(false);

    await page.show("Discord");
    await page.panel("discord").waitFor();
    await expectText("discord", /Accepted by Ada/);
    const width = await page.page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(375);
  });
});
