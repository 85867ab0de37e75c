import type { Browser, Locator, Page } from "playwright-core";

export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly locale?: string;
}

type Platform = "slack" | "discord";

/** The demo page as a person uses it: by what can be read on it. */
export class DemoPage {
  readonly page: Page;
  /** What the browser complained of: scripts that failed, and whatever the page's policy refused. */
  readonly complaints: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on("pageerror", ({ message }) => this.complaints.push(message));
    page.on("console", (said) => {
      if (said.type() === "error") this.complaints.push(said.text());
    });
  }

  static async open(browser: Browser, url: string, options: PageOptions = {}): Promise<DemoPage> {
    const { width = 1280, height = 900 } = options;
    const { locale = "en-GB" } = options;
    const context = await browser.newContext({ viewport: { width, height }, locale });
    const opened = new DemoPage(await context.newPage());
    await opened.page.goto(url);
    return opened;
  }

  /** Another tab of the same browser, which shares its connections. */
  async beside(): Promise<DemoPage> {
    const opened = new DemoPage(await this.page.context().newPage());
    await opened.page.goto(this.page.url());
    return opened;
  }

  /** As if another tab were in front of this one: a browser without a screen holds every tab for seen. */
  async goBehind(): Promise<void> {
    await this.#see("hidden");
  }

  async comeBack(): Promise<void> {
    await this.#see("visible");
  }

  async #see(state: "hidden" | "visible"): Promise<void> {
    await this.page.evaluate((now) => {
      Object.defineProperty(document, "visibilityState", { value: now, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  }

  async become(name: string): Promise<void> {
    await this.page.getByRole("radio", { name }).check();
  }

  async show(pane: string): Promise<void> {
    await this.page.getByRole("radio", { name: pane }).check();
  }

  async raise(sample: string): Promise<void> {
    await this.page.getByRole("button", { name: sample, exact: true }).click();
  }

  panel(platform: Platform): Locator {
    return this.page.locator(`#${platform}`);
  }

  /** The innermost part of the panel that has both the title and the button: the card. */
  card(platform: Platform, title: string, label: string): Locator {
    return this.panel(platform)
      .locator("article, li, section, div")
      .filter({ hasText: title })
      .filter({ has: this.#button(label) })
      .last();
  }

  async press(platform: Platform, title: string, label: string): Promise<void> {
    await this.card(platform, title, label).locator(this.#button(label)).click();
  }

  /** Opens the form behind a button. Where parley was too slow and says so, the button is pressed again. */
  async openForm(platform: Platform, title: string, label: string): Promise<Locator> {
    const form = this.panel(platform).getByRole("dialog");
    const toldAgain = this.panel(platform).getByText("Press again");
    for (;;) {
      const told = await toldAgain.count();
      await this.press(platform, title, label);
      await form.or(toldAgain.nth(told)).first().waitFor();
      if (await form.isVisible()) return form;
    }
  }

  /** The newest thread that has to do with this question. */
  thread(platform: Platform, question: string): Locator {
    return this.panel(platform).locator("details").filter({ hasText: question }).last();
  }

  /** The list of messages of a channel, which scrolls. */
  messages(platform: Platform): Locator {
    return this.panel(platform).getByRole("log").first();
  }

  /** How far the list is from its end, in pixels. */
  async awayFromEnd(platform: Platform): Promise<number> {
    return this.messages(platform).evaluate(
      ({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight,
    );
  }

  /** By the words on it; what is read out aloud may say more. */
  #button(label: string): Locator {
    return this.page.locator("button", { hasText: new RegExp(`^\\s*${label}\\s*$`) });
  }

  /** The newest decision in the list of resolutions, as the JSON that is shown of it. */
  async newestResolution(): Promise<string> {
    const resolved = this.page.locator("#resolutions li").filter({ hasText: "interrupt.resolved" });
    if ((await resolved.count()) === 0) return "";
    return (await resolved.first().locator("pre").textContent()) ?? "";
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}
