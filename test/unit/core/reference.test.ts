import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatAddress, parseAddress } from "../../../src/core/interrupt.ts";
import {
  formatReference,
  parseReference,
  referenceTo,
  refOf,
} from "../../../src/core/reference.ts";
import { approval, interruptOf } from "./samples.ts";

const REF = "AAECAwQFBgcICQoLDA0ODw";
const SHOWN = "4f2a91c0d3e7";

const base64url = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");
const reference = fc.record({
  // 16 partitions: part of the stored layout.
  partition: fc.integer({ min: 0, max: 15 }),
  ref: fc.string({ unit: fc.constantFrom(...base64url), minLength: 22, maxLength: 22 }),
  shown: fc.string({
    unit: fc.constantFrom(...Array.from("0123456789abcdef")),
    minLength: 12,
    maxLength: 12,
  }),
});

describe("a reference", () => {
  it("is read back as it was written, and fits a button of either platform", () => {
    fc.assert(
      fc.property(reference, (value) => {
        const text = formatReference(value);
        expect(parseReference(text)).toEqual(value);
        // Discord's custom_id holds 100 characters, with room for an adapter's own words.
        expect(text).toMatch(/^[\x20-\x7e]{1,60}$/);
      }),
    );
  });

  it("is the only text that is read as one", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.tuple(reference, fc.string({ minLength: 1 }), fc.nat(45)).map(([value, junk, at]) => {
            const text = formatReference(value);
            return text.slice(0, at) + junk + text.slice(at);
          }),
        ),
        (text) => {
          const read = parseReference(text);
          if (read !== undefined) expect(formatReference(read)).toBe(text);
        },
      ),
    );
  });

  it.each([
    "",
    "undefined",
    `7.${REF}`,
    // There is no such partition: nobody would sweep it.
    `16.${REF}.${SHOWN}`,
    `99.${REF}.${SHOWN}`,
    `7.${REF}.`,
    `.${REF}.${SHOWN}`,
    `-1.${REF}.${SHOWN}`,
    `1e3.${REF}.${SHOWN}`,
    // A partition has one spelling.
    `07.${REF}.${SHOWN}`,
    `10000.${REF}.${SHOWN}`,
    `7.${REF}A.${SHOWN}`,
    `7.${REF.slice(1)}.${SHOWN}`,
    `7.${REF.slice(1)}=.${SHOWN}`,
    `7.${REF}.${SHOWN}0`,
    `7.${REF}.${SHOWN.toUpperCase()}`,
    ` 7.${REF}.${SHOWN}`,
    `7.${REF}.${SHOWN}\n`,
    `٧.${REF}.${SHOWN}`,
  ])("is not %j", (text) => {
    expect(parseReference(text)).toBeUndefined();
  });

  it("to an interrupt says where it is and what was shown", () => {
    const digest = SHOWN + "0".repeat(52);
    expect(referenceTo(interruptOf(approval(), { digest }))).toEqual({
      partition: 7,
      ref: REF,
      shown: SHOWN,
    });
  });
});

describe("the internal name of an interrupt", () => {
  it("is 128 bits of base64url that a button can carry", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (runId, key) => {
        expect(refOf(runId, key)).toMatch(/^[A-Za-z0-9_-]{21}[AQgw]$/);
      }),
    );
  });

  it("is one for a run and key, and another for any other", () => {
    expect(refOf("acme/run", "k")).toBe(refOf("acme/run", "k"));
    const names = [
      refOf("acme/run", "k"),
      refOf("acme/run", "k2"),
      refOf("acme/run2", "k"),
      refOf("other/run", "k"),
      // A run id cannot hold a line break, so a key cannot reach over.
      refOf("acme/run", "\nk"),
    ];
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("an address", () => {
  it.each([
    ["slack:T0ACME/C0FINANCE", { platform: "slack", workspace: "T0ACME", channel: "C0FINANCE" }],
    [
      "discord:300000000000000001/4",
      { platform: "discord", workspace: "300000000000000001", channel: "4" },
    ],
  ] as const)("%s is read and written", (text, address) => {
    expect(parseAddress(text)).toEqual(address);
    expect(formatAddress(address)).toBe(text);
  });

  it.each([
    "",
    "slack:",
    "slack:T",
    "slack:T/",
    "slack:/C",
    "slack:T/C/D/E",
    "teams:T/C",
    " slack:T/C",
    "Slack:T/C",
  ])("is not %j", (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });
});
