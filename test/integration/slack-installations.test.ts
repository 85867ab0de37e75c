import { afterEach, describe, expect, it } from "vitest";
import { type SlackPlatform, slackPlatform } from "../../adapters/slack/index.ts";
import { checkSlack } from "../../adapters/slack/doctor.ts";
import type { SlackConfig } from "../../adapters/slack/config.ts";
import type { Inbound } from "../../src/presentation/platform.ts";
import { rawCall } from "../platforms/slack/raw-call.ts";
import { type LocalSlack, startLocalSlack } from "../platforms/slack/server.ts";
import { reasonDialog } from "../platforms/slack/test-workspace.ts";
import { aCard } from "../unit/slack/card.ts";

/** Which workspaces an app serves: what its tokens say, what the roster expects, what else comes in. */

const PLACE = "C0FINANCE";
const NONCE = "nonce-of-twenty-two-ch";
const at = (workspace: string) => ({ platform: "slack", workspace, channel: PLACE }) as const;

let closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.toReversed()) await close();
  closing = [];
});

const teamOf = (id: string, name: string) => ({
  workspace: { id, name },
  people: [{ id: "U0ADA", name: "Ada" }],
  channels: [{ id: PLACE, name: "finance", members: ["U0ADA"] }],
});

async function threeTeams(): Promise<LocalSlack> {
  const slack = await startLocalSlack({
    ...teamOf("T0ACME", "Acme"),
    others: [
      teamOf("T0BETA", "Beta"),
      teamOf("T0GAMMA", "Gamma"),
      { ...teamOf("T0ORG", "Organisation"), isOrgWide: true },
    ],
    rateLimits: "off",
  });
  closing.push(() => slack.close());
  return slack;
}

const token = (slack: LocalSlack, id: string) => slack.team(id).botToken;

interface Lines {
  readonly errors: string[];
  readonly warnings: string[];
  readonly infos: string[];
}

/** Presses are handed to nobody: nothing here may get so far. */
const NOBODY = {
  press: () => Promise.reject(new Error("nothing is to be decided here")),
} as unknown as Inbound;

function platformWith(slack: LocalSlack, botTokens: readonly string[], more = {}) {
  const lines: Lines = { errors: [], warnings: [], infos: [] };
  const to = (kept: string[]) => (fields: object, message: string) => {
    kept.push(`${message} ${JSON.stringify(fields)}`);
  };
  const config: SlackConfig = {
    botTokens,
    apiUrl: slack.apiUrl,
    mode: { kind: "socket", appToken: slack.appToken },
    ...more,
  };
  const log = { info: to(lines.infos), warn: to(lines.warnings), error: to(lines.errors) };
  const platform = slackPlatform(config, { log });
  closing.push(() => platform.stop());
  return { platform, lines, config };
}

async function whyNot(platform: SlackPlatform): Promise<string> {
  const fault: unknown = await platform.start(NOBODY).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(fault).toMatchObject({ code: "platform-refused", retryable: false });
  return (fault as Error).message;
}

