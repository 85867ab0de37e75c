import { projectId, readBoundId } from "../../src/core/segment.ts";
import { tenantOf } from "../../src/core/ids.ts";
import type { Interrupt } from "../../src/core/interrupt.ts";
import { type Json, parseJson } from "../../src/core/json.ts";
import { DEFAULT_TOKEN_TTL_MS, mintToken } from "../../src/core/token.ts";
import { NotUnderstood, textOf, Unmet } from "./case.ts";
import { type Given, mintedFor } from "./given.ts";
import { runIn, type Scene } from "./scene.ts";
import type { Plan, Step } from "./steps.ts";
import type { SeenEvent } from "./world.ts";

/** A response, read whole. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Json;
}

/** What was answered, and how things stood right after. */
export interface Done {
  readonly step: Step;
  readonly answer: Answer;
  readonly after: State;
}

export interface State {
  readonly record: Interrupt | undefined;
  readonly events: readonly SeenEvent[];
}

/** Does what is planned, and returns what came of it in the order of the plan. */
export async function carryOut(scene: Scene, plan: Plan): Promise<readonly Done[]> {
  const { world } = scene;
  if (plan.elapsedMs !== undefined && !plan.isSeries) await world.pass(plan.elapsedMs);
  const done = plan.together ? await atOnce(scene, plan.steps) : await inTurn(scene, plan.steps);
  if (plan.elapsedMs !== undefined) {
    if (plan.isSeries) await world.pass(plan.elapsedMs);
    await world.sweep();
  }
  return done;
}

async function atOnce(scene: Scene, steps: readonly Step[]): Promise<readonly Done[]> {
  for (const { by, home } of steps) await credentialFor(scene, by, home);
  const answers = await Promise.all(steps.map(async (step) => send(scene, step)));
  const after = await stateOf(scene);
  return steps.flatMap((step, index) => {
    const answer = answers[index];
    return answer === undefined ? [] : [{ step, answer, after }];
  });
}

async function inTurn(scene: Scene, steps: readonly Step[]): Promise<readonly Done[]> {
  const { world, given } = scene;
  const began = world.clock.now;
  const done: Done[] = [];
  for (const [index, step] of steps.entries()) {
    if (step.t !== undefined) await moveTo(scene, step.t, began);
    if (index === 1 && given.now2 !== undefined) await world.pass(given.now2 - world.clock.now);
    done.push(await act(scene, step));
  }
  return done;
}

/** One request and the state after it. */
export async function act(scene: Scene, step: Step): Promise<Done> {
  const answer = await send(scene, step);
  return { step, answer, after: await stateOf(scene) };
}

async function moveTo({ world, given }: Scene, t: NonNullable<Step["t"]>, began: number) {
  if ("ms" in t) return world.pass(began + t.ms - world.clock.now);
  const since = given.timeline.findLast((entry) => entry.t <= t.order);
  if (since !== undefined) world.become(since.people);
}

export async function stateOf({ world, given }: Scene): Promise<State> {
  const { payload, runId } = given;
  const events = await world.events();
  const key = payload === undefined ? undefined : textOf(payload["key"], "payload.key");
  const record = key === undefined ? undefined : await world.record(runId, key);
  return { record, events: events.filter((event) => event.runId === runId) };
}

async function send(scene: Scene, step: Step): Promise<Answer> {
  const { world } = scene;
  if (step.fault !== undefined) world.breakNext(step.fault);
  const response = await fetch(`${world.url}${await pathOf(scene, step)}`, {
    method: step.method,
    headers: { ...step.headers, ...(await authorizationOf(scene, step)) },
    ...(step.body === undefined ? {} : { body: step.body }),
  });
  const text = await response.text();
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Unmet(`a response that is no JSON, with status ${response.status}`);
  return { status: response.status, headers: response.headers, text, body: parsed.value };
}

async function authorizationOf(scene: Scene, step: Step): Promise<Record<string, string>> {
  const usual = step.target.door !== "token";
  if (!(step.credential ?? usual)) return {};
  return { Authorization: `Bearer ${await credentialFor(scene, step.by, step.home)}` };
}

async function credentialFor({ world, given }: Scene, by: string, tenant: string | undefined) {
  const [home = tenantOf(given.runId)] = given.people.tenants;
  return world.credentialOf(by, tenant ?? home);
}

async function pathOf(scene: Scene, { target, tenant, by, isNamed }: Step): Promise<string> {
  const { given } = scene;
  switch (target.door) {
    case "path":
      return doorIn(target.path, given);
    case "run": {
      const home = tenant === undefined ? given.runId : runIn(tenant, given);
      const runId = target.runId ?? home;
      const nodeId = encodeURIComponent(target.nodeId ?? given.nodeId);
      return `/runs/${projectId(runId)}/interrupts/${nodeId}`;
    }
    case "token":
      return `/interrupts/${encodeURIComponent(target.token ?? mint(scene, isNamed ? by : UNBOUND))}`;
  }
}

/** A path with its ids put in. One that ends with the run is asked at the door that parley has below it. */
function doorIn(path: string, { runId, nodeId }: Given): string {
  const whole = path.replace("{runId}", projectId(runId)).replace("{nodeId}", nodeId);
  return /^\/runs\/[^/]+$/.test(whole) ? `${whole}/interrupts/${nodeId}` : whole;
}

/** The run that a path names, read as the door reads it; for telling what it should have found. */
export function runNamedIn(path: string): string | undefined {
  const [, segment = ""] = /^\/runs\/([^/]+)/.exec(path) ?? [];
  return readBoundId(decodeURIComponent(segment));
}

/** Who holds a token that was minted for nobody. */
const UNBOUND = "token-holder (unbound token)";

/** A token of this host for the interrupt: for somebody, or for nobody where it says that it is unbound. */
function mint({ world, given }: Scene, by: string): string {
  if (given.secrets === undefined) throw new NotUnderstood("a token of a host that has none");
  const principal = mintedFor(by);
  if (principal === undefined && by !== UNBOUND) throw new NotUnderstood(`a token of ${by}`);
  const { runId, nodeId, interruptId } = given;
  const expiresAt = world.clock.now + DEFAULT_TOKEN_TTL_MS;
  return mintToken(
    { runId, nodeId, interruptId, expiresAt, intent: "resolve", principal },
    given.secrets,
  );
}
