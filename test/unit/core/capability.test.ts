import { expect, it } from "vitest";
import { facetProblems } from "../../../src/core/capability.ts";
import { capabilities } from "../../../src/http/discovery.ts";

it("A facet needs a way of signing tokens, and may name kinds of references and callbacks", () => {
  expect(facetProblems({ tokenAlgs: ["hs256"] })).toEqual([]);
  expect(
    facetProblems({
      tokenAlgs: ["hs256"],
      refKinds: ["principal", "role"],
      callbackDelivery: true,
    }),
  ).toEqual([]);
});

it("A facet may have members that later texts add, since it is not closed", () => {
  expect(facetProblems({ tokenAlgs: ["hs256"], status: "stable" })).toEqual([]);
});

it.each([
  ["no way of signing", {}],
  ["an empty list of ways", { tokenAlgs: [] }],
  ["a way that is not defined", { tokenAlgs: ["hs512"] }],
  ["a kind of reference that is not defined", { tokenAlgs: ["hs256"], refKinds: ["team"] }],
  ["callbacks that are no truth value", { tokenAlgs: ["hs256"], callbackDelivery: "no" }],
  ["no object at all", null],
])("A facet with %s is none", (_, value) => {
  expect(facetProblems(value)).toHaveLength(1);
});

it("What this host says of itself is a facet", () => {
  const said = capabilities() as Readonly<Record<string, unknown>>;
  expect(facetProblems(said["interrupt"])).toEqual([]);
});
