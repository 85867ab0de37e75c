import { describe, expect, it } from "vitest";
import { audienceOf } from "../../../src/core/audience.ts";
import { approval, question } from "./samples.ts";

const NOBODY = { subjects: [], groups: [], roles: [] };

describe("who is told that something waits", () => {
  it("is everybody who is named as eligible, where the engine says nothing else", () => {
    const payload = approval({
      approversList: ["ada"],
      approverGroupRefs: ["finance"],
      approverRoleRefs: ["cfo"],
    });
    expect(audienceOf(payload)).toEqual({ subjects: ["ada"], groups: ["finance"], roles: ["cfo"] });
    expect(audienceOf(approval({ approversList: ["ada"] }))).toEqual({
      ...NOBODY,
      subjects: ["ada"],
    });
  });

  it("is exactly the audience where there is one, and nobody else", () => {
    const eligible = { approversList: ["ada"], approverGroupRefs: ["finance"] };
    expect(audienceOf(approval({ ...eligible, audience: { roles: ["cfo"] } }))).toEqual({
      ...NOBODY,
      roles: ["cfo"],
    });
    expect(audienceOf(approval({ ...eligible, audience: {} }))).toEqual(NOBODY);
    const all = { subjects: ["grace"], groups: ["legal"], roles: ["coo"] };
    expect(audienceOf(approval({ ...eligible, audience: all }))).toEqual(all);
  });

  it("is nobody in particular where nobody is named", () => {
    expect(audienceOf(approval())).toEqual(NOBODY);
    expect(audienceOf(question())).toEqual(NOBODY);
  });
});
