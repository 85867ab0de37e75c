import { describe, expect, it } from "vitest";
import { Fault } from "../../../src/core/fault.ts";
import type { Interrupt } from "../../../src/core/interrupt.ts";
import type { Payload } from "../../../src/core/payload.ts";
import type { Press } from "../../../src/core/press.ts";
import type { Form, FormPurpose, FormValues } from "../../../src/presentation/form.ts";
import type { Submitted } from "../../../src/presentation/platform.ts";
import { plainWords } from "../../../src/presentation/words.ts";
import type { Store } from "../../../src/redis/redis.ts";
import { ownRedis } from "../redis/own-redis.ts";
import { accepted, approval, newInterrupt, openStore, pressOn } from "../redis/stores.ts";
import { accountOf, flowsOver } from "./people.ts";

const own = ownRedis();

const QUESTIONS: Payload = {
  kind: "clarification",
  key: "ask:1",
  data: {
    questions: [
      { id: "when", question: "When?" },
      { id: "count", question: "How many?", schema: { type: "integer", minimum: 1 } },
    ],
  },
};

async function stage(payload: Payload = QUESTIONS, more: Partial<Interrupt> = {}) {
  const store = await openStore(own.server);
  const open = newInterrupt({ payload, ...more });
  await store.interrupts.commit({ from: 0, next: open });
  /** Sends the form with these values, in the order of its fields. */
  const send = async (
    values: readonly string[],
    how: { by?: string; purpose?: FormPurpose["type"]; over?: Store; id?: string } = {},
  ): Promise<Submitted> => {
    const { by = "ada", purpose = "answer", over = store, id = "form-1" } = how;
    const press: Omit<Press, "response"> = pressOn(open, id, { account: accountOf(by) });
    const collect = ({ fields }: Form): FormValues =>
      Object.fromEntries(fields.map((field, index) => [field.id, values[index] ?? ""]));
    return flowsOver(over).forms.submit({ press, purpose, collect }, 2_000);
  };
  return { store, open, send, now: () => store.interrupts.load(open.partition, open.ref) };
}

const said = (submitted: Submitted) =>
  submitted.state === "refused" ? plainWords(submitted.result.words) : submitted.state;

