import { errorEnvelope } from "../../src/core/error-envelope.ts";
import type { Json } from "../../src/core/json.ts";
import { act, type Answer } from "./acting.ts";
import { type Case, objectOf, oneOf, only, textOf } from "./case.ts";
import { demand, demandSame } from "./comparing.ts";
import { checkAll, type Checks, REMARK } from "./expecting.ts";
import { readGiven } from "./given.ts";
import { inScene } from "./scene.ts";
import { isEnvelope } from "./schemas.ts";
import { readPlan } from "./steps.ts";
import type { Ground } from "./world.ts";

/** Cases about what an error looks like. */
export async function runEnvelope(ground: Ground, each: Case): Promise<void> {
  only(each.given, [], "given");
  only(each.input, ["sampleError"], "input");
  const sample = objectOf(each.input["sampleError"], "sampleError");
  const checks: Checks<undefined> = {
    validEnvelope: (expected) => {
      demandSame(
        isEnvelope(sample),
        oneOf(expected, [true, false], "validEnvelope"),
        "that it is one",
      );
    },
    /** What is not allowed is neither taken for an envelope nor put into one. */
    allowed: (expected) => {
      const allowed = oneOf(expected, [true, false], "allowed");
      demandSame(isEnvelope(sample), allowed, "that it is an envelope");
      const details = objectOf(sample["details"] ?? {}, "details");
      const built = errorEnvelope("rate_limited", "x", details);
      const kept = Object.keys(built.details ?? {}).length === Object.keys(details).length;
      demandSame(kept, allowed, "that details are kept");
    },
    /** The header that says it instead, on a refusal of this code. */
    header: async (expected) => {
      oneOf(sample["error"] ?? null, ["rate_limited"], "sampleError.error");
      const { headers } = await limited(ground, each);
      const name = textOf(expected, "header");
      demand(headers.has(name), `the header ${name} is missing`);
    },
    note: REMARK,
  };
  await checkAll(each.expect, checks, undefined);
}

async function limited(ground: Ground, each: Case): Promise<Answer> {
  const input: Readonly<Record<string, Json>> = { fault: "429" };
  const [step] = readPlan(input, undefined).steps;
  return inScene(ground, readGiven({ ...each, input }), async (scene) => {
    if (step === undefined) throw new Error("a plan of one request has a step");
    return (await act(scene, step)).answer;
  });
}
