import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type SlackPlatform, slackPlatform } from "../../adapters/slack/index.ts";
import type { Press } from "../../src/core/press.ts";
import { parseReference, type Reference } from "../../src/core/reference.ts";
import type { CardThreads, Inbound, PressResult, Taken } from "../../src/presentation/platform.ts";
import { NOT_CONFIRMED_TYPED } from "../../src/presentation/wording.ts";
import { plainWords } from "../../src/presentation/words.ts";
import type { JsonObject } from "../platforms/slack/json.ts";
import { rawCall } from "../platforms/slack/raw-call.ts";
import {
  type LocalSlack,
  type LocalSlackOptions,
  startLocalSlack,
} from "../platforms/slack/server.ts";
import { aCard, REFERENCE } from "../unit/slack/card.ts";

/** Threads on Slack: what is said in them, and what people answer in them. The real SDK, by socket and over HTTP. */

const PLACE = "C0FINANCE";
const ADDRESS = { platform: "slack", workspace: "T0ACME", channel: PLACE } as const;
const NONCE = "nonce-of-twenty-two-ch";
const LINE_NONCE = "line-of-twenty-two-cha";
const HOW = { name: "how" } as const;

let closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.toReversed()) await close();
  closing = [];
});

const recorded = (result: PressResult): Taken => ({
  state: "recorded",
  result: Promise.resolve(result),
});

/** parley as far as a thread sees it; nothing else of it is asked. */
class Answers {
  readonly presses: Press[] = [];
  readonly asked: (readonly [string, string])[] = [];
  readonly threads = new Map<string, Reference>();
  storeAway = false;
  taken: (press: Press) => Promise<Taken> = () => Promise.resolve(recorded({ ok: true }));

  async press(press: Press): Promise<Taken> {
    const again = this.presses.some(({ id }) => id === press.id);
    this.presses.push(press);
    return again ? { state: "duplicate" } : this.taken(press);
  }

  async threadReference(thread: string, message: string): Promise<Reference | undefined> {
    this.asked.push([thread, message]);
    if (this.storeAway) throw new Error("the store is away");
    return this.threads.get(thread);
  }
}

interface Running {
  readonly slack: LocalSlack;
  readonly platform: SlackPlatform;
  readonly threads: CardThreads;
  readonly answers: Answers;
  /** A card whose answers are typed below it. */
  readonly card: string;
  readonly say: (text: string, user?: string) => string;
  readonly texts: () => readonly string[];
}

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function running(by: "socket" | "http" = "socket"): Promise<Running> {
  let platform: SlackPlatform | undefined;
  const options: Partial<LocalSlackOptions> =
    by === "http" ? { delivery: { url: await serve(() => platform) } } : {};
  const slack = await startLocalSlack({
    workspace: { id: "T0ACME", name: "Acme" },
    people: [
      { id: "U0ADA", name: "Ada" },
      { id: "U0GRACE", name: "Grace" },
    ],
    channels: [{ id: PLACE, name: "finance", members: ["U0ADA", "U0GRACE"] }],
    rateLimits: 100,
    signingSecret: "signing-secret",
    ...options,
  });
  closing.push(() => slack.close());
  const mode =
    by === "http"
      ? ({ kind: "http", signingSecret: slack.signingSecret } as const)
      : ({ kind: "socket", appToken: slack.appToken } as const);
  platform = slackPlatform(
    { botTokens: [slack.botToken], apiUrl: slack.apiUrl, mode },
    { log: quiet },
  );
  const answers = new Answers();
  closing.push(async () => platform?.stop());
  await platform.start(answers as unknown as Inbound);
  const { id: card } = await platform.cards.post(ADDRESS, aCard(), NONCE);
  const reference = parseReference(REFERENCE);
  const { threads } = platform.cards;
  if (reference === undefined || threads === undefined) throw new Error("Slack has threads");
  answers.threads.set(`T0ACME/${PLACE}:${card}`, reference);
  return {
    slack,
    platform,
    threads,
    answers,
    card,
    say: (text, user = "U0ADA") =>
      slack.people(user).say({ place: PLACE, thread: card, text }).message,
    texts: () =>
      slack.stored
        .inChannel(PLACE)
        .filter((message) => message.threadTs === card)
        .map(({ text }) => text),
  };
}