describe("the tokens of several workspaces", () => {
  it("say themselves where they are good", async () => {
    const slack = await threeTeams();
    const tokens = [token(slack, "T0BETA"), token(slack, "T0ACME")];
    const { platform, lines } = platformWith(slack, tokens);
    await platform.start(NOBODY);
    expect(platform.state()).toBe("serving");
    await platform.cards.post(at("T0BETA"), aCard(), NONCE);
    expect(slack.team("T0BETA").stored.inChannel(PLACE)).toHaveLength(1);
    expect(slack.stored.inChannel(PLACE)).toEqual([]);
    expect(lines.errors).toEqual([]);
  });

  it("that are wrong stop the start, all told at once, by their places and without a token", async () => {
    const slack = await threeTeams();
    const tokens = [
      token(slack, "T0ACME"),
      "xoxb-nobody-knows",
      token(slack, "T0ORG"),
      token(slack, "T0BETA"),
    ];
    const { platform } = platformWith(slack, tokens);
    const told = await whyNot(platform);
    expect(told).toMatch(
      /token 2 of 4: Slack refused auth\.test: invalid_auth\. Copy the bot token again/,
    );
    expect(told).toMatch(/token 3 of 4: it is for the whole organisation Organisation/);
    expect(told).not.toContain("token 1 of 4");
    expect(told).not.toContain("xoxb-");
  });

  it("may not be two of one workspace", async () => {
    const slack = await startLocalSlack({
      ...teamOf("T0ACME", "Acme"),
      others: [teamOf("T0ACME", "Acme")],
    });
    closing.push(() => slack.close());
    const first = slack.botToken;
    slack.faults.next({ method: "auth.test" }, { status: 503 });
    const { platform } = platformWith(slack, [first, first]);
    // The first try is put off; what was said then is not asked again.
    await expect(platform.start(NOBODY)).rejects.toMatchObject({ retryable: true });
    expect(await whyNot(platform)).toBe(
      "SLACK_BOT_TOKEN, token 2 of 2: it is for Acme (T0ACME), as token 1 is. Keep the newer one of the two.",
    );
    expect(slack.log.filter(({ method }) => method === "auth.test")).toHaveLength(3);
  });

  it("that a workspace took back stop nobody else, and say which one and what to do", async () => {
    const slack = await threeTeams();
    slack.team("T0BETA").revoke({ quietly: true });
    const tokens = [token(slack, "T0ACME"), token(slack, "T0BETA")];
    const expected = [
      { team: "T0ACME", tenants: ["acme"] },
      { team: "T0BETA", tenants: ["beta", "beta-labs"] },
    ];
    const { platform, lines } = platformWith(slack, tokens, { expected });
    await platform.start(NOBODY);
    expect(lines.errors).toEqual([
      expect.stringMatching(/Install the app there again.*"2 of 2".*token_revoked/),
      expect.stringMatching(/so its cards wait.*T0BETA.*"beta","beta-labs"/),
    ]);
    expect(platform.state()).toBe("degraded: no bot token for T0BETA");
    await platform.cards.post(at("T0ACME"), aCard(), NONCE);
    // A card for the other one waits: it is worth another try, after a restart with a good token.
    await expect(platform.cards.post(at("T0BETA"), aCard(), NONCE)).rejects.toMatchObject({
      retryable: true,
    });
    // So does who is in a group there, as it would had the token died a minute later.
    const members = async (team: string) => platform.lookUps.membersOfGroup(team, "S0");
    await expect(members("T0BETA")).rejects.toMatchObject({ retryable: true });
    // Nobody waits for a workspace that neither a token nor the roster is for.
    await expect(members("T0GAMMA")).rejects.toMatchObject({ retryable: false });
  });

  it("that are known each, and none for a workspace of the roster, leave nothing to know there", async () => {
    const slack = await threeTeams();
    const expected = [{ team: "T0BETA", tenants: ["beta"] }];
    const { platform } = platformWith(slack, [token(slack, "T0ACME")], { expected });
    await platform.start(NOBODY);
    await expect(platform.lookUps.membersOfGroup("T0BETA", "S0")).rejects.toMatchObject({
      retryable: false,
    });
  });

  it("of which one has died leave a thread that names no workspace to nobody", async () => {
    const slack = await threeTeams();
    slack.team("T0BETA").revoke({ quietly: true });
    const { platform } = platformWith(slack, [token(slack, "T0ACME"), token(slack, "T0BETA")]);
    const asked: string[] = [];
    const threadReference = (id: string) => {
      asked.push(id);
      return Promise.resolve(undefined);
    };
    await platform.start({ ...NOBODY, threadReference });
    const { id } = await platform.cards.post(at("T0ACME"), aCard(), NONCE);
    // An earlier version, whose only token was Beta's, may have named a thread of Beta's so.
    const old = `${PLACE}:${id}`;
    const line = { name: "end", words: ["Accepted"] };
    await expect(platform.cards.threads?.say(old, line, NONCE)).rejects.toMatchObject({
      retryable: false,
    });
    expect(slack.stored.inChannel(PLACE)).toHaveLength(1);
    slack.people("U0ADA").say({ place: PLACE, thread: id, text: "Friday" });
    const outcomes = () =>
      slack.deliveries
        .filter(({ payload }) => JSON.stringify(payload).includes("Friday"))
        .map(({ receipt }) => receipt?.outcome);
    await expect.poll(outcomes).toEqual(["acknowledged"]);
    expect(asked).toEqual([`T0ACME/${old}`]);
  });

  it("that all were taken back leave nothing to start", async () => {
    const slack = await threeTeams();
    for (const id of ["T0ACME", "T0BETA"]) slack.team(id).uninstall();
    const { platform } = platformWith(slack, [token(slack, "T0ACME"), token(slack, "T0BETA")]);
    const told = await whyNot(platform);
    expect(told).toMatch(/token 1 of 2: .*account_inactive.*token 2 of 2: .*account_inactive/);
  });

  it("may be for a workspace that the roster does not name, which is told", async () => {
    const slack = await threeTeams();
    const tokens = [token(slack, "T0ACME"), token(slack, "T0BETA")];
    const expected = [{ team: "T0ACME", tenants: ["acme"] }];
    const { platform, lines } = platformWith(slack, tokens, { expected });
    await platform.start(NOBODY);
    expect(lines.errors).toEqual([]);
    expect(lines.warnings).toEqual([expect.stringMatching(/roster does not name.*T0BETA.*Beta/)]);
    expect(platform.state()).toBe("serving");
  });
});

