import type { Json } from "../json.ts";
import { type DoorStage, expectRefused, expectTaken, tokenFor } from "./door-stage.ts";
import { ballot } from "./questions.ts";
import type { Case } from "./runner.ts";
import { ask, type Asked, expectEnded, expectOpen, expectResolved, expectTold } from "./stage.ts";

/** Gates that need more than one voice, voted on over HTTP by several people. */
export function ballotCases(stage: DoorStage): readonly Case[] {
  return [
    { name: "http two of two approve", run: () => twoOfTwo(stage) },
    { name: "http one of two rejects, and one veto is enough", run: () => veto(stage) },
    { name: "http three of three approve, the last by token", run: () => threeOfThree(stage) },
    { name: "http two of three reject by majority", run: () => majority(stage) },
    { name: "http two edits count apart until they are the same", run: () => edits(stage) },
    { name: "http a changed mind is one voice", run: () => changedMind(stage) },
    { name: "http one of two sends it back", run: () => sentBack(stage) },
    { name: "http Katherine overrides a quorum, with a reason", run: () => override(stage) },
    { name: "http nobody overrides a gate that does not allow it", run: () => noOverride(stage) },
  ];
}

interface Counts {
  readonly grants: number;
  readonly rejects: number;
  readonly refines: number;
  readonly needed: number;
}

const COUNTED = { accept: "grants", "edit-accept": "grants", reject: "rejects", refine: "refines" };
type VotingAction = keyof typeof COUNTED;

/** A vote that decides nothing yet: the door says that the run still waits, the engine hears how it stands. */
async function votes(
  stage: DoorStage,
  asked: Asked,
  by: string,
  resumeValue: { readonly action: VotingAction } & Readonly<Record<string, Json>>,
  stands: Partial<Counts> & { readonly needed: number; readonly event: number },
) {
  const { event, ...counts } = stands;
  const answer = await stage.doors.byRun(await stage.keyOf(by), asked.raised, resumeValue);
  expectTaken(answer, asked.raised, "waiting-approval");
  const { action } = resumeValue;
  const told = { action, by, grants: 0, rejects: 0, refines: 0, ...counts };
  await expectTold(stage, asked, "parley.interrupt.voted", told, event);
}

/** The vote that decides. */
async function decides(stage: DoorStage, asked: Asked, by: string, resumeValue: Json) {
  const answer = await stage.doors.byRun(await stage.keyOf(by), asked.raised, resumeValue);
  expectTaken(answer, asked.raised, "running");
}

const ACCEPT = { action: "accept" } as const;
const REJECT = { action: "reject" } as const;

async function twoOfTwo(stage: DoorStage) {
  const asked = await ask(stage, ballot(2));
  await expectOpen(stage, asked, ["0 of 2 approved"]);
  await votes(stage, asked, "ada", ACCEPT, { grants: 1, needed: 2, event: 1 });
  await expectOpen(stage, asked, ["1 of 2 approved", "Ada Lovelace"]);
  // The same voice once more changes nothing, and nobody is told of it.
  await votes(stage, asked, "ada", ACCEPT, { grants: 1, needed: 2, event: 1 });
  await decides(stage, asked, "grace", ACCEPT);
  await expectResolved(stage, asked, { action: "accept", decidedBy: "grace" });
  await expectEnded(stage, asked, ["2 of 2 approved", "Accepted by Ada Lovelace and Grace Hopper"]);
  const late = await stage.doors.byRun(await stage.keyOf("katherine"), asked.raised, REJECT);
  expectRefused(late, 409, "interrupt_already_resolved");
}

async function veto(stage: DoorStage) {
  const asked = await ask(stage, ballot(2, { rejectionPolicy: "single-veto" }));
  await votes(stage, asked, "ada", ACCEPT, { grants: 1, needed: 2, event: 1 });
  await decides(stage, asked, "grace", { action: "reject", feedback: "Too many" });
  const resolved = { action: "reject", feedback: "Too many", decidedBy: "grace" };
  await expectResolved(stage, asked, resolved);
  await expectEnded(stage, asked, ["Rejected by Grace", "Too many", "1 of 2 approved"]);
}

async function threeOfThree(stage: DoorStage) {
  const asked = await ask(stage, ballot(3));
  const token = await tokenFor(stage, asked.raised, "--principal", "katherine");
  await votes(stage, asked, "ada", ACCEPT, { grants: 1, needed: 3, event: 1 });
  await votes(stage, asked, "grace", ACCEPT, { grants: 2, needed: 3, event: 2 });
  await expectOpen(stage, asked, ["2 of 3 approved", "Ada Lovelace and Grace Hopper"]);
  expectTaken(await stage.doors.byToken(token, ACCEPT), asked.raised, "running");
  await expectResolved(stage, asked, { action: "accept", decidedBy: "katherine" });
  const all = "Accepted by Ada Lovelace, Grace Hopper and Katherine Johnson";
  await expectEnded(stage, asked, [all, "by link"]);
}

