import { describe, expect, it } from "vitest";
import { installedTeam } from "../../../adapters/slack/installed-team.ts";
import { type OurBots, receiveReply } from "../../../adapters/slack/receive-reply.ts";

describe("the workspace whose installation a delivery is for", () => {
  it.each<[string, unknown, string | undefined]>([
    ["a press", { team: { id: "T0ACME" }, user: { id: "U0", team_id: "T0HOME" } }, "T0ACME"],
    [
      "a view that was opened by another workspace's app in a shared channel",
      { view: { app_installed_team_id: "T0ACME" }, team: { id: "T0BETA" } },
      "T0ACME",
    ],
    ["a command", { team_id: "T0ACME", user_id: "U0" }, "T0ACME"],
    [
      "an event, of which Slack names the installation",
      { team_id: "T0BETA", authorizations: [{ team_id: "T0ACME" }] },
      "T0ACME",
    ],
    [
      "a press where the app is installed in a whole organisation",
      { team: null, is_enterprise_install: true, user: { id: "U0", team_id: "T0HOME" } },
      "T0HOME",
    ],
    [
      "an event of such an installation",
      { team_id: "T0ACME", authorizations: [{ team_id: null, is_enterprise_install: true }] },
      "T0ACME",
    ],
    ["nothing at all", null, undefined],
    ["what could be mistaken for something else", { team: { id: "T0/U0" } }, undefined],
  ])("is read from %s", (_, body, team) => {
    expect(installedTeam(body)).toBe(team);
  });
});

describe("an answer in a channel that two workspaces with the app share", () => {
  // One delivery comes for both, and names either of the installations (docs.slack.dev, Slack Connect).
  const bots: OurBots = {
    botUserOf: (team) => ({ T0ACME: "U0BOTA", T0BETA: "U0BOTB" })[team],
    teamOfBotUser: (user) => ({ U0BOTA: "T0ACME", U0BOTB: "T0BETA" })[user],
  };
  const delivery = (picked: string, parent: string, event: object) => ({
    team_id: picked,
    authorizations: [{ team_id: picked }],
    is_ext_shared_channel: true,
    event: {
      type: "message",
      user: "U0ADA",
      channel: "C0SHARED",
      ts: "1760000002.000100",
      thread_ts: "1760000000.000100",
      parent_user_id: parent,
      text: "Friday",
      ...event,
    },
  });
  const own = { team: "T0ACME", user_team: "T0ACME", source_team: "T0ACME" };

  it("is for the workspace whose card it is below, whichever installation the delivery names", () => {
    for (const picked of ["T0ACME", "T0BETA"]) {
      expect(receiveReply(delivery(picked, "U0BOTA", own), bots)).toMatchObject({
        team: "T0ACME",
        user: "U0ADA",
        channel: "C0SHARED",
      });
    }
  });

  it("is nobody's when whoever wrote it is of the other workspace, or not certainly of this one", () => {
    const others = { team: "T0BETA", user_team: "T0BETA", source_team: "T0BETA" };
    for (const picked of ["T0ACME", "T0BETA"]) {
      expect(receiveReply(delivery(picked, "U0BOTA", others), bots)).toBeUndefined();
    }
    expect(receiveReply(delivery("T0BETA", "U0BOTA", {}), bots)).toBeUndefined();
    expect(receiveReply(delivery("T0BETA", "U0SOMEBODY", own), bots)).toBeUndefined();
  });
});
