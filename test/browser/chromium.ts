import { type Browser, chromium } from "playwright-core";
import { findOrInstall, type Program } from "../support/install.ts";

const PROGRAM: Program = {
  what: "Chromium",
  commands: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
  debianPackage: "chromium",
  elsewhere: "elsewhere install Chromium or Chrome so that one of their commands is on PATH",
};

/** Chromium's own sandbox refuses to run as root. */
const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];

/** Without these it looks up hosts of its maker at every start, which a closed network refuses noisily. */
const QUIET = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export async function launchChromium(): Promise<Browser> {
  const executablePath = await findOrInstall(PROGRAM);
  return chromium.launch({ executablePath, args: [...asRoot, ...QUIET] });
}
