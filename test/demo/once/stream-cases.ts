import { until } from "../../support/until.ts";
import { type EngineEvent, eventOf } from "../engine.ts";
import { ADA } from "../world.ts";
import { expectSame, expectWords } from "./expectation.ts";
import { approval } from "./questions.ts";
import type { Case } from "./runner.ts";
import { buttonOf } from "./seat.ts";
import {
  ask,
  cardOf,
  expectEnded,
  expectResolved,
  resolutionsOf,
  seatsOf,
  type Stage,
} from "./stage.ts";

/** What the engine's side of the streams is promised. */
export function streamCases(stage: Stage): readonly Case[] {
  return [
    {
      name: "the same request twice, and again after its decision",
      run: () => deliveredAgain(stage),
    },
    { name: "a cancelled run withdraws its question", run: () => cancelled(stage) },
    { name: "a deadline that passes rejects by itself", run: () => expired(stage) },
    { name: "a malformed entry becomes a dead letter", run: () => malformed(stage) },
  ];
}

async function deliveredAgain(stage: Stage) {
  const asked = await ask(stage, approval());
  await stage.engine.append(asked.raised.event, asked.agent);
  // Entries are taken in order, so when the next question stands, the second delivery has been dealt with.
  await ask(stage, approval());
  const card = await cardOf(stage.slack, asked.mark);
  await stage.slack.press(ADA, card, buttonOf(card, "Accept"));
  const resolved = await expectResolved(stage, asked, { action: "accept", decidedBy: "ada" });
  await expectEnded(stage, asked, ["Accepted", "Ada"]);

  const before = stage.engine.deliveriesOf(resolved.eventId);
  await stage.engine.append(asked.raised.event, asked.agent);
  await until("the stored resolution comes again", () =>
    stage.engine.deliveriesOf(resolved.eventId) > before ? true : undefined,
  );
  await ask(stage, approval());
  expectSame("events that resolve it", resolutionsOf(stage, asked.raised).length, 1);
  for (const seat of seatsOf(stage)) {
    expectSame(`cards on ${seat.platform}`, (await seat.cards(ADA, asked.mark)).length, 1);
  }
}

async function cancelled(stage: Stage) {
  const asked = await ask(stage, approval());
  const { runId } = asked.raised;
  await stage.engine.append(eventOf(runId, "run.cancelled", {}, 1));
  await expectEnded(stage, asked, [/withdrawn/i, /cancelled/i]);
  expectSame("events that resolve it", resolutionsOf(stage, asked.raised).length, 0);
}

async function expired(stage: Stage) {
  // On a busy machine, too, both cards are there before: what ends earlier is never shown.
  const asked = await ask(stage, approval({ timeoutMs: 4_000 }));
  await expectResolved(stage, asked, {
    action: "timeout",
    decision: "rejected",
    reason: "timeout",
    decidedBy: "system:timeout",
  });
  await expectEnded(stage, asked, [/expired|deadline passed/i]);
}

async function malformed(stage: Stage) {
  const { event } = (await ask(stage, approval())).raised;
  const runId = `${event.runId}x`;
  const id = await stage.engine.append({ ...event, runId, ...withoutTitle(event) });
  const letter = await until("the dead letter", async () =>
    (await stage.engine.deadLetters()).find(({ fields }) => fields["id"] === id),
  );
  expectWords("the reason", letter.fields["reason"] ?? "", [/data\.title/]);
  // The loop goes on.
  await ask(stage, approval());
}

function withoutTitle({ payload }: EngineEvent): Pick<EngineEvent, "payload" | "eventId"> {
  const copy = structuredClone(payload) as { data: { title?: string } };
  delete copy.data.title;
  return { payload: copy, eventId: crypto.randomUUID() };
}
