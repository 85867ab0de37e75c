import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { ada, approvals, button, call, row, stage, type Stage } from "./harness.ts";

let discord: Stage;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bodies-"));
  vi.stubEnv("DISCORD_BODIES", folder);
  discord = await stage();
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await discord.close();
  await rm(folder, { recursive: true });
});

async function recorded(): Promise<unknown[]> {
  const [file = ""] = await readdir(folder);
  const text = await readFile(join(folder, file), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
}

it("Bodies are written down once each, also those that are refused, with what a checker has to know", async () => {
  const messages = `/channels/${approvals}/messages`;
  const card = { content: "card", components: [row(button("yes"))] };
  const message = String((await call(discord, "POST", messages, card)).body["id"]);
  await call(discord, "POST", messages, card);
  const tooLong = { content: "c".repeat(2001) };
  await call(discord, "PATCH", `${messages}/${message}`, tooLong);
  await call(discord, "POST", `${messages}/${message}/threads`, { name: "t" });
  const pressed = discord.people(ada).press({ place: approvals, message, action: "yes" });
  await discord.until(() => discord.stored.interactions().length === 1);
  const [{ id, token } = { id: "", token: "" }] = discord.stored.interactions();
  await call(discord, "POST", `/interactions/${id}/${token}/callback`, { type: 6 });
  await pressed;
  const webhook = `/webhooks/${discord.applicationId}/${token}`;
  await call(discord, "POST", webhook, { content: "note", flags: 64 });
  await call(discord, "PATCH", `${webhook}/messages/@original`, { content: "edited" });
  // No message, so nothing that a checker of messages could judge.
  await call(discord, "PATCH", `/channels/${approvals}`, { name: "renamed" });

  expect(await recorded()).toEqual([
    { kind: "create", body: card },
    { kind: "edit", body: tooLong },
    { kind: "thread", body: { name: "t" } },
    { kind: "callback", on: "component", body: { type: 6 } },
    { kind: "webhook", body: { content: "note", flags: 64 } },
    { kind: "webhook-edit", body: { content: "edited" } },
  ]);
});
