import { createHmac } from "node:crypto";
import { members } from "../json.ts";
import { type DoorStage, expectRefused, expectTaken, tokenFor } from "./door-stage.ts";
import { expectSame, expectWords } from "./expectation.ts";
import { digestOf } from "./payload-digest.ts";
import { approval, ballot, other } from "./questions.ts";
import type { Case } from "./runner.ts";
import { announcedId, ask, expectEnded, expectResolved, expectWaiting } from "./stage.ts";

const ACCEPT = { action: "accept" };

/** Whoever holds a token answers one question, and nothing else. */
export function tokenCases(stage: DoorStage): readonly Case[] {
  return [
    { name: "token of nobody looks, then decides, once", run: () => ofNobody(stage) },
    { name: "token of Grace decides in her name", run: () => ofGrace(stage) },
    { name: "token that may only look", run: () => onlyLooks(stage) },
    { name: "token of nobody answers a low-confidence question", run: () => answers(stage) },
    { name: "token of nobody is not made where it could buy nothing", run: () => notMade(stage) },
    { name: "token that was changed, or was never one", run: () => changed(stage) },
    { name: "token that has expired", run: () => expired(stage) },
  ];
}

async function ofNobody(stage: DoorStage) {
  const { doors } = stage;
  const asked = await ask(stage, approval({ approversList: [] }));
  const token = await tokenFor(stage, asked.raised);
  const { payload } = asked.raised.event;
  const looked = await doors.inspect(token);
  expectSame("what is asked, to the letter", looked.body, payload);
  expectSame("the tag of it", looked.etag, `"${digestOf(payload)}"`);
  await expectWaiting(stage, asked);
  const wrong = await doors.byToken(token, { action: "refine" });
  expectRefused(wrong, 400, "validation_error", ["resumeValue.action"]);
  expectTaken(await doors.byToken(token, ACCEPT), asked.raised, "running");
  await expectResolved(stage, asked, ACCEPT);
  await expectEnded(stage, asked, ["Accepted by whoever held the link"]);
  expectRefused(await doors.byToken(token, ACCEPT), 409, "interrupt_already_resolved");
  expectRefused(await doors.inspect(token), 409, "interrupt_already_resolved");
}

async function ofGrace(stage: DoorStage) {
  const asked = await ask(stage, approval({ approversList: ["grace"] }));
  const forAda = await tokenFor(stage, asked.raised, "--principal", "ada");
  expectRefused(await stage.doors.byToken(forAda, ACCEPT), 403, "forbidden");
  await expectWaiting(stage, asked);
  const token = await tokenFor(stage, asked.raised, "--principal", "grace", "--deferred");
  const { code, stdout } = await stage.command("token", "inspect", "--token", token);
  expectSame("parley token inspect ended with", code, 0);
  const { expiresAt, ...claims } = members(JSON.parse(stdout));
  expectSame("when it expires is an instant", Date.parse(String(expiresAt)) > Date.now(), true);
  const { runId, nodeId } = asked.raised;
  const interruptId = announcedId(stage, asked.raised);
  const expected = { runId, nodeId, interruptId, intent: "resolve", principal: "grace" };
  expectSame("its claims", claims, expected);
  expectTaken(await stage.doors.byToken(token, ACCEPT), asked.raised, "running");
  await expectResolved(stage, asked, { ...ACCEPT, decidedBy: "grace" });
  await expectEnded(stage, asked, ["Accepted by Grace", "by link"]);
}

async function onlyLooks(stage: DoorStage) {
  const asked = await ask(stage, approval());
  const token = await tokenFor(stage, asked.raised, "--inspect");
  const looked = await stage.doors.inspect(token);
  expectSame("what is asked, to the letter", looked.body, asked.raised.event.payload);
  expectRefused(await stage.doors.byToken(token, ACCEPT), 403, "forbidden");
  await expectWaiting(stage, asked);
}

async function answers(stage: DoorStage) {
  const asked = await ask(stage, other("low-confidence"));
  const token = await tokenFor(stage, asked.raised);
  expectTaken(await stage.doors.byToken(token, false), asked.raised, "running");
  await expectResolved(stage, asked, false);
  await expectEnded(stage, asked, ["Stopped by whoever held the link"]);
}

/** A list, or several voices: there a name is needed. */
async function notMade(stage: DoorStage) {
  for (const question of [approval(), ballot(2, { approversList: [] })]) {
    const { raised } = await ask(stage, question);
    const place = ["--run", raised.runId, "--node", raised.nodeId];
    const { code, stdout, stderr } = await stage.command("token", "mint", ...place);
    expectSame("parley token mint ended with", code, 1);
    expectSame("nothing was printed", stdout, "");
    expectWords("why not", stderr, ["--principal"]);
  }
}

async function changed(stage: DoorStage) {
  const { raised, ...asked } = await ask(stage, approval({ approversList: [] }));
  const token = await tokenFor(stage, raised);
  const [head, alg, kid, , mac] = token.split(".");
  const claims = { runId: raised.runId, nodeId: raised.nodeId, intent: "resolve" };
  const forged = Buffer.from(JSON.stringify(claims)).toString("base64url");
  for (const bad of [[head, alg, kid, forged, mac].join("."), `${token}A`, "hello"]) {
    expectRefused(await stage.doors.byToken(bad, ACCEPT), 401, "interrupt_token_invalid");
    expectRefused(await stage.doors.inspect(bad), 401, "interrupt_token_invalid");
  }
  await expectWaiting(stage, asked);
}

/** Signed as the bot signs its own, which can be waited for only by the minute. */
async function expired(stage: DoorStage) {
  const asked = await ask(stage, approval({ approversList: [] }));
  const { runId, nodeId } = asked.raised;
  const interruptId = String(announcedId(stage, asked.raised));
  const tokenUntil = (at: number) => {
    const expiresAt = new Date(at).toISOString();
    return signedToken(stage.tokenSecret, { runId, nodeId, interruptId, expiresAt });
  };
  const good = await stage.doors.inspect(tokenUntil(Date.now() + 60_000));
  expectSame("what is asked, to the letter", good.body, asked.raised.event.payload);
  const token = tokenUntil(Date.now() - 1_000);
  expectRefused(await stage.doors.byToken(token, ACCEPT), 410, "interrupt_expired");
  expectRefused(await stage.doors.inspect(token), 410, "interrupt_expired");
  await expectWaiting(stage, asked);
}

/** `ow2.hs256.<kid>.<payload>.<mac>` (interrupt specification, tokens). */
function signedToken(
  { kid, secret }: DoorStage["tokenSecret"],
  claims: Readonly<Record<"runId" | "nodeId" | "interruptId" | "expiresAt", string>>,
): string {
  const payload = Buffer.from(JSON.stringify({ ...claims, intent: "resolve" }));
  const signed = `ow2.hs256.${kid}.${payload.toString("base64url")}`;
  const mac = createHmac("sha256", Buffer.from(secret, "base64")).update(signed);
  return `${signed}.${mac.digest("base64url")}`;
}
