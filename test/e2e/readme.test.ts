import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, copyFile, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Demo, startDemo } from "../demo/demo.ts";
import { discordSeat } from "../demo/once/discord-seat.ts";
import type { Seat } from "../demo/once/seat.ts";
import { slackSeat } from "../demo/once/slack-seat.ts";
import { ADA } from "../demo/world.ts";
import { until } from "../support/until.ts";

/**
 * What README shows is what works: its blocks are run as they are printed, in the folder of somebody who has
 * built parley. Only the addresses lead elsewhere: `localhost:8080` and Redis' own port may be taken here.
 */

const ROOT = new URL("../..", import.meta.url).pathname;

let demo: Demo;
let folder: string;
let shell: Shell;
let blocks: Blocks;
const running = new Set<ChildProcess>();
beforeAll(async () => {
  demo = await startDemo({
    rateScale: 50,
    onBotDeath: (error) => {
      throw error;
    },
  });
  folder = await newFolder(demo);
  blocks = await blocksOf("## Ask from an engine");
  await writeFile(join(folder, "ask.ts"), blocks.ts);
  shell = openShell();
});
afterAll(async () => {
  for (const child of running) child.kill("SIGKILL");
  await demo.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Blocks {
  /** Redis, then the doors: a question, what came back, an API key, a token. */
  readonly sh: readonly [request: string, read: string, byKey: string, byToken: string];
  readonly ts: string;
}

async function blocksOf(heading: string): Promise<Blocks> {
  const readme = await readFile(join(ROOT, "README.md"), "utf8");
  const section = readme.slice(readme.indexOf(`\n${heading}\n`)).split("\n## ")[1] ?? "";
  const found = (of: string) =>
    [...of.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, body = ""]) => ({
      language,
      body,
    }));
  // A block that stands elsewhere, or a fifth one, would be printed and never run.
  expect(found(readme)).toEqual(found(section));
  const [request, read, ask, byKey, byToken, ...others] = found(section);
  const languages = [request, read, ask, byKey, byToken].map((block) => block?.language);
  expect(languages).toEqual(["sh", "sh", "ts", "sh", "sh"]);
  expect(others).toEqual([]);
  const bodyOf = (block: typeof request) => block?.body ?? "";
  return {
    sh: [bodyOf(request), bodyOf(read), bodyOf(byKey), bodyOf(byToken)],
    ts: bodyOf(ask),
  };
}

/** A folder like the one in which somebody builds parley, with settings in `.env`. */
async function newFolder({ envFile, redisUrl, bot }: Demo): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), "parley-readme-"));
  for (const name of ["dist", "node_modules"]) await symlink(join(ROOT, name), join(made, name));
  await copyFile(envFile, join(made, ".env"));
  // For tsx: the top-level await of the program.
  await writeFile(join(made, "package.json"), '{ "type": "module" }');
  const { host } = new URL(bot.httpUrl());
  await writeFile(join(made, ".curlrc"), `connect-to = "localhost:8080:${host}"\nsilent\n`);
  const client = join(made, "redis-cli");
  const { port } = new URL(redisUrl);
  await writeFile(client, `#!/bin/sh\nPATH=\${PATH#*:}\nexec redis-cli -p ${port} "$@"\n`);
  await chmod(client, 0o755);
  return made;
}

interface Shell {
  /** Runs a block and gives what it printed. */
  run(block: string): Promise<string>;
}

/** One shell for all blocks, as a reader has it: what one defines, the next may use. */
function openShell(): Shell {
  const child = start("bash", ["-s"]);
  const lines: string[] = [];
  createInterface(child.stdout).on("line", (line) => lines.push(line));
  let count = 0;
  return {
    async run(block) {
      lines.length = 0;
      count += 1;
      const end = `end of block ${count}: `;
      child.stdin.write(`${block}\nprintf '\\n%s\\n' "${end}$?"\n`);
      const last = await until("the block ends", () => lines.find((line) => line.startsWith(end)), {
        withinMs: 60_000,
      });
      expect(last, lines.join("\n")).toBe(`${end}0`);
      return lines.slice(0, lines.indexOf(last)).join("\n");
    },
  };
}

