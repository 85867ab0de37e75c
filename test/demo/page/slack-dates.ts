type Style = Intl.DateTimeFormatOptions;

const DATE_PARTS: Readonly<Record<string, Style>> = {
  date_num: { year: "numeric", month: "2-digit", day: "2-digit" },
  date: { year: "numeric", month: "long", day: "numeric" },
  date_short: { year: "numeric", month: "short", day: "numeric" },
  date_long: { weekday: "long", year: "numeric", month: "long", day: "numeric" },
  time: { hour: "2-digit", minute: "2-digit" },
  time_secs: { hour: "2-digit", minute: "2-digit", second: "2-digit" },
};

const DAY_MS = 86_400_000;

const inZone = (atMs: number, style: Style, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat("en-GB", { ...style, ...(timeZone ? { timeZone } : {}) }).format(atMs);

export const clockTime = (atMs: number, timeZone: string | undefined): string =>
  inZone(atMs, { hour: "2-digit", minute: "2-digit" }, timeZone);

export const dayOf = (atMs: number, timeZone: string | undefined): string =>
  capital(prettyDay(atMs, timeZone)) ??
  inZone(atMs, { weekday: "long", day: "numeric", month: "long" }, timeZone);

const capital = (word: string | undefined): string | undefined =>
  word && word.charAt(0).toUpperCase() + word.slice(1);

/** "today" and its neighbours, in the reader's own zone. */
function prettyDay(atMs: number, timeZone: string | undefined): string | undefined {
  const day = (ms: number) => inZone(ms, DATE_PARTS["date_num"] ?? {}, timeZone);
  const now = Date.now();
  if (day(atMs) === day(now)) return "today";
  if (day(atMs) === day(now - DAY_MS)) return "yesterday";
  return day(atMs) === day(now + DAY_MS) ? "tomorrow" : undefined;
}

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", DAY_MS],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
];

export function ago(atMs: number): string {
  const distance = atMs - Date.now();
  const [unit, size] =
    UNITS.find(([, ms]) => Math.abs(distance) >= ms) ?? (["second", 1_000] as const);
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(
    Math.round(distance / size),
    unit,
  );
}

/** The words of `<!date^…>`: braces are parts of the date, the rest stands as written. */
export function formattedDate(
  seconds: number,
  format: string,
  timeZone: string | undefined,
): string {
  const atMs = seconds * 1_000;
  return format.replaceAll(/\{([a-z_]+)\}/g, (whole, name: string) => {
    if (name === "ago") return ago(atMs);
    const isPretty = name.endsWith("_pretty");
    const style = DATE_PARTS[isPretty ? name.slice(0, -"_pretty".length) : name];
    if (!style) return whole;
    const pretty = isPretty ? prettyDay(atMs, timeZone) : undefined;
    return pretty ?? inZone(atMs, style, timeZone);
  });
}
