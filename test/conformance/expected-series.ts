import type { Json } from "../../src/core/json.ts";
import { act, type Done, stateOf } from "./acting.ts";
import {
  isObject,
  listOf,
  NotUnderstood,
  numberOf,
  objectOf,
  oneOf,
  textOf,
  Unmet,
} from "./case.ts";
import { demand, demandSame } from "./comparing.ts";
import { type AnswerFacts, answerChecks } from "./expected-answer.ts";
import { stateChecks } from "./expected-state.ts";
import { checkAll, type Checks } from "./expecting.ts";
import type { Scene } from "./scene.ts";

/** What is expected of several answers together. */
export interface SeriesFacts {
  readonly scene: Scene;
  readonly all: readonly Done[];
}

/** Every member of one step: of its answer, and of how things stood after it. */
const stepChecks: Checks<AnswerFacts> = {
  ...answerChecks,
  ...Object.fromEntries(
    Object.entries(stateChecks).map(([name, check]) => [
      name,
      async (expected: Json, { done }: AnswerFacts) => check(expected, done.after),
    ]),
  ),
};

export const seriesChecks: Checks<SeriesFacts> = {
  steps: async (expected, { scene, all }) => {
    const steps = listOf(expected, "steps");
    if (steps.length !== all.length)
      throw new NotUnderstood("steps that are not as many as requests");
    for (const [index, step] of steps.entries()) {
      const done = doneAt(all, index);
      const members = typeof step === "number" ? { status: step } : objectOf(step, "a step");
      const facts = { scene, done, earlier: all.slice(0, index) };
      await inStep(index, async () => checkAll(members, stepChecks, facts));
    }
  },
  secondStatus: async (expected, facts) => second(facts, { status: expected }),
  secondCode: async (expected, facts) => second(facts, { code: expected }),
  secondReplay: async (expected, facts) => second(facts, { replay: expected }),
  /** The first request once more. */
  thirdSameKey: async (expected, { scene, all }) => {
    const done = await act(scene, doneAt(all, 1).step);
    await inStep(2, async () =>
      checkAll(objectOf(expected, "thirdSameKey"), stepChecks, { scene, done, earlier: all }),
    );
  },
  /** Nothing of one request is an answer to the other. */
  independent: (expected, { all }) => {
    oneOf(expected, [true], "independent");
    for (const { answer } of all) {
      demandSame(answer.status, 200, "the status of each");
      demand(!answer.headers.has("OpenWOP-Idempotent-Replay"), "one was answered as the other");
    }
  },
  statuses: (expected, { all }) => {
    const got = all.map(({ answer }) => answer.status).toSorted(ascending);
    const wanted = listOf(expected, "statuses").map((each) => numberOf(each, "a status"));
    demandSame(got, wanted.toSorted(ascending), "the statuses");
  },
  code409: (expected, { all }) => {
    codesAre(
      all.filter(({ answer }) => answer.status === 409),
      textOf(expected, "code409"),
    );
  },
  bothStatus: (expected, { all }) => {
    const status = numberOf(expected, "bothStatus");
    demandSame(
      all.map(({ answer }) => answer.status),
      all.map(() => status),
      "the statuses",
    );
  },
  exactlyOneStatus: (expected, { all }) => {
    const status = numberOf(expected, "exactlyOneStatus");
    const count = all.filter(({ answer }) => answer.status === status).length;
    demandSame(count, 1, `answers with ${status}, counted,`);
  },
  otherStatus: (expected, { all }) => {
    const status = numberOf(expected, "otherStatus");
    const count = all.filter(({ answer }) => answer.status === status).length;
    demandSame(count, all.length - 1, `answers with ${status}, counted,`);
  },
  otherCode: (expected, { all }) => {
    codesAre(
      all.filter(({ answer }) => answer.status >= 400),
      textOf(expected, "otherCode"),
    );
  },
  /** Of two at the same time one is processed, and the other is answered in one of these ways. */
  secondOneOf: async (expected, { scene, all }) => {
    const ways = listOf(expected, "secondOneOf").map((way) => objectOf(way, "a way"));
    const first = all.findIndex(({ answer }) => answer.status === 200 && !isReplay(answer.headers));
    demand(first >= 0, "no request was processed");
    for (const done of all.filter((_, index) => index !== first)) {
      const unmet: string[] = [];
      for (const way of ways) {
        try {
          await checkAll(way, stepChecks, { scene, done, earlier: [doneAt(all, first)] });
        } catch (error) {
          if (!(error instanceof Unmet)) throw error;
          unmet.push(error.message);
        }
      }
      demand(unmet.length < ways.length, `the other one: ${unmet.join("; or ")}`);
    }
  },
  after: stateAfterAll,
  final: stateAfterAll,
};

async function stateAfterAll(expected: Json, { scene }: SeriesFacts): Promise<void> {
  await checkAll(objectOf(expected, "after"), stateChecks, await stateOf(scene));
}

async function second({ scene, all }: SeriesFacts, members: Readonly<Record<string, Json>>) {
  const facts = { scene, done: doneAt(all, 1), earlier: all.slice(0, 1) };
  await inStep(1, async () => checkAll(members, stepChecks, facts));
}

function doneAt(all: readonly Done[], index: number): Done {
  const done = all[index];
  if (done === undefined) throw new NotUnderstood(`what is expected of request ${index + 1}`);
  return done;
}

async function inStep(index: number, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Unmet) throw new Unmet(`request ${index + 1}: ${error.message}`);
    throw error;
  }
}

function codesAre(all: readonly Done[], code: string): void {
  for (const { answer } of all) {
    demandSame(isObject(answer.body) ? answer.body["error"] : undefined, code, "the code");
  }
}

function ascending(one: number, other: number): number {
  return one - other;
}

function isReplay(headers: Headers): boolean {
  return headers.get("OpenWOP-Idempotent-Replay") === "true";
}
