import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import type { LocalSlack } from "./server.ts";
import {
  localSlack,
  openModalOf,
  opened,
  PLACE,
  postedCard,
  reasonDialog,
  SECRET,
} from "./test-workspace.ts";

async function through(base: string, act: string, body?: object) {
  const request = body ? { method: "POST", body: JSON.stringify(body) } : {};
  const response = await fetch(`${base}/people${act}`, request);
  return { status: response.status, body: await response.json() };
}

const as = "U0ADA";

describe("The people door", () => {
  it("says who can be played, and where", async () => {
    const slack = await localSlack();
    const { body } = await through(slack.origin, "");
    expect(body).toMatchObject({
      platform: "slack",
      people: [{ id: "U0ADA", name: "Ada" }, { id: "U0GRACE" }, { id: "U0EVE" }],
      places: [{ id: PLACE, name: "approvals" }, {}, {}, {}],
    });
  });

  it("shows each person only what that person can see", async () => {
    const slack = await localSlack();
    await postedCard(slack);
    const placesOf = async (id: string) =>
      (await through(slack.origin, `/view?as=${id}`)).body as { places: { id: string }[] };
    expect((await placesOf("U0ADA")).places.map(({ id }) => id)).toContain(PLACE);
    expect((await placesOf("U0EVE")).places.map(({ id }) => id)).toContain(SECRET);
    expect((await placesOf("U0EVE")).places.map(({ id }) => id)).not.toContain(PLACE);
  });

  it("presses, submits, closes, commands and says, like the direct door", async () => {
    const slack = await localSlack();
    const message = await postedCard(slack);
    const door = async (act: string, body: object) =>
      (await through(slack.origin, `/${act}`, { as, ...body })).body;
    const at = { place: PLACE, message, action: "accept" };
    expect(await door("press", at)).toMatchObject({ ok: false, shown: expect.any(String) });
    expect(await door("command", { place: PLACE, command: "/pending" })).toMatchObject({
      ok: false,
    });
    const said = await door("say", { place: PLACE, thread: message, text: "hello" });
    expect(said).toEqual({ ok: true, message: slack.stored.messages.at(-1)?.ts });
    await opened(slack, reasonDialog());
    const modal = openModalOf(slack).id;
    expect(await door("submit", { modal, values: { why: "" } })).toMatchObject({
      ok: false,
      errors: { why: "Please complete this required field." },
    });
    expect(await door("close", { modal })).toEqual({ ok: true });
  });

  it.each<[string, object, string]>([
    ["nobody", { as: "U0NOBODY", place: PLACE, text: "a" }, "Nobody here has the id U0NOBODY."],
    ["a place one is not in", { as, place: SECRET, text: "a" }, `U0ADA is not in ${SECRET}.`],
    ["no text", { as, place: PLACE }, '"text" is missing.'],
  ])("refuses to speak as or in %s", async (_, body, shown) => {
    const slack = await localSlack();
    expect(await through(slack.origin, "/say", body)).toEqual({
      status: 400,
      body: { ok: false, shown },
    });
  });

  it("tells of every change", async () => {
    const slack = await localSlack();
    const abort = new AbortController();
    onTestFinished(() => abort.abort());
    const response = await fetch(`${slack.origin}/people/changes`, { signal: abort.signal });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const revisions = async () =>
      ((await reader?.read())?.value ?? "")
        .split("\n\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line.replace("data: ", "")).revision as number);
    const [before = 0] = await revisions();
    slack.people("U0ADA").say({ place: PLACE, text: "hello" });
    const [after = 0] = await revisions();
    expect(after).toBeGreaterThan(before);
  });

  it("stands open to pages of any origin, unlike the rest", async () => {
    const slack = await localSlack();
    const preflight = await fetch(`${slack.origin}/people/press`, { method: "OPTIONS" });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    const api = await fetch(`${slack.apiUrl}auth.test`, { method: "POST" });
    expect(api.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("can be mounted below a prefix of another server", async () => {
    const slack = await localSlack();
    const origin = await mounted(slack);
    expect((await through(`${origin}/slack`, "")).body).toMatchObject({ platform: "slack" });
    expect((await through(`${origin}/slack`, "/view?as=U0ADA")).body).toMatchObject({
      you: { id: "U0ADA", name: "Ada", tz: "Europe/London" },
    });
    expect((await through(`${origin}/slack`, "/nothing")).status).toBe(404);
  });
});

async function mounted(slack: LocalSlack): Promise<string> {
  const server = createServer(slack.handlePeople);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("A local Slack", () => {
  it("has secrets of its own that no other has", async () => {
    const [one, other] = [await localSlack(), await localSlack()];
    expect(one.botToken).toMatch(/^xoxb-/);
    expect(one.appToken).toMatch(/^xapp-/);
    for (const secret of ["botToken", "appToken", "signingSecret"] as const)
      expect(one[secret]).not.toBe(other[secret]);
  });

  it("takes the secrets and the names it is given", async () => {
    const given = { botToken: "xoxb-a", appToken: "xapp-b", signingSecret: "c" };
    const slack = await localSlack({ ...given, workspace: { id: "T0ACME", name: "Acme" } });
    expect(slack).toMatchObject(given);
    expect(slack.apiUrl).toBe(`${slack.origin}/api/`);
    expect(slack.workspace.team).toEqual({ id: "T0ACME", name: "Acme", domain: "acme" });
  });

  it("lets nobody wait when it closes", async () => {
    const slack = await localSlack();
    const response = await fetch(`${slack.origin}/people/changes`);
    await slack.close();
    expect(await response.text()).toContain("revision");
  });
});
