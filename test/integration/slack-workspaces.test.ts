import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "../../src/core/json.ts";
import { parseRoster } from "../../src/identity/roster.ts";
import { type Parley, startParley } from "../../src/main.ts";
import { rawCall } from "../platforms/slack/raw-call.ts";
import { type LocalSlack, startLocalSlack } from "../platforms/slack/server.ts";
import type { LocalTeam } from "../platforms/slack/team.ts";
import { freePort } from "../support/free-port.ts";
import { ownRedis } from "./redis/own-redis.ts";

/**
 * Two tenants, each in a workspace of its own, served by one process with one app. Both workspaces have a
 * channel and a person of the same id, so whatever is told apart by less than the team would be mixed up.
 */

const PLACE = "C0FINANCE";
const ADA = "U0ADA";
const TENANTS = ["acme", "beta"] as const;
type Tenant = (typeof TENANTS)[number];
const TEAM = { acme: "T0ACME", beta: "T0BETA" } as const;
const WITHIN = { timeout: 20_000 };

const own = ownRedis();

const teamSetup = (tenant: Tenant) => ({
  workspace: { id: TEAM[tenant], name: tenant },
  people: [{ id: ADA, name: `Ada of ${tenant}` }],
  channels: [{ id: PLACE, name: "finance", members: [ADA] }],
});

const roster = () => {
  const parsed = parseRoster(
    JSON.stringify({
      principals: TENANTS.map((tenant) => ({
        id: `ada-${tenant}`,
        name: `Ada of ${tenant}`,
        tenants: [tenant],
        accounts: [`slack:${TEAM[tenant]}/${ADA}`],
      })),
      tenants: TENANTS.map((tenant) => ({
        id: tenant,
        slack: { workspace: TEAM[tenant], channels: [PLACE] },
        routes: [{ when: { artifactType: "letter" }, direct: "eligible" }],
      })),
    }),
  );
  if (!parsed.ok) throw new Error(parsed.problems.join("; "));
  return parsed.roster;
};

interface World {
  readonly slack: LocalSlack;
  readonly parley: Parley;
  readonly port: number;
  readonly errors: string[];
  readonly run: (tenant: Tenant) => ReturnType<typeof newRun>;
}

async function startWorld(by: "socket" | "http"): Promise<World> {
  const port = await freePort();
  const prefix = `teams-${randomBytes(6).toString("hex")}`;
  const slack = await startLocalSlack({
    ...teamSetup("acme"),
    others: [teamSetup("beta")],
    rateLimits: "off",
    ...(by === "http" ? { delivery: { url: `http://127.0.0.1:${port}/slack/events` } } : {}),
  });
  const errors: string[] = [];
  const mode =
    by === "http"
      ? ({ kind: "http", signingSecret: slack.signingSecret } as const)
      : ({ kind: "socket", appToken: slack.appToken } as const);
  const parley = await startParley(
    {
      redisUrl: own.server.url,
      streamPrefix: prefix,
      logLevel: "info",
      roster: roster(),
      http: { host: "127.0.0.1", port },
      resolvedShape: "v2.1",
      slack: {
        botTokens: TENANTS.map((tenant) => slack.team(TEAM[tenant]).botToken),
        apiUrl: slack.apiUrl,
        mode,
      },
    },
    {
      info: () => undefined,
      warn: () => undefined,
      error: (fields, message) => void errors.push(`${message} ${JSON.stringify(fields)}`),
    },
  );
  await parley.ready;
  return { slack, parley, port, errors, run: (tenant) => newRun(prefix, tenant) };
}

/** A run of an engine. */
function newRun(prefix: string, tenant: Tenant) {
  const runId = `${tenant}/${randomBytes(12).toString("hex")}`;
  return {
    async ask(payload: Json) {
      const event = {
        eventId: randomUUID(),
        runId,
        type: "interrupt.requested",
        payload,
        timestamp: new Date().toISOString(),
        sequence: 1,
        schemaVersion: 1,
        nodeId: "gate",
      };
      await own.redis.xadd(`${prefix}:events`, "*", "event", JSON.stringify(event));
    },
    /** What the engine was answered. */
    async answers(): Promise<readonly unknown[]> {
      const entries = await own.redis.xrange(`${prefix}:resolutions`, "-", "+");
      return entries
        .map(([, fields]) => JSON.parse(fields[1] ?? "") as Told)
        .filter((event) => event.runId === runId && event.type === "interrupt.resolved")
        .map(({ payload }) => payload.resumeValue);
    },
  };
}

