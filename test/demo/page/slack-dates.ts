type Style = Intl.DateTimeFormatOptions;

const DATE_PARTS: Readonly<Record<string, Style>> = {
  date_num: { year: "numeric", month: "2-digit", day: "2-digit" },
  date: { year: "numeric", month: "long", day: "numeric" },
  date_short: { year: "numeric", month: "short", day: "numeric" },
  date_long: { weekday: "long", year: "numeric", month: "long", day: "numeric" },
  time: { timeStyle: "short" },
  time_secs: { timeStyle: "medium" },
};

const DAY_MS = 86_400_000;

/** In the browser's own language and zone, as Slack's client does it. */
const written = (atMs: number, style: Style): string =>
  new Intl.DateTimeFormat(undefined, style).format(atMs);

export const dayOf = (atMs: number): string =>
  capital(prettyDay(atMs)) ?? written(atMs, { weekday: "long", day: "numeric", month: "long" });

const capital = (word: string | undefined): string | undefined =>
  word && word.charAt(0).toUpperCase() + word.slice(1);

/** "today" and its neighbours. */
function prettyDay(atMs: number): string | undefined {
  const day = (ms: number) => written(ms, DATE_PARTS["date_num"] ?? {});
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
export function formattedDate(seconds: number, format: string): string {
  const atMs = seconds * 1_000;
  return format.replaceAll(/\{([a-z_]+)\}/g, (whole, name: string) => {
    if (name === "ago") return ago(atMs);
    const isPretty = name.endsWith("_pretty");
    const style = DATE_PARTS[isPretty ? name.slice(0, -"_pretty".length) : name];
    if (!style) return whole;
    const pretty = isPretty ? prettyDay(atMs) : undefined;
    return pretty ?? written(atMs, style);
  });
}
