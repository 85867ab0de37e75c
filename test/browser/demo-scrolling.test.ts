import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Demo, startDemo } from "../demo/demo.ts";
import { launchChromium } from "./chromium.ts";
import { DemoPage } from "./demo-page.ts";

const SOON = { timeout: 15_000, interval: 50 };
const INVOICE = "Settle invoice INV-42";
const RESTART = "Restart the payments service";
const DEADLINE = "Take the offer of Harbour Freight";
const PLATFORMS = ["slack", "discord"] as const;
/** The panel calls this near enough to its end to follow. */
const NEAR_END_PX = 80;

let demo: Demo;
let browser: Browser;
let page: DemoPage;

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(async () => {
  await browser.close();
});

beforeEach(async () => {
  demo = await startDemo({
    onBotDeath: (error) => {
      throw error;
    },
  });
  page = await DemoPage.open(browser, demo.pageUrl);
  await page.raise("Settle an invoice");
  await onBoth(INVOICE);
  await page.raise("Restart a service");
  await onBoth(RESTART);
  await page.raise("One with a deadline");
  await onBoth(DEADLINE);
});

afterEach(async () => {
  expect(page.complaints).toEqual([]);
  await page.close();
  await demo.stop();
});

async function onBoth(title: string) {
  for (const platform of PLATFORMS) await page.card(platform, title, "Accept").waitFor();
}

/** The button that accepts, and not the one that accepts with a comment. */
function acceptOn(platform: (typeof PLATFORMS)[number], title: string) {
  const buttons = page.card(platform, title, "Accept").locator("button");
  return buttons.filter({ hasText: /^\s*Accept\s*$/ });
}

async function topOf(platform: (typeof PLATFORMS)[number], title: string): Promise<number> {
  const text = page.panel(platform).getByText(title).first();
  return Math.round((await text.boundingBox())?.y ?? Number.NaN);
}

describe.each(PLATFORMS)("on %s, who has scrolled up", (platform) => {
  it("keeps in place what they read when a press changes a card and another card comes", async () => {
    await page.messages(platform).evaluate((list) => list.scrollTo(0, 0));
    await expect.poll(() => page.awayFromEnd(platform), SOON).toBeGreaterThan(NEAR_END_PX);
    await expect.poll(() => topOf(platform, INVOICE), SOON).not.toBeNaN();
    const before = await topOf(platform, INVOICE);

    await page.press(platform, INVOICE, "Accept");
    await expect.poll(() => page.panel(platform).innerText(), SOON).toMatch(/Accepted by Ada/);
    // While a card is drawn anew it is nowhere for a moment.
    await expect.poll(() => topOf(platform, INVOICE), SOON).toBe(before);

    await page.raise("Publish release notes");
    await onBoth("Publish the release notes");
    await expect.poll(() => topOf(platform, INVOICE), SOON).toBe(before);
    await page.panel(platform).getByRole("button", { name: "New messages" }).click();
    await expect.poll(() => page.awayFromEnd(platform), SOON).toBeLessThan(2);
  });

  it("has the focus on the card they pressed when its buttons are gone", async () => {
    const accept = acceptOn(platform, INVOICE);
    await accept.focus();
    await page.page.keyboard.press("Enter");
    await expect.poll(() => page.panel(platform).innerText(), SOON).toMatch(/Accepted by Ada/);
    const focused = page.panel(platform).locator("article:focus");
    await expect.poll(() => focused.innerText(), SOON).toMatch(/Settle invoice INV-42/);
  });

  it("decides one card with a double click, not the one that moves under the pointer", async () => {
    await acceptOn(platform, RESTART).dblclick();
    await expect.poll(() => page.panel(platform).innerText(), SOON).toMatch(/Accepted by Ada/);
    await onBoth(DEADLINE);
    await onBoth(INVOICE);
  });
});

describe("on both platforms", () => {
  it("who reads the newest message stays at the end when another one comes", async () => {
    await page.raise("Publish release notes");
    await onBoth("Publish the release notes");
    for (const platform of PLATFORMS) {
      await expect.poll(() => page.awayFromEnd(platform), SOON).toBeLessThan(2);
    }
  });

  it("a time of day is written as the browser's locale has it", async () => {
    const times = (platform: (typeof PLATFORMS)[number]) =>
      page.panel(platform).locator("article time").first().textContent();
    for (const platform of PLATFORMS) expect(await times(platform)).toMatch(/^\d\d:\d\d$/);
  });

  it("a phone opens each of them at its newest message", async () => {
    await page.page.setViewportSize({ width: 375, height: 812 });
    await page.raise("Publish release notes");
    await page.card("slack", "Publish the release notes", "Accept").waitFor();
    await page.show("Discord");
    await page.card("discord", "Publish the release notes", "Accept").waitFor();
    await expect.poll(() => page.awayFromEnd("discord"), SOON).toBeLessThan(2);
  });

  it("a form on a phone has its title, its first field and its buttons in the panel", async () => {
    await page.page.setViewportSize({ width: 375, height: 812 });
    await page.raise("Ask one question");
    for (const [platform, tab] of [
      ["slack", "Slack"],
      ["discord", "Discord"],
    ] as const) {
      await page.show(tab);
      const form = await page.openForm(platform, "Which evening should the hotel", "Answer");
      const panel = await page.panel(platform).boundingBox();
      const end = (panel?.y ?? 0) + (panel?.height ?? 0);
      const send = await form.locator("button[type=submit]").boundingBox();
      expect((send?.y ?? Infinity) + (send?.height ?? 0)).toBeLessThanOrEqual(end);
      expect(await form.getByRole("heading", { name: "Answer" }).isVisible()).toBe(true);
      await page.page.keyboard.press("Escape");
      await form.waitFor({ state: "detached" });
    }
  });
});
