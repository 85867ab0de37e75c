const NAMES = [
  "invoice",
  "refund",
  "payout",
  "deposit",
  "credit note",
  "reminder fee",
  "discount",
  "shipping",
];
const HUNKS_A_FILE = 3;

/** A change to eight files, 240 lines of it, that reads like one somebody made. */
export function longDiff(): string {
  return NAMES.flatMap(fileOf).join("\n");
}

function fileOf(name: string): readonly string[] {
  const path = `src/billing/${name.replaceAll(" ", "-")}.ts`;
  const hunks = Array.from({ length: HUNKS_A_FILE }, (_, at) => hunkOf(name, at * 40 + 12));
  return [`diff --git a/${path} b/${path}`, `--- a/${path}`, `+++ b/${path}`, ...hunks.flat()];
}

function hunkOf(name: string, line: number): readonly string[] {
  const what = name.replaceAll(/ (.)/g, (_, letter: string) => letter.toUpperCase());
  return [
    `@@ -${line},6 +${line},7 @@ export class ${what.charAt(0).toUpperCase()}${what.slice(1)}Line${line} {`,
    `   /** What this ${name} comes to. */`,
    `-  ${what}Total(): number {`,
    `-    return this.lines.reduce((sum, { amount }) => sum + amount, 0);`,
    `+  ${what}TotalInCents(): bigint {`,
    `+    const amounts = this.lines.map(({ cents }) => cents);`,
    `+    return amounts.reduce((sum, cents) => sum + cents, 0n);`,
    `   }`,
    ` `,
  ];
}