describe("A form that is sent", () => {
  it("is recorded like any press, and decides with what was filled in", async () => {
    const { store, open, send, now } = await stage();
    const sent = await send(["Friday", "2"]);
    if (sent.state !== "recorded") throw new Error(said(sent));
    expect(await sent.result).toEqual({ ok: true, words: undefined });
    expect((await now())?.outcome).toMatchObject({
      kind: "answered",
      resumeValue: { answers: { when: "Friday", count: 2 } },
      by: { id: "ada" },
      via: "slack",
    });
    // Handled, and forgotten with what it held.
    expect(await store.presses.oldest(open.partition)).toBeUndefined();
    store.close();
  });

  it("is sent once, however often it is delivered", async () => {
    const { store, send, now } = await stage();
    const both = await Promise.all([send(["Friday", "2"]), send(["Friday", "2"])]);
    expect(both.map(({ state }) => state).sort()).toEqual(["duplicate", "recorded"]);
    for (const each of both) if (each.state === "recorded") await each.result;
    expect((await now())?.version).toBe(2);
    store.close();
  });

  it("that does not fit is handed back with what is wrong at which field, and nothing is recorded", async () => {
    const { store, open, send, now } = await stage();
    for (const [values, fields] of [
      [["Friday", "none"], ["f1"]],
      [["Friday", "0"], ["f1"]],
      [["", "2"], ["f0"]],
      [
        ["", ""],
        ["f0", "f1"],
      ],
    ] as const) {
      const sent = await send(values);
      if (sent.state !== "refused") throw new Error(sent.state);
      expect(sent.result).toMatchObject({ ok: false, correctable: true });
      expect(sent.result.problems?.map(({ field }) => field)).toEqual(fields);
      for (const { sentence } of sent.result.problems ?? [])
        expect(sentence).toMatch(/^[A-Z].*\.$/);
    }
    expect(await store.presses.oldest(open.partition)).toBeUndefined();
    expect((await now())?.version).toBe(1);
    // What was mended is taken, under the same id: nothing of the tries before was kept.
    expect((await send(["Friday", "2"])).state).toBe("recorded");
    store.close();
  });

  it("that comes too late hears who decided, and not what is wrong with a field", async () => {
    const gate = approval({ actions: ["accept", "reject", "refine"] });
    const { store, open, send } = await stage(gate);
    await store.interrupts.commit({ from: 1, next: accepted(open) });
    const sent = await send(["", "nonsense"], { purpose: "refine" });
    expect(said(sent)).toMatch(/^You accepted “Settle invoice INV-42”/);
    expect(sent).toMatchObject({ state: "refused", result: { correctable: false } });
    store.close();
  });

  it("after the deadline is late, also before a sweep has settled it", async () => {
    const { store, send, now } = await stage(QUESTIONS, { deadlineAt: Date.now() - 10_000 });
    expect(said(await send(["Friday", "2"]))).toMatch(/^The deadline of “When\?” has passed/);
    expect((await now())?.outcome).toBeUndefined();
    store.close();
  });

  it("of somebody who may not is refused before it is read", async () => {
    const { store, open, send } = await stage(approval({ actions: ["accept", "refine"] }));
    expect(said(await send([], { by: "grace", purpose: "refine" }))).toMatch(
      /^Only Ada Lovelace can decide/,
    );
    expect(said(await send([], { by: "eve", purpose: "refine" }))).toMatch(
      /is not linked to anyone/,
    );
    expect(await store.presses.oldest(open.partition)).toBeUndefined();
    store.close();
  });

  it("for what the engine does not allow has nothing to fill in", async () => {
    const { store, send } = await stage(approval());
    expect(said(await send([], { purpose: "refine" }))).toMatch(/^There is nothing to fill in/);
    expect(said(await send([], { purpose: "answer" }))).toMatch(/^There is nothing to fill in/);
    store.close();
  });

  it("for a request that is not known says so", async () => {
    const { store, open } = await stage();
    const lost = pressOn({ ...open, ref: "x".repeat(22) }, "form-9");
    const sent = await flowsOver(store).forms.submit(
      { press: lost, purpose: "answer", collect: () => ({}) },
      2_000,
    );
    expect(said(sent)).toMatch(/^This request is not known here any more/);
    store.close();
  });

  it("while the store is away is not recorded, and says so", async () => {
    const { store, send, now } = await stage();
    const away = () => Promise.reject(new Fault("store-unavailable", "away", { retryable: true }));
    const over = { ...store, interrupts: { ...store.interrupts, load: away } };
    expect(await send(["Friday", "2"], { over })).toMatchObject({ state: "not-recorded" });
    expect((await now())?.version).toBe(1);
    store.close();
  });

  it("that sends back, asks or edits gives the resume value of that action", async () => {
    const gate = approval({
      actions: ["accept", "reject", "refine", "ask", "edit-accept"],
      artifactData: "a letter",
    });
    const back = await stage(gate);
    const sent = await back.send(["Shorter, please"], { purpose: "refine" });
    if (sent.state !== "recorded") throw new Error(said(sent));
    await sent.result;
    expect((await back.now())?.outcome).toMatchObject({
      verdict: "refined",
      resumeValue: {
        action: "refine",
        refineFeedback: { scope: "whole", text: "Shorter, please" },
      },
    });
    const asked = await stage(gate);
    const question = await asked.send(["Which account?"], { purpose: "ask" });
    if (question.state !== "recorded") throw new Error(said(question));
    expect(await question.result).toMatchObject({ ok: true, words: [expect.any(String)] });
    expect(await asked.now()).toMatchObject({
      outcome: undefined,
      exchanges: [{ question: "Which account?", by: { id: "ada" } }],
    });
    const edited = await stage(gate);
    const edit = await edited.send(["a better letter"], { purpose: "edit-accept" });
    if (edit.state !== "recorded") throw new Error(said(edit));
    await edit.result;
    expect((await edited.now())?.outcome).toMatchObject({
      verdict: "granted",
      resumeValue: { action: "edit-accept", editedArtifactData: "a better letter" },
    });
    for (const { store } of [back, asked, edited]) store.close();
  });
});