describe("a token that Slack does not take any more", () => {
  it.each(["quietly", "with an event", "because the app was removed"])(
    "(%s) leaves its workspace waiting and the others at work, and is told once",
    async (how) => {
      const slack = await threeTeams();
      const tokens = [token(slack, "T0ACME"), token(slack, "T0BETA")];
      const { platform, lines } = platformWith(slack, tokens);
      await platform.start(NOBODY);
      const beta = slack.team("T0BETA");
      if (how === "with an event") beta.revoke();
      else if (how === "quietly") beta.revoke({ quietly: true });
      else beta.uninstall();
      const post = async () => platform.cards.post(at("T0BETA"), aCard(), NONCE);
      if (how === "quietly") await expect(post()).rejects.toMatchObject({ retryable: true });
      await expect.poll(() => platform.state()).toMatch(/^degraded: .* token of T0BETA/);
      await expect(post()).rejects.toMatchObject({ code: "platform-unavailable", retryable: true });
      expect(lines.errors).toEqual([
        expect.stringMatching(/its cards wait, the other workspaces go on.*T0BETA.*Beta/),
      ]);
      await platform.cards.post(at("T0ACME"), aCard(), NONCE);
      expect(slack.stored.inChannel(PLACE)).toHaveLength(1);
      expect(JSON.stringify(lines)).not.toContain(beta.botToken);
    },
  );

  it("is served again when Slack takes it again", async () => {
    const slack = await threeTeams();
    const { platform, lines } = platformWith(slack, [token(slack, "T0ACME")]);
    await platform.start(NOBODY);
    slack.faults.next({ method: "chat.postMessage" }, { error: "invalid_auth" });
    const post = async () => platform.cards.post(at("T0ACME"), aCard(), NONCE);
    await expect(post()).rejects.toMatchObject({ retryable: true });
    expect(platform.state()).toMatch(/^degraded: /);
    await post();
    expect(platform.state()).toBe("serving");
    expect(lines.infos).toContainEqual(expect.stringMatching(/takes the token .* again.*T0ACME/));
  });

  it("of one workspace says nothing about another one's limits", async () => {
    const slack = await threeTeams();
    const tokens = [token(slack, "T0ACME"), token(slack, "T0BETA")];
    const { platform } = platformWith(slack, tokens);
    await platform.start(NOBODY);
    slack.faults.next({ method: "chat.postMessage" }, { retryAfterSeconds: 30 });
    const post = async (team: string) => platform.cards.post(at(team), aCard(), NONCE);
    await expect(post("T0BETA")).rejects.toMatchObject({ retryAfterMs: 30_000 });
    await post("T0ACME");
    expect(platform.state()).toBe("serving");
  });
});

