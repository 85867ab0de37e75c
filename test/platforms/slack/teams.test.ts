import { describe, expect, it } from "vitest";
import { actions, button, localSlack, PLACE, reasonDialog } from "./test-workspace.ts";
import { rawCall } from "./raw-call.ts";
import type { LocalSlack } from "./server.ts";

/** One app in two workspaces. What belongs to one of them does not exist for the token of the other. */

const BETA = {
  workspace: { id: "T0BETA", name: "Beta" },
  people: [{ id: "U0ADA", name: "Another Ada" }],
  channels: [
    { id: PLACE, name: "approvals", members: ["U0ADA"] },
    { id: "C0BETAONLY", name: "beta-only", members: ["U0ADA"] },
  ],
  groups: { S0BETA: ["U0ADA"] },
};

const two = (more = {}): Promise<LocalSlack> => localSlack({ others: [BETA], ...more });
const card = { channel: PLACE, text: "Settle", blocks: [actions(button("accept"))] };

describe("a token", () => {
  it("names its own workspace and bot", async () => {
    const slack = await two();
    const beta = slack.team("T0BETA");
    const [own, other] = [
      await rawCall(slack, "auth.test"),
      await rawCall(slack, "auth.test", {}, beta.botToken),
    ];
    expect(own.body).toMatchObject({ ok: true, team_id: slack.workspace.team.id });
    expect(other.body).toMatchObject({
      ok: true,
      team_id: "T0BETA",
      team: "Beta",
      user_id: beta.workspace.bot.userId,
    });
    expect(other.body["bot_id"]).not.toBe(own.body["bot_id"]);
    expect(slack.log.map(({ team }) => team)).toEqual([slack.workspace.team.id, "T0BETA"]);
  });

  it("writes in its own workspace, also where both have a channel of the same id", async () => {
    const slack = await two();
    const beta = slack.team("T0BETA");
    await rawCall(slack, "chat.postMessage", card, beta.botToken);
    expect(slack.stored.inChannel(PLACE)).toEqual([]);
    expect(beta.stored.inChannel(PLACE)).toHaveLength(1);
  });

  it.each([
    ["chat.postMessage", { channel: "C0BETAONLY", text: "x" }, "channel_not_found"],
    ["conversations.info", { channel: "C0BETAONLY" }, "channel_not_found"],
    ["usergroups.users.list", { usergroup: "S0BETA" }, "no_such_subteam"],
  ])("finds nothing of another workspace with %s", async (method, args, error) => {
    const slack = await two();
    expect((await rawCall(slack, method, args)).body).toMatchObject({ ok: false, error });
    const { botToken } = slack.team("T0BETA");
    expect((await rawCall(slack, method, args, botToken)).body).toMatchObject({ ok: true });
  });

  it("opens and changes views for its own workspace's triggers and views only", async () => {
    const slack = await two();
    const beta = slack.team("T0BETA");
    const { body } = await rawCall(slack, "chat.postMessage", card, beta.botToken);
    const message = String(body["ts"]);
    await beta.people("U0ADA").press({ place: PLACE, message, action: "accept" });
    const trigger = slack.deliveries.at(-1)?.payload["trigger_id"];
    const open = { trigger_id: trigger, view: reasonDialog() };
    expect((await rawCall(slack, "views.open", open)).body).toMatchObject({
      error: "invalid_trigger_id",
    });
    const opened = await rawCall(slack, "views.open", open, beta.botToken);
    expect(opened.body).toMatchObject({ ok: true, view: { team_id: "T0BETA" } });
    const view = beta.stored.views[0]?.id;
    const change = { view_id: view, view: reasonDialog() };
    expect((await rawCall(slack, "views.update", change)).body).toMatchObject({
      error: "not_found",
    });
  });

  it("is limited by what its own workspace has used", async () => {
    const slack = await two({ rateLimits: 1 });
    const { botToken } = slack.team("T0BETA");
    // About one a second and channel, with bursts of five: docs.slack.dev/apis/web-api/rate-limits
    for (let post = 0; post < 5; post += 1) await rawCall(slack, "chat.postMessage", card);
    expect((await rawCall(slack, "chat.postMessage", card)).status).toBe(429);
    expect((await rawCall(slack, "chat.postMessage", card, botToken)).status).toBe(200);
  });
});

describe("an installation that ends", () => {
  it("by a revoked token is refused, and told with ids and no token", async () => {
    const slack = await two();
    const beta = slack.team("T0BETA");
    beta.revoke();
    const refused = await rawCall(slack, "auth.test", {}, beta.botToken);
    expect(refused.body).toMatchObject({ ok: false, error: "token_revoked" });
    expect((await rawCall(slack, "auth.test")).body).toMatchObject({ ok: true });
    expect(slack.deliveries[0]?.payload).toMatchObject({
      team_id: "T0BETA",
      event: { type: "tokens_revoked", tokens: { bot: [beta.workspace.bot.userId] } },
    });
    expect(JSON.stringify(slack.deliveries)).not.toContain(beta.botToken);
  });

  it("by removing the app is told with two events, and nothing comes from there any more", async () => {
    const slack = await two();
    const beta = slack.team("T0BETA");
    const { body } = await rawCall(slack, "chat.postMessage", card, beta.botToken);
    const before = slack.deliveries.length;
    beta.uninstall();
    const refused = await rawCall(slack, "auth.test", {}, beta.botToken);
    expect(refused.body).toMatchObject({ error: "account_inactive" });
    const message = String(body["ts"]);
    const press = { place: PLACE, message, action: "accept" };
    expect(await beta.people("U0ADA").press(press)).toMatchObject({ ok: false });
    // Nobody listens here, so each is sent again at once.
    const told = new Set(slack.deliveries.slice(before).map(({ type }) => type));
    expect([...told]).toEqual(["tokens_revoked", "app_uninstalled"]);
  });
});

it("An installation in a whole organisation names no team where somebody presses", async () => {
  const slack = await localSlack({ isOrgWide: true });
  const { body } = await rawCall(slack, "chat.postMessage", card);
  const press = { place: PLACE, message: String(body["ts"]), action: "accept" };
  await slack.people("U0ADA").press(press);
  expect(slack.deliveries.at(-1)?.payload).toMatchObject({
    team: null,
    is_enterprise_install: true,
    user: { team_id: slack.workspace.team.id },
  });
  expect((await rawCall(slack, "auth.test")).body).toMatchObject({ is_enterprise_install: true });
});
