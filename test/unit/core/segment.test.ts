import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { projectId, readBoundId, readSegment } from "../../../src/core/segment.ts";

describe("an id in a path", () => {
  it.each([
    ["acme/run-7f3c9a1b2d4e5f60", "acme~2Frun-7f3c9a1b2d4e5f60"],
    // The mark of an escape is escaped itself.
    ["acme/ab~cd-7f3c9a1b2d4e5f60", "acme~2Fab~7Ecd-7f3c9a1b2d4e5f60"],
    ["anon:s1/run-7f3c9a1b2d4e5f60", "anon~3As1~2Frun-7f3c9a1b2d4e5f60"],
    ["a%2Fb", "a~252Fb"],
    ["a b\n", "a~20b~0A"],
    ["é€", "~C3~A9~E2~82~AC"],
    ["A-z_0.9", "A-z_0.9"],
    ["", ""],
  ])("%j leaves as %j and comes back", (id, segment) => {
    expect(projectId(id)).toBe(segment);
    expect(readSegment(segment)).toEqual({ ok: true, id });
  });

  it("comes back whatever it is, from a segment that nobody rewrites on the way", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (id) => {
        const segment = projectId(id);
        expect(segment).toMatch(/^[A-Za-z0-9._~-]*$/);
        expect(encodeURIComponent(segment)).toBe(segment);
        expect(readSegment(segment)).toEqual({ ok: true, id });
        expect(readSegment(decodeURIComponent(segment))).toEqual({ ok: true, id });
      }),
    );
  });

  it("is another one for every id", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "~", "/", "2", "F", "7", "E"), maxLength: 6 }),
        fc.string({ unit: fc.constantFrom("a", "~", "/", "2", "F", "7", "E"), maxLength: 6 }),
        (one, other) => {
          expect(projectId(one) === projectId(other)).toBe(one === other);
        },
      ),
    );
  });

  it("may be written with small hex digits", () => {
    expect(readSegment("acme~2frun~7e")).toEqual({ ok: true, id: "acme/run~" });
  });

  it.each(["acme~2", "acme~", "~", "acme~2Grun", "a~ 2", "a~+1", "~~2F", "~\n0", "~2\n"])(
    "%j is no projection: a tilde needs two hex digits",
    (segment) => {
      expect(readSegment(segment)).toEqual({ ok: false });
    },
  );

  it.each(["~FF", "~C3", "~C3a", "~C0~AF", "~ED~A0~80", "~F4~90~80~80", "a\ud800"])(
    "%j is no projection: its bytes are not UTF-8",
    (segment) => {
      expect(readSegment(segment)).toEqual({ ok: false });
    },
  );

  it("with a slash in it is the plain id, tildes and all", () => {
    for (const plain of ["acme/run-7f3c9a1b2d4e5f60", "acme/ab~2Fd-7f3c9a1b2d4e5f60", "acme/~"]) {
      expect(readSegment(plain)).toEqual({ ok: true, id: plain });
    }
  });

  it("that was projected twice is no id any more", () => {
    const twice = projectId(projectId("acme/run-7f3c9a1b2d4e5f60"));
    expect(twice).toBe("acme~7E2Frun-7f3c9a1b2d4e5f60");
    expect(readSegment(twice)).toEqual({ ok: true, id: "acme~2Frun-7f3c9a1b2d4e5f60" });
    expect(readBoundId(twice)).toBeUndefined();
  });

  it("a byte order mark in front is kept", () => {
    expect(readSegment("~EF~BB~BFa")).toEqual({ ok: true, id: "\ufeffa" });
  });

  it.each([
    ["acme~2Frun-7f3c9a1b2d4e5f60", "acme/run-7f3c9a1b2d4e5f60"],
    ["acme/run-7f3c9a1b2d4e5f60", "acme/run-7f3c9a1b2d4e5f60"],
    ["acme/ab~2Fd-7f3c9a1b2d4e5f60", "acme/ab~2Fd-7f3c9a1b2d4e5f60"],
    // The bounds are the id's, not the segment's: 128 tildes are written in 384 characters.
    [`acme~2F${"~7E".repeat(128)}`, `acme/${"~".repeat(128)}`],
    [`acme~2F${"~7E".repeat(129)}`, undefined],
    ["run-7f3c9a1b2d4e5f60", undefined],
    ["acme~2Fshort", undefined],
    ["acme~2", undefined],
  ])("%j is the tenant-bound id %j", (segment, id) => {
    expect(readBoundId(segment)).toBe(id);
  });
});
