import { describe, expect, it } from "vitest";
import { discordAccount, readAccount, slackAccount } from "../../../src/core/account.ts";

describe("accounts", () => {
  it("name a person of Slack with the workspace, and one of Discord without", () => {
    expect(slackAccount("T0ACME", "U0ADA")).toBe("slack:T0ACME/U0ADA");
    expect(discordAccount("200000000000000001")).toBe("discord:200000000000000001");
  });

  it("are read as they were written", () => {
    const ada = { platform: "slack", workspace: "T0ACME", user: "U0ADA" } as const;
    const grace = { platform: "discord", user: "200000000000000001" } as const;
    expect(readAccount(slackAccount(ada.workspace, ada.user))).toEqual(ada);
    expect(readAccount(discordAccount(grace.user))).toEqual(grace);
  });

  it.each(["", "slack:T0ACME", "discord:", "discord:ada", "teams:1"])("are not %j", (text) => {
    expect(readAccount(text)).toBeUndefined();
  });
});
