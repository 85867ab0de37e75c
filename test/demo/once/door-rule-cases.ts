import { randomUUID } from "node:crypto";
import { members } from "../json.ts";
import { AUDITOR } from "../world.ts";
import { type DoorStage, expectRefused, expectTaken, newKey, tokenFor } from "./door-stage.ts";
import { expectSame } from "./expectation.ts";
import { digestOf } from "./payload-digest.ts";
import { approval } from "./questions.ts";
import type { Case } from "./runner.ts";
import { ask, expectEnded, expectResolved, expectWaiting, resolutionsOf } from "./stage.ts";

const ACCEPT = { action: "accept" };
const REJECT = { action: "reject" };

/** Who may send what to the HTTP doors, and what the same request sent twice is. */
export function doorRuleCases(stage: DoorStage): readonly Case[] {
  return [
    { name: "http the same request twice is one, and answered alike", run: () => twice(stage) },
    { name: "http the same refusal twice, and a key used for two things", run: () => keys(stage) },
    { name: "http If-Match binds an answer to what was seen", run: () => seen(stage) },
    { name: "http without a good credential", run: () => nobody(stage) },
    { name: "http by those who may not decide", run: () => others(stage) },
    { name: "http where nothing was asked", run: () => nothing(stage) },
    { name: "http bodies that are none", run: () => bodies(stage) },
    { name: "http discovery says what this host can do", run: () => discovery(stage) },
  ];
}

async function twice(stage: DoorStage) {
  const asked = await ask(stage, approval({ approversList: [] }));
  const token = await tokenFor(stage, asked.raised);
  const key = await stage.keyOf("ada");
  const sent = { idempotencyKey: randomUUID() };
  const first = await stage.doors.byRun(key, asked.raised, ACCEPT, sent);
  expectTaken(first, asked.raised, "running");
  expectSame("the first is no replay", first.replayed, false);
  const second = await stage.doors.byRun(key, asked.raised, ACCEPT, sent);
  expectTaken(second, asked.raised, "running");
  expectSame("the second is a replay", second.replayed, true);
  await expectResolved(stage, asked, { ...ACCEPT, decidedBy: "ada" });
  await expectEnded(stage, asked, ["Accepted by Ada"]);
  // Another door is another operation: there the key is new, and the question has ended.
  const byToken = await stage.doors.byToken(token, ACCEPT, sent);
  expectRefused(byToken, 409, "interrupt_already_resolved");
  expectSame("events that resolve it", resolutionsOf(stage, asked.raised).length, 1);
}

async function keys(stage: DoorStage) {
  const asked = await ask(stage, approval());
  const key = await stage.keyOf("ada");
  const sent = { idempotencyKey: randomUUID() };
  const short = await stage.doors.byRun(key, asked.raised, ACCEPT, { idempotencyKey: "once" });
  expectRefused(short, 400, "idempotency_key_invalid");
  // A request that was written wrong may be mended and sent again under its key.
  const wrong = await stage.doors.byRun(key, asked.raised, { action: "approve" }, sent);
  expectRefused(wrong, 400, "validation_error", ["resumeValue.action"]);
  expectTaken(await stage.doors.byRun(key, asked.raised, REJECT, sent), asked.raised, "running");
  const mismatched = await stage.doors.byRun(key, asked.raised, ACCEPT, sent);
  expectRefused(mismatched, 409, "idempotency_key_mismatch");
  const late = { idempotencyKey: randomUUID() };
  for (const replayed of [false, true]) {
    const refused = await stage.doors.byRun(key, asked.raised, ACCEPT, late);
    expectRefused(refused, 409, "interrupt_already_resolved");
    expectSame("it is a replay", refused.replayed, replayed);
  }
  await expectResolved(stage, asked, { ...REJECT, decidedBy: "ada" });
  await expectEnded(stage, asked, ["Rejected by Ada"]);
}

async function seen(stage: DoorStage) {
  const asked = await ask(stage, approval());
  const key = await stage.keyOf("grace");
  const another = { ifMatch: `"${"0".repeat(64)}"` };
  const refused = await stage.doors.byRun(key, asked.raised, ACCEPT, another);
  expectRefused(refused, 409, "version_conflict");
  await expectWaiting(stage, asked);
  const this_ = { ifMatch: `"${digestOf(asked.raised.event.payload)}"` };
  const taken = await stage.doors.byRun(key, asked.raised, ACCEPT, this_);
  expectTaken(taken, asked.raised, "running");
  await expectResolved(stage, asked, { ...ACCEPT, decidedBy: "grace" });
}

async function nobody(stage: DoorStage) {
  const asked = await ask(stage, approval());
  const good = await newKey(stage.command, "grace");
  const changed = `${good.slice(0, -1)}${good.endsWith("A") ? "B" : "A"}`;
  const ended = await stage.command("keys", "revoke", good.split("_")[1] ?? "");
  expectSame("parley keys revoke ended with", ended.code, 0);
  for (const key of [undefined, "", "pk_nonsense", changed, good]) {
    const answer = await stage.doors.byRun(key, asked.raised, ACCEPT);
    expectRefused(answer, 401, "unauthenticated");
    expectSame("how to send one", answer.challenge, "Bearer");
  }
  await expectWaiting(stage, asked);
}

async function others(stage: DoorStage) {
  const asked = await ask(stage, approval({ approversList: ["grace"] }));
  for (const principal of ["ada", AUDITOR.principal]) {
    const answer = await stage.doors.byRun(await stage.keyOf(principal), asked.raised, ACCEPT);
    expectRefused(answer, 403, "forbidden");
  }
  const [, run] = asked.raised.runId.split("/");
  const elsewhere = { ...asked.raised, runId: `globex/${run}` };
  const answer = await stage.doors.byRun(await stage.keyOf("grace"), elsewhere, ACCEPT);
  expectRefused(answer, 403, "id_tenant_mismatch");
  await expectWaiting(stage, asked);
  expectSame("events that resolve it", resolutionsOf(stage, asked.raised).length, 0);
}

async function nothing(stage: DoorStage) {
  const { raised } = await ask(stage, approval());
  const key = await stage.keyOf("ada");
  const node = await stage.doors.byRun(key, { ...raised, nodeId: "exit" }, ACCEPT);
  expectRefused(node, 404, "not_found");
  const bare = await stage.doors.byRun(key, { ...raised, runId: "0123456789abcdef" }, ACCEPT);
  expectRefused(bare, 400, "validation_error");
  expectRefused(await stage.doors.get("/runs"), 404, "not_found");
}

async function bodies(stage: DoorStage) {
  const asked = await ask(stage, approval());
  const key = await stage.keyOf("ada");
  const send = (body: string, contentType?: string) =>
    stage.doors.byRun(key, asked.raised, null, {
      body,
      ...(contentType === undefined ? {} : { contentType }),
    });
  for (const body of ["", "yes", "{}", '{"resumeValue":{"action":"accept"},"by":"grace"}']) {
    expectRefused(await send(body), 400, "validation_error");
  }
  const form = await send("action=accept", "application/x-www-form-urlencoded");
  expectRefused(form, 415, "unsupported_media_type");
  await expectWaiting(stage, asked);
}

async function discovery(stage: DoorStage) {
  const { status, body } = await stage.doors.get("/.well-known/openwop");
  expectSame("its status", status, 200);
  const { interrupt, conversationPrimitive } = members(body);
  expectSame("interrupts are stable", members(interrupt)["status"], "stable");
  expectSame("conversations are stable", members(conversationPrimitive)["status"], "stable");
}
