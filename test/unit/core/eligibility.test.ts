import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  eligibilityOf,
  formatEligibility,
  isEligible,
  isOpenToBearer,
  matchOf,
  type Principal,
  referencesOf,
} from "../../../src/core/eligibility.ts";
import type { ApprovalData } from "../../../src/core/payload.ts";
import { ADA, approval, payloadOf, question } from "./samples.ts";

const may = (data: Partial<ApprovalData>, who: Partial<Principal> = {}) =>
  isEligible({ ...ADA, ...who }, approval(data));

describe("who may decide", () => {
  it.each([
    ["everybody with the scope where nothing is declared", {}, true],
    [
      "everybody where all that is declared is empty",
      { approversList: [], approverGroupRefs: [], approverRoleRefs: [] },
      true,
    ],
    ["who is named", { approversList: ["grace", "ada"] }, true],
    ["not who is not named", { approversList: ["grace"] }, false],
    ["who is in a group", { approverGroupRefs: ["finance"] }, true],
    ["who holds a role", { approverRoleRefs: ["cfo"] }, true],
    // A list, groups and roles are one union.
    [
      "who is in the group although the list names others",
      { approversList: ["grace"], approverGroupRefs: ["finance"] },
      true,
    ],
    ["nobody of a group that nobody is in", { approverGroupRefs: ["nobody-is-here"] }, false],
    ["not by a group where a role is asked", { approverRoleRefs: ["finance"] }, false],
    ["not by a role where a group is asked", { approverGroupRefs: ["cfo"] }, false],
    ["not by a name where a group is asked", { approverGroupRefs: ["ada"] }, false],
    ["not by another case", { approversList: ["Ada"] }, false],
    ["not by spaces around", { approversList: [" ada "] }, false],
    // audience says who is told, never who decides.
    ["also whom the audience leaves out", { audience: { subjects: ["grace"] } }, true],
    [
      "not whom only the audience names",
      { approversList: ["grace"], audience: { subjects: ["ada"] } },
      false,
    ],
  ] as const)("is %s", (_, data, expected) => {
    expect(may(data as Partial<ApprovalData>)).toBe(expected);
  });

  it("is nobody without the scope, named or not", () => {
    for (const scopes of [[], ["runs:read"], ["approvals:respond "], ["approvals"]]) {
      expect(may({}, { scopes })).toBe(false);
      expect(may({ approversList: ["ada"] }, { scopes })).toBe(false);
    }
  });

  it("is everybody with the scope for kinds that declare nobody", () => {
    expect(isEligible(ADA, question())).toBe(true);
    expect(isEligible(ADA, payloadOf("custom"))).toBe(true);
    expect(isEligible({ ...ADA, scopes: [] }, question())).toBe(false);
  });

  it("is not muddled by names that look like references", () => {
    expect(may({ approversList: ["open"] })).toBe(false);
    expect(may({ approversList: ["group:finance"] })).toBe(false);
    expect(may({ approverGroupRefs: ["x"] }, { id: "group:x", groups: [] })).toBe(false);
    expect(may({ approversList: ["__proto__", "constructor"] })).toBe(false);
    expect(may({ approversList: ["grace"] }, { groups: ["open"], roles: ["open"] })).toBe(false);
  });

  it("is found among a thousand", () => {
    const names = Array.from({ length: 1000 }, (_, index) => `person-${index}`);
    expect(may({ approversList: names })).toBe(false);
    expect(may({ approversList: [...names, "ada"] })).toBe(true);
  });

  it("is decided by what is declared and held, and by nothing else", () => {
    const names = fc.array(fc.constantFrom("ada", "finance", "cfo", "x"), { maxLength: 3 });
    fc.assert(
      fc.property(names, names, names, (people, groups, roles) => {
        const expected =
          people.length + groups.length + roles.length === 0 ||
          people.includes("ada") ||
          groups.includes("finance") ||
          roles.includes("cfo");
        const data = { approversList: people, approverGroupRefs: groups, approverRoleRefs: roles };
        expect(may(data)).toBe(expected);
      }),
    );
  });
});

describe("references of eligibility", () => {
  it("are declared list first, then groups, then roles", () => {
    const data = {
      approversList: ["ada"],
      approverGroupRefs: ["finance"],
      approverRoleRefs: ["cfo"],
    };
    expect(eligibilityOf(approval(data)).map(formatEligibility)).toEqual([
      "principal:ada",
      "group:finance",
      "role:cfo",
    ]);
    expect(eligibilityOf(question()).map(formatEligibility)).toEqual(["open"]);
  });

  it("are all that a principal holds, and what is open to everybody", () => {
    expect(referencesOf(ADA).map(formatEligibility)).toEqual([
      "principal:ada",
      "group:finance",
      "role:cfo",
      "open",
    ]);
  });
});

describe("the reference that lets somebody", () => {
  const matched = (data: Partial<ApprovalData>, who: Partial<Principal> = {}) => {
    const match = matchOf({ ...ADA, ...who }, approval(data));
    return match === undefined ? undefined : formatEligibility(match);
  };

  it("is the first one declared that they hold", () => {
    const all = {
      approversList: ["grace", "ada"],
      approverGroupRefs: ["finance"],
      approverRoleRefs: ["cfo"],
    };
    expect(matched(all)).toBe("principal:ada");
    expect(matched({ ...all, approversList: ["grace"] })).toBe("group:finance");
    expect(matched({ ...all, approversList: ["grace"] }, { groups: [] })).toBe("role:cfo");
  });

  it("is what is open to all where nothing is declared, and none for an outsider", () => {
    expect(matched({})).toBe("open");
    expect(matched({ approversList: ["grace"] })).toBeUndefined();
  });
});

describe("a bearer of a token that names nobody", () => {
  it.each([
    ["may where nothing says who, and one voice is enough", {}, true],
    ["may where one voice is asked for", { requiredApprovals: 1 }, true],
    ["may where what is declared is empty", { approversList: [], approverGroupRefs: [] }, true],
    ["may where only those to be told are named", { audience: { subjects: ["ada"] } }, true],
    ["may not where people are named", { approversList: ["ada"] }, false],
    ["may not where a group is", { approverGroupRefs: ["finance"] }, false],
    ["may not where a role is", { approverRoleRefs: ["cfo"] }, false],
    ["may not where two voices are needed: both could be one", { requiredApprovals: 2 }, false],
    ["may not where somebody is called like what is open", { approversList: ["open"] }, false],
  ] as const)("%s", (_, data, expected) => {
    expect(isOpenToBearer(approval(data as Partial<ApprovalData>))).toBe(expected);
  });

  it("may answer other kinds, which declare nobody", () => {
    expect(isOpenToBearer(question())).toBe(true);
    expect(isOpenToBearer(payloadOf("external-event"))).toBe(true);
  });
});
