import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { tmpdir } from "node:os";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../browser/chromium.ts";
import { CARD_SCENES } from "./card-scenes.ts";
import { FORM_SCENES } from "./form-scenes.ts";
import { INTERVIEW_SCENES } from "./interview-scenes.ts";
import { NOW } from "./questions.ts";
import type { Scene } from "./scene.ts";
import { type Sheets, startSheets } from "./sheet.ts";
import { WORD_SCENES } from "./word-scenes.ts";

/**
 * Pictures of everything that people see, drawn by the demo's panels: `npm run gallery -- [--to FOLDER]
 * [--look light|dark|wide|phone] [SCENE…]`. Nothing here decides whether they are good: look at them.
 */

const LOOKS = [
  { theme: "light", width: "wide" },
  { theme: "light", width: "phone" },
  { theme: "dark", width: "wide" },
  { theme: "dark", width: "phone" },
] as const;
type Look = (typeof LOOKS)[number];

const SCENES = [...CARD_SCENES, ...FORM_SCENES, ...INTERVIEW_SCENES, ...WORD_SCENES];

/** Both platforms side by side: 584 px each, or 375 px as on a phone. */
const WIDTH_PX = { wide: 1200, phone: 798 } as const;
/** A picture is cut into pieces that can be looked at without zooming. */
const PIECE_PX = 1400;

async function main(): Promise<void> {
  const { folder, looks, scenes } = asked(process.argv.slice(2));
  await mkdir(folder, { recursive: true });
  const sheets = await startSheets(scenes);
  const browser = await launchChromium();
  try {
    for (const look of looks) await shoot(browser, sheets, { folder, look, scenes });
  } finally {
    await browser.close();
    sheets.stop();
  }
  console.log(`The pictures are in ${folder}`);
}

interface Asked {
  readonly folder: string;
  readonly looks: readonly Look[];
  readonly scenes: readonly Scene[];
}

function asked(words: readonly string[]): Asked {
  const after = (option: string) =>
    words.flatMap((word, at) => (word === option ? [words[at + 1]] : []));
  const wanted = after("--look");
  const names = words.filter(
    (word, at) => !word.startsWith("--") && !words[at - 1]?.startsWith("--"),
  );
  return {
    folder: after("--to")[0] ?? join(tmpdir(), "parley-gallery"),
    looks: LOOKS.filter(({ theme, width }) =>
      wanted.every((each) => each === theme || each === width),
    ),
    scenes: SCENES.filter(({ name }) => names.length === 0 || names.includes(name)),
  };
}

async function shoot(
  browser: Browser,
  sheets: Sheets,
  { folder, look, scenes }: Omit<Asked, "looks"> & { readonly look: Look },
): Promise<void> {
  const { theme, width } = look;
  const page = await browser.newPage({
    viewport: { width: WIDTH_PX[width], height: 900 },
    colorScheme: theme,
    timezoneId: "Europe/London",
    locale: "en-GB",
  });
  await page.clock.setFixedTime(NOW);
  for (const scene of scenes) {
    await page.goto(sheets.urlOf(scene));
    await page.evaluate(
      (phone) => document.body.classList.toggle("phone", phone),
      width === "phone",
    );
    await settled(page, scene);
    await pictures(page, join(folder, `${scene.name}.${theme}.${width}`));
  }
  await page.close();
}

/** Every panel shows a message or a dialog. */
async function settled(page: Page, { exhibits }: Scene): Promise<void> {
  await page.waitForFunction(
    (count) =>
      [...document.querySelectorAll(".panel")].filter(
        (panel) => panel.querySelector("[data-message], [data-modal]") !== null,
      ).length === count,
    exhibits.reduce((count, { only }) => count + (only === undefined ? 2 : 1), 0),
    { timeout: 15_000 },
  );
}

async function pictures(page: Page, path: string): Promise<void> {
  const { width, height } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    height: document.documentElement.scrollHeight,
  }));
  for (let from = 0; from < height; from += PIECE_PX) {
    const clip = { x: 0, y: from, width, height: Math.min(PIECE_PX, height - from) };
    const piece = String(from / PIECE_PX + 1);
    await page.screenshot({ path: `${path}.${piece}.png`, fullPage: true, clip });
  }
}

await main();