async function majority(stage: DoorStage) {
  const asked = await ask(stage, ballot(3, { rejectionPolicy: "majority" }));
  await expectOpen(stage, asked, ["0 of 3 approved", "2 rejections decide"]);
  await votes(stage, asked, "ada", ACCEPT, { grants: 1, needed: 3, event: 1 });
  await votes(stage, asked, "grace", REJECT, { grants: 1, rejects: 1, needed: 3, event: 2 });
  await expectOpen(stage, asked, ["1 of 3 approved", "1 rejected", "Grace Hopper"]);
  await decides(stage, asked, "katherine", REJECT);
  await expectResolved(stage, asked, { action: "reject", decidedBy: "katherine" });
  await expectEnded(stage, asked, ["Rejected by Grace Hopper and Katherine Johnson"]);
}

/** What is released is what as many people as the gate asks for have seen. */
async function edits(stage: DoorStage) {
  const asked = await ask(stage, ballot(2));
  const edited = (chairs: number) =>
    ({ action: "edit-accept", editedArtifactData: { chairs } }) as const;
  await votes(stage, asked, "ada", edited(38), { grants: 1, needed: 2, event: 1 });
  await votes(stage, asked, "grace", edited(39), { grants: 1, needed: 2, event: 2 });
  await votes(stage, asked, "katherine", ACCEPT, { grants: 1, needed: 2, event: 3 });
  await expectOpen(stage, asked, [
    "1 of 2 approved · Katherine Johnson",
    "1 of 2 approved with edits · Ada Lovelace",
    "1 of 2 approved with other edits · Grace Hopper",
  ]);
  await decides(stage, asked, "grace", edited(38));
  const resolved = { ...edited(38), decidedBy: "grace" };
  await expectResolved(stage, asked, resolved);
  await expectEnded(stage, asked, ["Edited and accepted by Ada Lovelace and Grace Hopper", "38"]);
}

async function changedMind(stage: DoorStage) {
  const asked = await ask(stage, ballot(3, { rejectionPolicy: "majority" }));
  await votes(stage, asked, "ada", REJECT, { rejects: 1, needed: 3, event: 1 });
  await votes(stage, asked, "ada", ACCEPT, { grants: 1, needed: 3, event: 2 });
  await votes(stage, asked, "grace", REJECT, { grants: 1, rejects: 1, needed: 3, event: 3 });
  await decides(stage, asked, "katherine", REJECT);
  await expectResolved(stage, asked, { action: "reject", decidedBy: "katherine" });
  await expectEnded(stage, asked, ["Rejected by Grace Hopper and Katherine Johnson"]);
}

async function sentBack(stage: DoorStage) {
  const asked = await ask(stage, ballot(2));
  const refine = { action: "refine", refineFeedback: { scope: "whole", text: "Ask for quotes" } };
  await votes(stage, asked, "ada", ACCEPT, { grants: 1, needed: 2, event: 1 });
  await decides(stage, asked, "grace", refine);
  await expectResolved(stage, asked, { ...refine, decidedBy: "grace" });
  await expectEnded(stage, asked, ["Sent back by Grace", "Ask for quotes"]);
}

const REASON = "The supplier closes at noon";

async function override(stage: DoorStage) {
  const asked = await ask(stage, ballot(3, { overrideBypassesQuorum: true }));
  await votes(stage, asked, "ada", ACCEPT, { grants: 1, needed: 3, event: 1 });
  const key = await stage.keyOf("katherine");
  const bare = await stage.doors.byRun(key, asked.raised, ACCEPT);
  expectRefused(bare, 400, "validation_error", ["resumeValue.feedback"]);
  await decides(stage, asked, "katherine", { ...ACCEPT, feedback: REASON });
  await expectResolved(stage, asked, {
    ...ACCEPT,
    feedback: REASON,
    decision: "overridden",
    decidedBy: "katherine",
  });
  const words = [
    "without the missing approvals",
    "by Katherine Johnson",
    REASON,
    "2 of 3 approved",
  ];
  await expectEnded(stage, asked, words);
}

async function noOverride(stage: DoorStage) {
  const asked = await ask(stage, ballot(2));
  const withReason = { ...ACCEPT, feedback: REASON };
  await votes(stage, asked, "katherine", withReason, { grants: 1, needed: 2, event: 1 });
  await decides(stage, asked, "ada", ACCEPT);
  await expectResolved(stage, asked, { ...ACCEPT, decidedBy: "ada" });
  await expectEnded(stage, asked, ["Accepted by Katherine Johnson and Ada Lovelace"]);
}
