import type { z } from "zod";
import { boundId, eventId, keyId, nodeId, subjectId, tenantId } from "../../src/core/ids.ts";
import { projectId, readSegment } from "../../src/core/segment.ts";
import {
  type Case,
  type JsonObject,
  NotUnderstood,
  oneOf,
  only,
  OutOfScope,
  textOf,
} from "./case.ts";
import { demandSame } from "./comparing.ts";
import { runAtDoors } from "./doors.ts";
import { checkAll, type Checks, REMARK } from "./expecting.ts";
import type { Ground } from "./world.ts";

const GRAMMARS: Readonly<Record<string, z.ZodType>> = {
  runId: boundId,
  interruptId: boundId,
  tenantId,
  eventId,
  nodeId,
  subjectId,
  keyId,
};

/** Ids of the specification that parley never reads, or takes as somebody's name without a grammar. */
const OTHERS =
  `workspaceId subscriptionId deliveryId effectId workflowId agentId traceId spanId chainId
  pluginId templateId libraryId typeId`.split(/\s+/);

/** Cases about ids: their grammars, and how they are carried in a path. */
export async function runIds(ground: Ground, each: Case): Promise<void> {
  const { input } = each;
  if (input["value"] !== undefined) return runGrammar(each);
  if (input["plain"] !== undefined) return runProjection(ground, each);
  if (input["segment"] !== undefined) return runSegment(ground, each);
  return runAtDoors(ground, each);
}

async function runGrammar({ given, input, expect }: Case): Promise<void> {
  only(given, ["kind"], "given");
  only(input, ["value"], "input");
  const kind = textOf(given["kind"], "given.kind");
  if (OTHERS.includes(kind)) throw new OutOfScope(`D15: parley has no ${kind}`);
  const grammar = Object.hasOwn(GRAMMARS, kind) ? GRAMMARS[kind] : undefined;
  if (grammar === undefined) throw new NotUnderstood(`given.kind ${kind}`);
  const isValid = grammar.safeParse(input["value"]).success;
  const valid: Checks<undefined> = {
    valid: (expected) => {
      demandSame(isValid, oneOf(expected, [true, false], "valid"), "that it is valid");
    },
  };
  await checkAll(expect, valid, undefined);
}

async function runProjection(ground: Ground, each: Case): Promise<void> {
  only(each.given, ["codec"], "given");
  only(each.input, ["plain"], "input");
  const plain = textOf(each.input["plain"], "plain");
  const once = projectId(plain);
  const twice = projectId(once);
  const ask = async (segment: string, expect: JsonObject) =>
    runAtDoors(ground, atSegment(each, segment, expect));
  const checks: Checks<undefined> = {
    projected: (expected) => {
      demandSame(once, expected, "the projection");
    },
    once: (expected) => {
      demandSame(once, expected, "the projection");
    },
    twice: (expected) => {
      demandSame(twice, expected, "the projection of the projection");
    },
    decodesTo: (expected) => {
      demandSame(decoded(once), expected, "the projection, read,");
    },
    encodeURIComponentUnchanged: (expected) => {
      const same = encodeURIComponent(once) === once;
      demandSame(same, oneOf(expected, [true, false], "unchanged"), "that it needs no escapes");
    },
    twiceResolves: async (expected) =>
      ask(
        twice,
        oneOf(expected, [true, false], "twiceResolves") ? { status: 200 } : { notStatus: 200 },
      ),
    statusV2Only: async (expected) => ask(twice, { status: expected }),
    /** Of a host that speaks major version 1 as well, which parley is not. */
    statusDualMajor: REMARK,
    note: REMARK,
  };
  await checkAll(each.expect, checks, undefined);
}

async function runSegment(ground: Ground, each: Case): Promise<void> {
  only(each.input, ["segment"], "input");
  const segment = textOf(each.input["segment"], "segment");
  const { decodesTo, ...answer } = each.expect;
  if (decodesTo !== undefined) demandSame(decoded(segment), decodesTo, "the segment, read,");
  if (decodesTo === undefined || Object.keys(answer).length > 0) {
    await runAtDoors(ground, atSegment(each, segment, answer));
  }
}

/** The same as a request for the run that the segment names. */
function atSegment(each: Case, segment: string, expect: JsonObject): Case {
  return { ...each, input: { op: `POST /runs/${segment}/interrupts/gate` }, expect };
}

function decoded(segment: string): string | undefined {
  const read = readSegment(segment);
  return read.ok ? read.id : undefined;
}
