/** The time of day as this browser's locale writes it, in both panels alike: 14:05, or 2:05 PM where that is usual. */
export function clockTime(atMs: number): string {
  return new Intl.DateTimeFormat(undefined, { timeStyle: "short" }).format(atMs);
}