async function serve(platform: () => SlackPlatform | undefined): Promise<string> {
  const server = createServer((request, response) => platform()?.listener?.(request, response));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/slack/events`;
}

/** How often Slack brought a message, and what came back each time. */
const receipts = ({ slack }: Running, ts: string) =>
  slack.deliveries
    .filter(({ payload }) => (payload["event"] as JsonObject | undefined)?.["ts"] === ts)
    .map(({ receipt }) => receipt?.outcome ?? "waiting");

/** An event as Slack sends it, of somebody who has no door here. */
function sendReply({ slack, card }: Running, more: JsonObject): void {
  slack.events.send({
    type: "message",
    user: "U0ADA",
    text: "Friday",
    team: "T0ACME",
    ts: "1760000416.000100",
    thread_ts: card,
    parent_user_id: slack.workspace.bot.userId,
    channel: PLACE,
    channel_type: "channel",
    event_ts: "1760000416.000100",
    ...more,
  });
}

describe.each(["socket", "http"] as const)("An answer typed in a thread on Slack, by %s,", (by) => {
  it("is acknowledged only after it was recorded", async () => {
    const run = await running(by);
    let record: (taken: Taken) => void = () => undefined;
    run.answers.taken = () => new Promise((resolve) => (record = resolve));
    const ts = run.say("Friday");
    await expect.poll(() => run.answers.presses.length).toBe(1);
    expect(receipts(run, ts)).toEqual(["waiting"]);
    record(recorded({ ok: true }));
    await expect.poll(() => receipts(run, ts)).toEqual(["acknowledged"]);
    expect(run.answers.presses).toMatchObject([
      {
        id: `slack/T0ACME/${PLACE}/${ts}`,
        account: "slack:T0ACME/U0ADA",
        workspace: "T0ACME",
        response: { answer: "Friday" },
      },
    ]);
    expect(run.answers.asked).toEqual([[`T0ACME/${PLACE}:${run.card}`, ts]]);
    expect(run.texts()).toEqual(["Friday"]);
  });

  it("that could not be recorded is brought again by Slack, said so once, and then counts", async () => {
    const run = await running(by);
    const { answers } = run;
    let tries = 0;
    answers.press = async (press) => {
      tries += 1;
      if (tries === 1) return { state: "not-recorded", words: ["Nothing was recorded."] };
      answers.presses.push(press);
      return recorded({ ok: true });
    };
    const ts = run.say("Friday");
    // Slack's second try comes at once when the first is refused; a socket is silent for three seconds.
    await expect.poll(() => answers.presses.length).toBe(1);
    await expect.poll(() => receipts(run, ts).at(-1)).toBe("acknowledged");
    expect(run.texts()).toEqual(["Friday", plainWords(NOT_CONFIRMED_TYPED)]);
  });
});

describe("An answer typed in a thread on Slack", () => {
  it("is what was typed, without Slack's markup and without the mention of the bot", async () => {
    const run = await running();
    run.say("@parley <b> & https://example.com/?a=1&b=2 for @Grace");
    await expect.poll(() => run.answers.presses.length).toBe(1);
    const answer = "<b> & https://example.com/?a=1&b=2 for @U0GRACE";
    expect(run.answers.presses).toMatchObject([{ response: { answer } }]);
  });

  it("counts when it is shown in the channel, too, and when it comes with a file", async () => {
    const run = await running();
    const root = { user: run.slack.workspace.bot.userId };
    sendReply(run, { subtype: "thread_broadcast", ts: "1760000416.000100", root });
    sendReply(run, { subtype: "file_share", ts: "1760000417.000100", files: [{ id: "F0" }] });
    await expect.poll(() => run.answers.presses.length).toBe(2);
  });

  it("delivered twice is one press, and the second is acknowledged in silence", async () => {
    const run = await running();
    const words = ["Write a day. Nothing changed."];
    run.answers.taken = async () => recorded({ ok: false, words, correctable: true });
    run.slack.faults.next({ delivery: "message" }, "twice");
    run.say("whenever");
    await expect.poll(() => run.answers.presses.length).toBe(2);
    await run.platform.stop();
    expect(run.answers.presses[0]?.id).toBe(run.answers.presses[1]?.id);
    expect(run.texts()).toEqual(["whenever", ...words]);
  });

  it("that does not fit is answered in the thread; why somebody may not answer, to them alone", async () => {
    const run = await running();
    const words = ["Only Ada can decide this. Nothing changed."];
    run.answers.taken = async () => recorded({ ok: false, words, correctable: false });
    run.say("Friday", "U0GRACE");
    const notes = () =>
      run.slack.stored.ephemerals.map(({ onlyFor, text, threadTs }) => [onlyFor, text, threadTs]);
    await expect.poll(notes).toEqual([["U0GRACE", ...words, run.card]]);
    expect(run.texts()).toEqual(["Friday"]);
  });

  it.each<[string, JsonObject]>([
    ["of a bot", { subtype: "bot_message", bot_id: "B0OTHER", user: undefined }],
    ["of an app in somebody's name", { bot_id: "B0OTHER" }],
    ["of a person of another workspace (Slack Connect)", { user_team: "T0OTHER", team: "T0OTHER" }],
    ["that only source_team calls a stranger's", { source_team: "T0OTHER" }],
    [
      "that is an edit",
      { subtype: "message_changed", hidden: true, message: { text: "Saturday" } },
    ],
    ["that was taken back", { subtype: "message_deleted", hidden: true }],
    ["below somebody else's message", { parent_user_id: "U0GRACE" }],
    ["in no thread", { thread_ts: undefined }],
    ["that is the card itself", { ts: "1760000416.000100", thread_ts: "1760000416.000100" }],
  ])("is none %s", async (_, more) => {
    const run = await running();
    sendReply(run, more);
    const later = run.say("Friday");
    await expect.poll(() => run.answers.presses.length).toBe(1);
    expect(run.answers.presses).toMatchObject([{ id: `slack/T0ACME/${PLACE}/${later}` }]);
    expect(run.answers.asked).toHaveLength(1);
  });

  it("is none of ours, nor what is edited afterwards, nor in threads of nothing that was asked", async () => {
    const run = await running();
    await run.threads.say(`${PLACE}:${run.card}`, HOW, LINE_NONCE);
    const ada = run.slack.people("U0ADA");
    const { message } = ada.say({ place: PLACE, text: "hello" });
    ada.say({ place: PLACE, thread: message, text: "Monday" });
    const ts = run.say("Friday");
    ada.edit({ place: PLACE, message: ts, text: "Saturday" });
    ada.unsay({ place: PLACE, message: ts });
    await expect.poll(() => run.answers.presses.length).toBe(1);
    await run.platform.stop();
    expect(run.answers.presses).toMatchObject([{ response: { answer: "Friday" } }]);
  });

  it("whose thread cannot be looked up is brought again by Slack where it is below a card of ours", async () => {
    const run = await running();
    run.answers.storeAway = true;
    const ts = run.say("Friday");
    await expect.poll(() => run.texts()).toEqual(["Friday", plainWords(NOT_CONFIRMED_TYPED)]);
    run.answers.storeAway = false;
    await expect.poll(() => run.answers.presses.length).toBe(1);
    await expect.poll(() => receipts(run, ts).at(-1)).toBe("acknowledged");
  });
});

it("An answer typed in a thread counts, too, where an earlier version named the thread", async () => {
  const run = await running();
  const reference = run.answers.threads.get(`T0ACME/${PLACE}:${run.card}`);
  if (reference === undefined) throw new Error("the card has a thread");
  run.answers.threads.clear();
  run.answers.threads.set(`${PLACE}:${run.card}`, reference);
  run.say("Friday");
  await expect.poll(() => run.answers.presses).toMatchObject([{ response: { answer: "Friday" } }]);
});

describe("A line in a thread on Slack", () => {
  const line = { name: "asked-0", words: ["Ada asked: “Why?”"] };

  it("stands below the card, or in the thread in which the card stands, and pings nobody", async () => {
    const { threads, slack, platform, card } = await running();
    const thread = await threads.idOf(ADDRESS, { id: card });
    expect(thread).toBe(`T0ACME/${PLACE}:${card}`);
    await threads.say(
      `T0ACME/${PLACE}:${card}`,
      { name: "end", words: ["Accepted by <!channel>\n@Ada *x*"] },
      LINE_NONCE,
    );
    const within = { ...ADDRESS, thread: `T0ACME/${PLACE}:${card}` };
    const second = await platform.cards.post(within, aCard(), NONCE);
    expect(await threads.idOf(within, second)).toBe(thread);
    await platform.cards.edit(within, second, aCard({ stateWord: "Accepted" }));
    const [said, posted] = slack.stored.inChannel(PLACE).slice(1);
    expect(said).toMatchObject({ threadTs: card, pings: [] });
    expect(posted).toMatchObject({ ts: second.id, threadTs: card });
    expect(posted?.text).toContain("Accepted");
  });

  it("is found again by what it carries, whatever else says the same, and only in its thread", async () => {
    const { threads, slack, card } = await running();
    const thread = `T0ACME/${PLACE}:${card}`;
    const since = Date.now();
    const tried = { nonce: LINE_NONCE, since };
    slack.people("U0ADA").say({ place: PLACE, thread: card, text: "Ada asked: “Why?”" });
    expect(await threads.find(thread, line, tried)).toBeUndefined();
    slack.faults.next({ method: "chat.postMessage" }, { status: 500, after: "commit" });
    await expect(threads.say(thread, line, LINE_NONCE)).rejects.toMatchObject({ retryable: true });
    const found = await threads.find(thread, line, tried);
    expect(slack.stored.message(PLACE, found ?? "")?.threadTs).toBe(card);
    expect(await threads.find(thread, line, { ...tried, nonce: "another" })).toBeUndefined();
  });

  it("is said and found where an earlier version, which served one workspace, named its thread", async () => {
    const { threads, slack, card } = await running();
    const since = Date.now();
    const said = await threads.say(`${PLACE}:${card}`, line, LINE_NONCE);
    expect(slack.stored.message(PLACE, said)?.threadTs).toBe(card);
    const tried = { nonce: LINE_NONCE, since };
    expect(await threads.find(`${PLACE}:${card}`, line, tried)).toBe(said);
  });

  it("is refused for good where the card was deleted", async () => {
    const { threads, slack, card } = await running();
    await rawCall(slack, "chat.delete", { channel: PLACE, ts: card });
    await expect(threads.say(`T0ACME/${PLACE}:${card}`, line, LINE_NONCE)).rejects.toMatchObject({
      retryable: false,
    });
  });

  it("stands in a direct message below its card as well", async () => {
    const { threads, platform, slack } = await running();
    const direct = { platform: "slack", workspace: "T0ACME", channel: "", user: "U0ADA" } as const;
    const posted = await platform.cards.post(direct, aCard(), NONCE);
    const thread = (await threads.idOf(direct, posted)) ?? "";
    expect(thread).toMatch(new RegExp(`^T0ACME/D\\w+:${posted.id}$`));
    await threads.say(thread, HOW, LINE_NONCE);
    const [channel = ""] = thread.replace("T0ACME/", "").split(":");
    expect(slack.stored.inChannel(channel).at(-1)).toMatchObject({
      threadTs: posted.id,
      text: "Write your answer here, in one message.",
    });
  });
});