interface Told {
  readonly runId: string;
  readonly type: string;
  readonly payload: { readonly resumeValue: unknown };
}

const approval = (title: string, tenant: Tenant, more: Record<string, Json> = {}): Json => ({
  kind: "approval",
  key: title,
  data: {
    artifactId: title,
    artifactType: "invoice",
    title,
    actions: ["accept", "reject"],
    approversList: [`ada-${tenant}`],
    ...more,
  },
});

/** Everything that a workspace holds and that says this, wherever it stands. */
const saying = (team: LocalTeam, text: string) =>
  team.stored.messages.filter((message) => JSON.stringify(message).includes(text));
const cardIn = (team: LocalTeam, text: string) =>
  team.stored
    .inChannel(PLACE)
    .find(
      (message) => message.threadTs === undefined && JSON.stringify(message.blocks).includes(text),
    );

/** The card, once it is there. */
async function shown(team: LocalTeam, text: string): Promise<string> {
  await expect.poll(() => cardIn(team, text)?.ts, WITHIN).toBeDefined();
  return cardIn(team, text)?.ts ?? "";
}

describe.each(["socket", "http"] as const)("Two workspaces of one app, by %s,", (by) => {
  let world: World;
  let teams: Readonly<Record<Tenant, LocalTeam>>;
  beforeAll(async () => {
    world = await startWorld(by);
    teams = { acme: world.slack.team(TEAM.acme), beta: world.slack.team(TEAM.beta) };
  });
  afterAll(async () => {
    await world.parley.stop();
    await world.slack.close();
  });

  it("each get the cards of their own tenant, and decide them", async () => {
    const runs = { acme: world.run("acme"), beta: world.run("beta") };
    for (const tenant of TENANTS) await runs[tenant].ask(approval(`Settle ${tenant}`, tenant));
    for (const tenant of TENANTS) {
      const message = await shown(teams[tenant], `Settle ${tenant}`);
      await teams[tenant].people(ADA).press({ place: PLACE, message, action: "parley:accept" });
      const answer = { action: "accept", decidedBy: `ada-${tenant}` };
      await expect.poll(async () => runs[tenant].answers(), WITHIN).toMatchObject([answer]);
      await expect.poll(() => cardIn(teams[tenant], "Accepted")?.ts, WITHIN).toBe(message);
    }
    expect(saying(teams.acme, "Settle beta")).toEqual([]);
    expect(saying(teams.beta, "Settle acme")).toEqual([]);
  });

  it("do not decide for each other, not even with the other one's button", async () => {
    const run = world.run("acme");
    await run.ask(approval("Settle by whom", "acme"));
    const card = await shown(teams.acme, "Settle by whom");
    const { text, blocks } = teams.acme.stored.message(PLACE, card) ?? { text: "", blocks: [] };
    const args = { channel: PLACE, text, blocks };
    const { body } = await rawCall(world.slack, "chat.postMessage", args, teams.beta.botToken);
    const message = String(body["ts"]);
    await teams.beta.people(ADA).press({ place: PLACE, message, action: "parley:accept" });
    const notes = () => teams.beta.stored.ephemerals.length;
    await expect.poll(notes, WITHIN).toBeGreaterThan(0);
    expect(await run.answers()).toEqual([]);
    await teams.acme.people(ADA).press({ place: PLACE, message: card, action: "parley:accept" });
    const answer = { action: "accept", decidedBy: "ada-acme" };
    await expect.poll(async () => run.answers(), WITHIN).toMatchObject([answer]);
  });

  it("each fill in their own forms", async () => {
    const runs = { acme: world.run("acme"), beta: world.run("beta") };
    for (const tenant of TENANTS) await runs[tenant].ask(approval(`Refuse ${tenant}`, tenant));
    const ada = { acme: teams.acme.people(ADA), beta: teams.beta.people(ADA) };
    for (const tenant of TENANTS) {
      const message = await shown(teams[tenant], `Refuse ${tenant}`);
      await ada[tenant].press({ place: PLACE, message, action: "parley:reject-form" });
      // On a slow machine the dialog is up before its form: that cannot be sent yet.
      await expect.poll(() => ada[tenant].view().modal?.view["submit"], WITHIN).toBeTruthy();
    }
    // Both are open at the same time.
    for (const tenant of TENANTS) {
      const modal = ada[tenant].view().modal?.id ?? "";
      const values = { f0: `Because of ${tenant}` };
      expect(await ada[tenant].submit({ modal, values })).toMatchObject({ ok: true });
    }
    for (const tenant of TENANTS) {
      const answers = async () => JSON.stringify(await runs[tenant].answers());
      await expect.poll(answers, WITHIN).toContain(`Because of ${tenant}`);
    }
  });

  it("each send direct messages to their own people", async () => {
    for (const tenant of TENANTS) {
      const letter = approval(`Letter to ${tenant}`, tenant, { artifactType: "letter" });
      await world.run(tenant).ask(letter);
    }
    const direct = (tenant: Tenant, title: string) => {
      const theirs = teams[tenant].workspace.directMessage([ADA])?.id;
      return saying(teams[tenant], title).filter(({ channel }) => channel === theirs).length;
    };
    for (const tenant of TENANTS) {
      await expect.poll(() => direct(tenant, `Letter to ${tenant}`), WITHIN).toBe(1);
    }
    expect(saying(teams.acme, "Letter to beta")).toEqual([]);
    expect(saying(teams.beta, "Letter to acme")).toEqual([]);
  });

  it("each answer in their own threads", async () => {
    const runs = { acme: world.run("acme"), beta: world.run("beta") };
    const questions = (tenant: Tenant) => [{ id: "q", question: `When, ${tenant}?` }];
    for (const tenant of TENANTS) {
      await runs[tenant].ask({
        kind: "clarification",
        key: "when",
        data: { questions: questions(tenant) },
      });
    }
    for (const tenant of TENANTS) {
      const thread = await shown(teams[tenant], `When, ${tenant}?`);
      const lines = () =>
        teams[tenant].stored.inChannel(PLACE).filter(({ threadTs }) => threadTs === thread).length;
      await expect.poll(lines, WITHIN).toBeGreaterThan(0);
      teams[tenant].people(ADA).say({ place: PLACE, thread, text: `Friday in ${tenant}` });
      const answer = { answers: { q: `Friday in ${tenant}` } };
      await expect.poll(async () => runs[tenant].answers(), WITHIN).toEqual([answer]);
      await expect.poll(lines, WITHIN).toBeGreaterThan(2);
    }
  });

  it("each list what waits for their own tenant", async () => {
    for (const tenant of TENANTS) {
      await world.run(tenant).ask(approval(`Waits for ${tenant}`, tenant));
      await shown(teams[tenant], `Waits for ${tenant}`);
    }
    for (const [tenant, other] of [
      ["acme", "beta"],
      ["beta", "acme"],
    ] as const) {
      const team = teams[tenant];
      await team.people(ADA).command({ place: PLACE, command: "/pending" });
      const listed = () => JSON.stringify(team.stored.ephemerals.at(-1));
      await expect.poll(listed, WITHIN).toContain(`Waits for ${tenant}`);
      expect(listed()).not.toContain(`Waits for ${other}`);
      team.openHome(ADA);
      const home = () => JSON.stringify(team.homeOf(ADA)?.definition ?? {});
      await expect.poll(home, WITHIN).toContain(`Waits for ${tenant}`);
      expect(home()).not.toContain(`Waits for ${other}`);
    }
  });

  // The last one: it ends an installation.
  it("go on without each other when one takes its token back", async () => {
    const { slack, errors, port } = world;
    const before = errors.length;
    teams.beta.revoke({ quietly: true });
    const runs = { acme: world.run("acme"), beta: world.run("beta") };
    await runs.beta.ask(approval("Nobody sees this yet", "beta"));
    await runs.acme.ask(approval("Goes on", "acme"));
    const message = await shown(teams.acme, "Goes on");
    await teams.acme.people(ADA).press({ place: PLACE, message, action: "parley:accept" });
    await expect
      .poll(async () => runs.acme.answers(), WITHIN)
      .toMatchObject([{ action: "accept" }]);
    const refusals = () =>
      slack.log.filter(({ team, error }) => team === TEAM.beta && error === "token_revoked").length;
    // Its card is tried again, and the log says it once.
    await expect.poll(refusals, WITHIN).toBeGreaterThan(1);
    const told = errors.slice(before).filter((line) => line.includes("its cards wait"));
    expect(told).toEqual([expect.stringContaining(TEAM.beta)]);
    expect(slack.log.filter(({ team, ok }) => team === TEAM.acme && !ok)).toEqual([]);
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
    expect(ready.status).toBe(200);
    expect(await ready.text()).toContain(
      `slack: degraded: Slack does not take the token of T0BETA`,
    );
    expect(errors.join("\n")).not.toContain("xoxb-");
  });
});
