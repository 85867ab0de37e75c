import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digestOf, shownDigest } from "../../../src/core/digest.ts";
import { canonicalJson, type Json, MAX_DEPTH, parseJson } from "../../../src/core/json.ts";

const parsed = (text: string): Json => {
  const result = parseJson(text);
  if (!result.ok) throw new Error(result.problem);
  return result.value;
};

const anyJson = fc.jsonValue({ noUnicodeString: false }).map((value) => {
  // JSON has one zero.
  return JSON.parse(JSON.stringify(value)) as Json;
});

/** The same value with the members of every object in another order. */
function reversed(value: Json): Json {
  if (Array.isArray(value)) return (value as Json[]).map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, reversed(member)]),
  );
}

describe("canonical JSON", () => {
  it("is the example of RFC 8785, section 3.2.3", () => {
    // The input and the sorted output are printed in the RFC.
    const input = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`;
    expect(canonicalJson(parsed(input))).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it("sorts by UTF-16 code units, as the RFC's own example of names does", () => {
    const names = {
      "\u20ac": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face",
      "\u0080": "Control",
      "\u00f6": "Latin Small Letter O With Diaeresis",
    };
    // The emoji's first unit D83D comes before FB33, although its code point is higher.
    expect([...canonicalJson(names).matchAll(/:"([A-Z][^"]*)"/g)].map(([, name]) => name)).toEqual([
      "Carriage Return",
      "One",
      "Control",
      "Latin Small Letter O With Diaeresis",
      "Euro Sign",
      "Emoji: Grinning Face",
      "Hebrew Letter Dalet With Dagesh",
    ]);
  });

  it.each([
    // RFC 8785, appendix B: doubles by their bits.
    ["0000000000000000", "0"],
    ["8000000000000000", "0"],
    ["0000000000000001", "5e-324"],
    ["8000000000000001", "-5e-324"],
    ["7fefffffffffffff", "1.7976931348623157e+308"],
    ["ffefffffffffffff", "-1.7976931348623157e+308"],
    ["4340000000000000", "9007199254740992"],
    ["c340000000000000", "-9007199254740992"],
    ["4430000000000000", "295147905179352830000"],
    ["44b52d02c7e14af5", "9.999999999999997e+22"],
    ["44b52d02c7e14af6", "1e+23"],
    ["44b52d02c7e14af7", "1.0000000000000001e+23"],
    ["444b1ae4d6e2ef4e", "999999999999999700000"],
    ["444b1ae4d6e2ef4f", "999999999999999900000"],
    ["444b1ae4d6e2ef50", "1e+21"],
    ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
    ["3eb0c6f7a0b5ed8d", "0.000001"],
    ["41b3de4355555553", "333333333.3333332"],
    ["41b3de4355555557", "333333333.33333343"],
    ["becbf647612f3696", "-0.0000033333333333333333"],
    ["43143ff3c1cb0959", "1424953923781206.2"],
  ])("writes the double %s as %s", (bits, text) => {
    expect(canonicalJson(Buffer.from(bits, "hex").readDoubleBE())).toBe(text);
  });

  it("does not depend on the order of members", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
        expect(digestOf(reversed(value))).toBe(digestOf(value));
      }),
    );
  });

  it("reads back as what it was made from, and is its own canonical form", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(value);
        expect(canonicalJson(JSON.parse(text) as Json)).toBe(text);
      }),
    );
  });

  it.each(["__proto__", "constructor", "toString", ""])("counts a member named %j", (name) => {
    const text = `{${JSON.stringify(name)}:{"a":1}}`;
    expect(canonicalJson(parsed(text))).toBe(text);
  });

  it("writes a member without a value as null", () => {
    expect(canonicalJson({ a: undefined } as unknown as Json)).toBe('{"a":null}');
  });
});

describe("a digest", () => {
  it("is SHA-256 of the canonical text, of which twelve characters are shown", () => {
    // sha256sum of the two bytes `{}`.
    const digest = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a";
    expect(digestOf({})).toBe(digest);
    expect(shownDigest(digest)).toBe("44136fa355b3");
  });
});

describe("JSON from outside", () => {
  it.each(["", " ", "{", "[1,]", "{a:1}", "NaN", "'a'", "{} {}", "\u00a0{}", "01", '"\n"'])(
    "%j is not valid JSON",
    (text) => {
      expect(parseJson(text)).toEqual({ ok: false, problem: "is not valid JSON" });
    },
  );

  it("is refused with half of a surrogate pair, in a value or in a name", () => {
    const problem = "contains half of a surrogate pair";
    expect(parseJson(String.raw`{"a":["\ud83d"]}`)).toEqual({ ok: false, problem });
    expect(parseJson(String.raw`{"\ude00":1}`)).toEqual({ ok: false, problem });
    expect(parseJson(String.raw`"\ud83d\ude00"`)).toEqual({ ok: true, value: "😀" });
  });

  it("is refused with a number out of range", () => {
    expect(parseJson("[1e400]")).toEqual({ ok: false, problem: "contains a number out of range" });
    expect(parseJson("-1e400").ok).toBe(false);
    expect(parseJson("1e308").ok).toBe(true);
  });

  it("may be nested to a limit, and no level deeper", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(parseJson(nested(MAX_DEPTH)).ok).toBe(true);
    expect(parseJson(nested(MAX_DEPTH + 1))).toEqual({
      ok: false,
      problem: `is nested deeper than ${MAX_DEPTH} levels`,
    });
    expect(parseJson('{"a":'.repeat(MAX_DEPTH + 1) + "1" + "}".repeat(MAX_DEPTH + 1)).ok).toBe(
      false,
    );
  });

  it("does not overflow a stack when it is nested absurdly", () => {
    expect(parseJson("[".repeat(500_000) + "]".repeat(500_000)).ok).toBe(false);
  });

  it.each([
    ['{"amount":1,"amount":1000}', "amount"],
    ['{"a":{"b":1,"c":[{"x":1},2],"b":2}}', "b"],
    // The same name, spelled in two ways.
    [String.raw`{"a":1,"\u0061":2}`, "a"],
    ['{"__proto__":1,"__proto__":2}', "__proto__"],
    ['{"a" : 1 , "a"\n:\t2}', "a"],
    ['{"":1,"":2}', ""],
  ])("%s is refused, since readers disagree which member counts", (text, name) => {
    expect(parseJson(text)).toEqual({
      ok: false,
      problem: `names ${JSON.stringify(name)} twice in one object`,
    });
  });

  it("shortens a long name that stands twice", () => {
    const name = "n".repeat(10_000);
    const result = parseJson(`{"${name}":1,"${name}":2}`);
    expect(result.ok ? "" : result.problem).toBe(`names "${"n".repeat(60)}" twice in one object`);
  });

  it.each([
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":2}]',
    '{"a":["a","a"],"b":"a"}',
    // Quotes, braces and colons inside of a string are no marks.
    String.raw`{"a":"\",\"a\":1}","b":"{\\"}`,
    '{"a":"b","b":"a"}',
  ])("%s names nothing twice", (text) => {
    expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
  });

  it.each([
    // 2^53 + 1 is the first whole number that a double has not; 2^53 + 2 it has again.
    ["9007199254740991", true],
    ["9007199254740992", true],
    ["9007199254740993", false],
    ["9007199254740994", true],
    ["-9007199254740993", false],
    ['[{"account":123456789012345678}]', false],
    ['"9007199254740993"', true],
    ["999999999999999", true],
    // A fraction or an exponent says that it is measured, not counted.
    ["0.1234567890123456789", true],
    ["333333333.33333329", true],
    ["1e22", true],
    ["-0", true],
    // Above 2^53 a point or an exponent changes nothing: people would see another number than was sent.
    ["9007199254740993.0", false],
    ["9007199254740993e0", false],
    ["123456789012345678.25", false],
    ["9007199254740994.0", true],
    ["1.5e300", true],
  ])("%s is taken: %s", (text, ok) => {
    expect(parseJson(text)).toEqual(
      ok
        ? { ok, value: JSON.parse(text) }
        : {
            ok,
            problem: "contains a whole number that is too long to be exact; send it as a string",
          },
    );
  });

  it("is taken whenever JSON.stringify wrote it", () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 5, noUnicodeString: false }),
        fc.boolean(),
        (value, wide) => {
          const text = JSON.stringify(value, null, wide ? 2 : 0);
          const whole = [...text.matchAll(/(?<![\d.eE"-])-?\d{16,}(?![\d.])/g)];
          fc.pre(whole.length === 0);
          expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
        },
      ),
    );
  });

  it("reads ten million characters in a moment", () => {
    const text = JSON.stringify({ a: '\\"x'.repeat(2_500_000) });
    const before = Date.now();
    expect(parseJson(text).ok).toBe(true);
    expect(Date.now() - before).toBeLessThan(5_000);
  });
});

describe("JSON with very many values", () => {
  it("is refused: nobody could look at them, and it would take long", () => {
    const list = (length: number) => `[${Array.from({ length }, () => "1").join()}]`;
    // The list is a value, too.
    expect(parseJson(list(99_999)).ok).toBe(true);
    expect(parseJson(list(100_000))).toEqual({
      ok: false,
      problem: "has more than 100000 values",
    });
  });
});
