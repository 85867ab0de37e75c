import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Case } from "../cases/case.ts";

const FOLDER = "test/cases";
const PLATFORMS = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".ts") && file !== "case.ts")
  .map((file) => file.slice(0, -3));
/** What vitest runs; the files of the contract are run by it for each adapter. */
const RUN = /^test\/(.+\.test\.ts|contract\/.+\.ts)$/;

test("every platform has its known faults", () => {
  expect(PLATFORMS).toEqual(expect.arrayContaining(["discord", "slack"]));
});

describe.each(PLATFORMS)("The known faults on %s", (platform) => {
  test("each stand once", async () => {
    const ids = (await read(platform)).map(({ id }) => id);

    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
    expect(ids.length).toBeGreaterThan(0);
  });

  test("each say what goes wrong, and either which tests prove it or why it cannot be", async () => {
    const unsaid = (await read(platform)).filter(
      ({ fault, tests, cannot }) =>
        fault.trim() === "" ||
        (tests === undefined ? cannot.trim() === "" : tests.length === 0 || cannot !== undefined),
    );

    expect(unsaid).toEqual([]);
  });

  test("name tests that exist", async () => {
    const named = (await read(platform)).flatMap(({ id, tests = [] }) =>
      tests.map((place) => ({ id, place })),
    );
    const missing = named.filter(({ place }) => !isTest(place));

    expect(missing).toEqual([]);
    expect(named.length).toBeGreaterThan(0);
  });
});

describe("A named test", () => {
  const here = "test/architecture/cases.test.ts";
  // Split, so that these sentences stand nowhere in this file as a title does.
  const elsewhere = ["a title of", "no test"].join(" ");

  test.each([
    ["in a file that is not there", "test/unit/nowhere.test.ts > name tests that exist"],
    ["in a file that nobody runs", "test/cases/case.ts > name tests that exist"],
    ["whose title the file does not have", `${here} > ${elsewhere}`],
    ["by a part of its title", `${here} > name tests`],
    ["without a title", here],
  ])("is not found %s", (_, place) => {
    expect(isTest(place)).toBe(false);
  });

  test("is found by file and whole title", () => {
    expect(isTest(`${here} > is found by file and whole title`)).toBe(true);
  });
});

async function read(platform: string): Promise<readonly Case[]> {
  const { cases } = (await import(`../cases/${platform}.ts`)) as {
    readonly cases: readonly Case[];
  };
  return cases;
}

/** Whether the file is run, and has the title as a whole literal that is not a property's key or an expected value. */
function isTest(place: string): boolean {
  const [file = "", title, ...more] = place.split(" > ");
  if (title === undefined || !RUN.test(file) || !existsSync(file)) return false;
  const whole = [title, ...more].join(" > ").replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(String.raw`[(\[]\s*(["'\x60])${whole}\1,`).test(readFileSync(file, "utf8"));
}
