import type { Json } from "../../src/core/json.ts";
import { stateOf } from "./acting.ts";
import { type Case, NotUnderstood, oneOf, only, textOf } from "./case.ts";
import { demandSame } from "./comparing.ts";
import { stateChecks } from "./expected-state.ts";
import { checkAll, type Checks, REMARK } from "./expecting.ts";
import { readGiven } from "./given.ts";
import { inScene } from "./scene.ts";
import type { Ground } from "./world.ts";

/** The least that each kind asks. */
const DATA: Readonly<Record<string, Json>> = {
  approval: {
    artifactId: "art-1",
    artifactType: "prd",
    title: "Approve budget",
    actions: ["accept"],
  },
  clarification: { questions: [{ id: "q1", question: "Colour?" }] },
  "external-event": { eventType: "paid", correlation: {} },
  custom: { customKind: "acme.survey" },
  "conversation.exchange": { conversationId: "conv-1", prompt: "Go on?" },
  "low-confidence": { agentId: "planner", threshold: 0.7, observed: 0.4 },
  credential: {},
};

/** Cases about the status of a run that waits on a kind of interrupt. */
export async function runStatuses(ground: Ground, each: Case): Promise<void> {
  only(each.given, ["kind"], "given");
  only(each.input, ["action"], "input");
  oneOf(each.input["action"], ["suspend"], "input.action");
  const kind = textOf(each.given["kind"], "given.kind");
  const data = Object.hasOwn(DATA, kind) ? DATA[kind] : undefined;
  if (data === undefined) throw new NotUnderstood(`given.kind ${kind}`);
  const given = readGiven({
    ...each,
    given: { payload: { kind, key: "suspended:0", data } },
    input: {},
  });
  await inScene(ground, given, async (scene) => {
    const state = await stateOf(scene);
    const checks: Checks<undefined> = {
      snapshotStatus: async (expected) => stateChecks["runStatus"]?.(expected, state),
      currentNodeId: (expected) => {
        demandSame(state.record?.nodeId, expected, "the node that waits");
      },
      note: REMARK,
    };
    await checkAll(each.expect, checks, undefined);
  });
}
