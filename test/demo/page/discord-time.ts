import { el } from "./discord-dom.ts";

const minute = 60;
const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 365 * 24 * 60 * minute],
  ["month", 30 * 24 * 60 * minute],
  ["day", 24 * 60 * minute],
  ["hour", 60 * minute],
  ["minute", minute],
  ["second", 1],
];

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

/** "in 30 minutes", in the largest unit that fits, as Discord says it. */
export function relativeTime(atMs: number, nowMs: number = Date.now()): string {
  const seconds = Math.round((atMs - nowMs) / 1000);
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  return relative.format(Math.round(seconds / size), unit);
}

/** The letters of `<t:…:f>` (Discord docs, reference: timestamp styles). */
const styles: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

const format = (atMs: number, style: string): string =>
  new Intl.DateTimeFormat(undefined, styles[style] ?? styles["f"]).format(atMs);

export function timestamp(seconds: number, style: string): HTMLElement {
  const atMs = seconds * 1000;
  if (Number.isNaN(new Date(atMs).valueOf())) return el("span", {}, "Invalid Date");
  const attributes = {
    class: "stamp",
    datetime: new Date(atMs).toISOString(),
    title: format(atMs, "F"),
  };
  if (style !== "R") return el("time", attributes, format(atMs, style));
  return el("time", { ...attributes, "data-relative": String(atMs) }, relativeTime(atMs));
}

/** Relative times grow old while they stand there. */
export function refreshRelativeTimes(root: HTMLElement): void {
  for (const time of root.querySelectorAll<HTMLElement>("[data-relative]"))
    time.textContent = relativeTime(Number(time.dataset["relative"]));
}

/** Beside a name: the hour alone today, the date as well before. */
export function messageTime(atMs: number): HTMLElement {
  const today = new Date(atMs).toDateString() === new Date().toDateString();
  const shown = today
    ? format(atMs, "t")
    : new Intl.DateTimeFormat(undefined, { dateStyle: "short", timeStyle: "short" }).format(atMs);
  const attributes = { class: "at", datetime: new Date(atMs).toISOString() };
  return el("time", { ...attributes, title: format(atMs, "F") }, shown);
}