describe("a workspace that has the app, and no token here", () => {
  const NOTE = /not set up for your workspace/;

  async function strange() {
    const slack = await threeTeams();
    const running = platformWith(slack, [token(slack, "T0ACME")]);
    await running.platform.start(NOBODY);
    const gamma = slack.team("T0GAMMA");
    await running.platform.cards.post(at("T0ACME"), aCard(), NONCE);
    // The very card of another workspace, as somebody could post it who has the app's token for this one.
    const [card] = slack.stored.inChannel(PLACE);
    const copy = { channel: PLACE, text: card?.text ?? "", blocks: card?.blocks ?? [] };
    const { body } = await rawCall(slack, "chat.postMessage", copy, gamma.botToken);
    return { ...running, slack, gamma, message: String(body["ts"]) };
  }

  it("is acknowledged, told so and not taken, and named in the log once", async () => {
    const { slack, gamma, message, lines } = await strange();
    const ada = gamma.people("U0ADA");
    const press = { place: PLACE, message, action: "parley:accept" };
    expect(await ada.press(press)).toMatchObject({ ok: true });
    const notes = () => gamma.stored.ephemerals.map(({ text }) => text);
    await expect.poll(notes).toEqual([expect.stringMatching(NOTE)]);
    const typed = await ada.command({ place: PLACE, command: "/pending" });
    expect(typed).toMatchObject({ ok: true, shown: expect.stringMatching(NOTE) as string });
    const trigger = slack.deliveries.at(-1)?.payload["trigger_id"];
    const open = { trigger_id: trigger, view: reasonDialog() };
    await rawCall(slack, "views.open", open, gamma.botToken);
    const modal = ada.view().modal?.id ?? "";
    expect(await ada.submit({ modal, values: { why: "because" } })).toMatchObject({ ok: true });
    expect(JSON.stringify(ada.view().modal?.view)).toMatch(NOTE);
    gamma.openHome("U0ADA");
    ada.say({ place: PLACE, thread: message, text: "Friday" });
    const receipts = () => slack.deliveries.map(({ receipt }) => receipt?.outcome);
    await expect.poll(() => [...new Set(receipts())]).toEqual(["acknowledged"]);
    expect(gamma.homeOf("U0ADA")).toBeUndefined();
    expect(lines.warnings).toEqual([expect.stringMatching(/nothing from there is taken.*T0GAMMA/)]);
  });
});

describe("the doctor", () => {
  it("looks at each workspace with its own token", async () => {
    const slack = await threeTeams();
    const tokens = [token(slack, "T0ACME"), token(slack, "T0BETA")];
    const { config } = platformWith(slack, tokens);
    const checks = await checkSlack(config, {
      workspaces: [
        { team: "T0ACME", tenants: ["acme"] },
        { team: "T0BETA", tenants: ["beta"] },
      ],
      channels: [
        { workspace: "T0ACME", id: PLACE },
        { workspace: "T0BETA", id: PLACE },
        { workspace: "T0BETA", id: "C0NONE" },
      ],
      groups: [{ workspace: "T0BETA", id: "S0NONE" }],
    });
    const said = checks.map(({ name, ok }) => `${ok ? "ok" : "MEND"} ${name}`);
    expect(said).toEqual([
      "ok Slack bot token 1",
      "ok Slack scopes in T0ACME",
      "ok Slack bot token 2",
      "ok Slack scopes in T0BETA",
      "ok Slack workspace",
      "ok Slack app token",
      `ok Slack channel ${PLACE} in T0ACME`,
      `ok Slack channel ${PLACE} in T0BETA`,
      "MEND Slack channel C0NONE in T0BETA",
      "MEND Slack user group S0NONE in T0BETA",
    ]);
    const teamsAsked = slack.log.filter(({ args }) => args["channel"] === "C0NONE");
    expect(teamsAsked.map(({ team }) => team)).toEqual(["T0BETA"]);
  });

  it("says which tenants a missing token keeps waiting, and which tokens are of no use", async () => {
    const slack = await threeTeams();
    const tokens = [token(slack, "T0ACME"), token(slack, "T0ORG"), "xoxb-nobody-knows"];
    const { config } = platformWith(slack, tokens);
    const checks = await checkSlack(config, {
      workspaces: [{ team: "T0BETA", tenants: ["beta", "beta-labs"] }],
      channels: [{ workspace: "T0BETA", id: PLACE }],
    });
    const wrong = checks.filter(({ ok }) => !ok);
    expect(wrong.map(({ name }) => name)).toEqual([
      "Slack bot token 2",
      "Slack bot token 3",
      "Slack workspace",
    ]);
    expect(wrong[2]?.detail).toMatch(
      /Acme \(T0ACME\).*cards of beta, beta-labs are to go to T0BETA/,
    );
    expect(JSON.stringify(checks)).not.toContain("xoxb-nobody");
  });
});
