import { describe, expect, it } from "vitest";
import { personOf } from "../../../adapters/slack/directory.ts";

/** What users.info says of a full member (docs.slack.dev/reference/objects/user-object). */
const MEMBER = {
  id: "U0ADA",
  team_id: "T0ACME",
  deleted: false,
  is_bot: false,
  is_restricted: false,
  is_ultra_restricted: false,
  is_email_confirmed: true,
  profile: { email: "Ada@acme.example" },
};

describe("what Slack says of somebody", () => {
  it("is a full member with a confirmed address", () => {
    expect(personOf("T0ACME", MEMBER)).toEqual({ fullMember: true, email: "Ada@acme.example" });
  });

  it("may be a member by way of an organisation", () => {
    const elsewhere = { ...MEMBER, team_id: "T0OTHER", enterprise_user: { teams: ["T0ACME"] } };
    expect(personOf("T0ACME", elsewhere).fullMember).toBe(true);
  });

  it.each([
    ["a guest of several channels", { is_restricted: true }],
    ["a guest of one channel", { is_ultra_restricted: true }],
    ["a stranger", { is_stranger: true }],
    ["of another workspace", { team_id: "T0OTHER" }],
    ["a bot", { is_bot: true }],
    ["deactivated", { deleted: true }],
    ["of unknown standing", { is_restricted: undefined }],
    ["perhaps a bot", { is_bot: undefined }],
  ])("is no full member: %s", (_, about) => {
    expect(personOf("T0ACME", { ...MEMBER, ...about } as typeof MEMBER)).toEqual({
      fullMember: false,
    });
  });

  it("is nobody without an answer, and has no address that is not confirmed", () => {
    expect(personOf("T0ACME", undefined)).toEqual({ fullMember: false });
    for (const is_email_confirmed of [false, undefined]) {
      const about = { ...MEMBER, is_email_confirmed } as typeof MEMBER;
      expect(personOf("T0ACME", about).email).toBeUndefined();
    }
  });
});
