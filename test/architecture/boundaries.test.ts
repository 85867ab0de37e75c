import { readdirSync, readFileSync } from "node:fs";
import { cruise } from "dependency-cruiser";
import { expect, test } from "vitest";
import { forbidden, options } from "./boundaries.ts";

const FOLDERS = ["src", "adapters", "test/platforms", "test/demo"];

test("every import follows the table of who may import whom", async () => {
  const { output } = await cruise(FOLDERS, { ...options, ruleSet: { forbidden }, validate: true });
  if (typeof output === "string") throw new Error(output);
  const { summary } = output;
  const violations = summary.violations.map(
    ({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`,
  );

  // A check that could read no TypeScript would see no files and be content.
  expect(summary.totalCruised).toBeGreaterThanOrEqual(sourceFiles().length);
  expect(violations).toEqual([]);
});

test("scripts take the server's time unchanged: outside src/redis only tests step it", () => {
  const stepping = sourceFiles()
    .filter((file) => /^(src|adapters)\//.test(file) && !file.startsWith("src/redis/"))
    .filter((file) => readFileSync(file, "utf8").includes("offsetMs"));

  expect(stepping).toEqual([]);
});

function sourceFiles(): readonly string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => `${folder}/${file}`),
  );
}