function start(command: string, args: readonly string[]) {
  const child = spawn(command, args, {
    cwd: folder,
    env: {
      PATH: `${folder}:${process.env["PATH"] ?? ""}`,
      CURL_HOME: folder,
      REDIS_URL: demo.redisUrl,
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

const runProgram = () => start(process.execPath, ["--import", "tsx", "ask.ts"]);

async function cardWith(seat: Seat, words: readonly string[]) {
  return until(`a card on ${seat.platform}`, async () => {
    const [card, ...others] = await seat.cards(ADA, words[0] ?? "");
    expect(others).toEqual([]);
    return words.every((word) => card?.text.includes(word)) ? card : undefined;
  });
}

/** The two cards, one a platform, say this. */
async function expectCards(...words: readonly string[]) {
  await cardWith(slackSeat(demo.slackUrl), words);
  await cardWith(discordSeat(demo.discordUrl), words);
}

/** The ids of the events that resolve something, in what `redis-cli` prints of a stream. */
function resolutionIds(printed: string): readonly string[] {
  return printed
    .split("\n")
    .filter((line) => line.includes('"type":"interrupt.resolved"'))
    .map((line) => /"eventId":"([^"]+)"/.exec(line)?.[1] ?? "");
}

test("a question is asked, read and answered with the commands that README prints", async () => {
  const [request, read, byKey] = blocks.sh;
  await shell.run(request);
  await expectCards("Settle invoice INV-42", "1,200 EUR");
  expect(await shell.run(read)).toContain('"type":"node.suspended"');

  expect(JSON.parse(await shell.run(byKey))).toEqual({
    runId: "acme/run-0000000000001",
    nodeId: "settle",
    status: "running",
  });
  await expectCards("Settle invoice INV-42", "Accepted by Ada", "over HTTP");
  const printed = await until("the resolution", async () => {
    const seen = await shell.run(read);
    return resolutionIds(seen).length === 1 ? seen : undefined;
  });
  expect(printed).toContain('"action":"accept"');
  expect(printed).toContain('"decidedBy":"ada"');

  // The same request again: no other card, and the same event once more.
  await shell.run(request);
  const ids = await until("the resolution comes again", async () => {
    const seen = resolutionIds(await shell.run(read));
    return seen.length === 2 ? seen : undefined;
  });
  expect(ids[1]).toBe(ids[0]);
  await expectCards("Settle invoice INV-42", "Accepted by Ada");
});

test("README's program asks, is killed, and gets its answer when it asks again", async () => {
  const killed = runProgram();
  await expectCards("Settle invoice INV-43");
  killed.kill("SIGKILL");
  await once(killed, "exit");

  const [, , , byToken] = blocks.sh;
  const printed = await shell.run(byToken);
  expect(printed).toContain('"title":"Settle invoice INV-43"');
  expect(printed).toContain('"status":"running"');
  await expectCards("Settle invoice INV-43", "Accepted by Ada", "As agreed", "by link");

  const recovering = runProgram();
  const answer = JSON.parse(await text(recovering.stdout)) as unknown;
  expect(answer).toMatchObject({ action: "accept", feedback: "As agreed", decidedBy: "ada" });
});

test("README's program waits and prints what was answered meanwhile", async () => {
  const other = blocks.ts.replaceAll("0000000000002", "0000000000003").replaceAll("43", "44");
  await writeFile(join(folder, "other.ts"), other);
  const waiting = start(process.execPath, ["--import", "tsx", "other.ts"]);
  const answered = text(waiting.stdout);
  await expectCards("Settle invoice INV-44");
  const slack = slackSeat(demo.slackUrl);
  const card = await cardWith(slack, ["Settle invoice INV-44"]);
  await (await slack.openForm(ADA, card, "Reject")).send({ Reason: "Paid already" });
  expect(JSON.parse(await answered)).toMatchObject({
    action: "reject",
    feedback: "Paid already",
    decidedBy: "ada",
  });
});
