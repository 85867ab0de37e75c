import { registeredStatus } from "../../src/core/error-codes.ts";
import { envelopeProblems } from "../../src/core/error-envelope.ts";
import type { Json } from "../../src/core/json.ts";
import { type Answer, act, type Done, runNamedIn } from "./acting.ts";
import {
  isObject,
  listOf,
  NotUnderstood,
  numberOf,
  objectOf,
  oneOf,
  textOf,
  textsOf,
} from "./case.ts";
import { demand, demandAll, demandSame } from "./comparing.ts";
import { type Checks, REMARK } from "./expecting.ts";
import type { Scene } from "./scene.ts";

/** What is expected of one answer. */
export interface AnswerFacts {
  readonly scene: Scene;
  readonly done: Done;
  /** What was answered before it, oldest first. */
  readonly earlier: readonly Done[];
}

const REPLAY = "OpenWOP-Idempotent-Replay";

export const answerChecks: Checks<AnswerFacts> = {
  status: (expected, { done }) => {
    demandSame(done.answer.status, numberOf(expected, "status"), "the status");
  },
  statusAnyOf: (expected, { done }) => {
    const all = listOf(expected, "statusAnyOf");
    demand(all.includes(done.answer.status), `the status is ${done.answer.status}`);
  },
  code: (expected, { done }) => {
    demandSame(codeOf(done.answer), textOf(expected, "code"), "the code");
  },
  codeAnyOf: (expected, { done }) => {
    const code = codeOf(done.answer);
    demand(textsOf(expected, "codeAnyOf").includes(code), `the code is ${code}`);
  },
  notStatus: isNot,
  neverStatus: isNot,
  not: isNot,
  body: (expected, { done }) => {
    demandSame(done.answer.body, expected, "the body");
  },
  bodyMembers: (expected, { done }) => {
    const names = Object.keys(objectOf(done.answer.body, "the body")).toSorted();
    demandSame(names, textsOf(expected, "bodyMembers").toSorted(), "the members of the body");
  },
  headers: headersAre,
  header: headersAre,
  replay: (expected, { done }) => {
    demandSame(
      isReplay(done.answer),
      oneOf(expected, [true, false], "replay"),
      "that it is a replay",
    );
  },
  noReplayHeader: (expected, { done }) => {
    oneOf(expected, [true], "noReplayHeader");
    demand(!done.answer.headers.has(REPLAY), `the header ${REPLAY} is there`);
  },
  sameBody: (expected, { done, earlier }) => {
    const same = earlier.at(-1)?.answer.text === done.answer.text;
    demandSame(
      same,
      oneOf(expected, [true, false], "sameBody"),
      "that the body is the earlier one",
    );
  },
  cachedBodyReturned: (expected, { done, earlier }) => {
    oneOf(expected, [false], "cachedBodyReturned");
    const texts = earlier.map(({ answer }) => answer.text);
    demand(!texts.includes(done.answer.text), "an earlier body was returned");
  },
  bodyHasNoRetryDetails: (expected, { done }) => {
    oneOf(expected, [true], "bodyHasNoRetryDetails");
    demand(!/retry/i.test(JSON.stringify(detailsOf(done.answer))), "details say when to retry");
  },
  /** The same request again is answered anew. */
  cached: async (expected, { scene, done }) => {
    oneOf(expected, [false], "cached");
    const again = await act(scene, done.step);
    demandSame(again.answer.status, done.answer.status, "the status the second time");
    demand(!isReplay(again.answer), "the answer was kept");
  },
  tokenStillValid: async (expected, { scene, done }) => {
    oneOf(expected, [true], "tokenStillValid");
    const { target } = done.step;
    if (target.door !== "token") throw new NotUnderstood("tokenStillValid without a token");
    const looked = await act(scene, { ...done.step, method: "GET", body: undefined });
    demandSame(looked.answer.status, 200, "the status of looking with the token");
  },
  resolvesRun: (expected, { done }) => {
    demandSame(done.answer.status, 200, "the status");
    const runId = textOf(expected, "resolvesRun");
    const { target } = done.step;
    if (target.door === "path") demandSame(runNamedIn(target.path), runId, "the run of the path");
    demandAll(done.answer.body, { runId }, "the body");
  },
  acceptableAlternative: REMARK,
  alternativeReading: REMARK,
  note: REMARK,
};

/** What is true of every answer, whatever the case says of it. */
export function judge({ status, body, headers }: Answer, payload: Json | undefined): void {
  demand(headers.has("OpenWOP-Version"), "the header OpenWOP-Version is missing");
  if (status < 400) {
    const isLook = isObject(body) && Object.hasOwn(body, "kind");
    if (isLook) demandSame(body, payload, "what the token shows");
    return;
  }
  const problems = envelopeProblems(body);
  demand(problems.length === 0, `the body is no error envelope: ${problems.join("; ")}`);
  const code = isObject(body) ? body["error"] : undefined;
  if (typeof code === "string") demandSame(status, registeredStatus(code), `the status of ${code}`);
}

function codeOf({ body }: Answer): string {
  const code = isObject(body) ? body["error"] : undefined;
  return typeof code === "string" ? code : "none";
}

function detailsOf({ body }: Answer): Json {
  return (isObject(body) ? body["details"] : undefined) ?? {};
}

function isReplay({ headers }: Answer): boolean {
  return headers.get(REPLAY) === "true";
}

function isNot(expected: Json, { done }: AnswerFacts): void {
  const status = numberOf(expected, "a status");
  demand(done.answer.status !== status, `the status is ${status}`);
}

/** A name alone has to be there; names with values have to have them, `present` being any. */
function headersAre(expected: Json, { done }: AnswerFacts): void {
  const named =
    typeof expected === "string" ? { [expected]: "present" } : objectOf(expected, "headers");
  for (const [name, value] of Object.entries(named)) {
    const sent = done.answer.headers.get(name);
    if (value === "present") demand(sent !== null, `the header ${name} is missing`);
    else if (value === "absent") demand(sent === null, `the header ${name} is there`);
    else demandSame(sent, textOf(value, `header ${name}`), `the header ${name}`);
  }
}
