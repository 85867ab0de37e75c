import type { Json } from "../../src/core/json.ts";
import { carryOut, type Done, stateOf } from "./acting.ts";
import type { Case } from "./case.ts";
import { NotUnderstood } from "./case.ts";
import { type AnswerFacts, answerChecks, judge } from "./expected-answer.ts";
import { type SeriesFacts, seriesChecks } from "./expected-series.ts";
import { stateChecks } from "./expected-state.ts";
import { checkAll, type Checks, knownChecks } from "./expecting.ts";
import { readGiven } from "./given.ts";
import type { Ground } from "./world.ts";
import { inScene, type Scene } from "./scene.ts";
import { readPlan } from "./steps.ts";

/**
 * Cases that go through the doors: a parley is brought into the state that is given, requests are sent over
 * HTTP or time passes, and every expected member is checked: of the last answer, of all, of the state.
 */
export async function runAtDoors(ground: Ground, each: Case): Promise<void> {
  if (Object.keys(each.expect).length === 0) throw new NotUnderstood("a case that expects nothing");
  knownChecks(each.expect, ALL);
  const given = readGiven(each);
  const plan = readPlan(each.input, each.given["token"]);
  await inScene(ground, given, async (scene) => {
    const all = await carryOut(scene, plan);
    for (const { answer } of all) judge(answer, given.payload);
    await checkAll(each.expect, checksOf(scene, all), undefined);
  });
}

/** Every member that can be expected here. */
const ALL: Checks<never> = { ...stateChecks, ...answerChecks, ...seriesChecks };

function checksOf(scene: Scene, all: readonly Done[]): Checks<undefined> {
  const series: SeriesFacts = { scene, all };
  return {
    ...bound(stateChecks, async () => stateOf(scene)),
    ...bound(answerChecks, async () => Promise.resolve(lastOf(scene, all))),
    ...bound(seriesChecks, async () => Promise.resolve(series)),
  };
}

/** Checks that look for their facts when they are asked: the state may be read after all requests. */
function bound<Facts>(checks: Checks<Facts>, facts: () => Promise<Facts>): Checks<undefined> {
  return Object.fromEntries(
    Object.entries(checks).map(([name, check]) => [
      name,
      async (expected: Json) => check(expected, await facts()),
    ]),
  );
}

function lastOf(scene: Scene, all: readonly Done[]): AnswerFacts {
  const done = all.at(-1);
  if (done === undefined) throw new NotUnderstood("what is expected of an answer to no request");
  return { scene, done, earlier: all.slice(0, -1) };
}
