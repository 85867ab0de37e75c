import { type DoorStage, expectRefused, expectTaken } from "./door-stage.ts";
import { approval } from "./questions.ts";
import type { Case } from "./runner.ts";
import { ask, expectEnded, expectOpen, expectResolved, expectTold } from "./stage.ts";

const QUESTION = "Where do the chairs come from?";
const ANSWER = "From the depot in Leeds";

/** What a person asks back stands on the card with the engine's answer, and the question stays open. */
export function exchangeCase(stage: DoorStage): Case {
  return { name: "http ask, answered by the engine, then accepted", run: () => askBack(stage) };
}

async function askBack(stage: DoorStage) {
  const asked = await ask(stage, approval({ actions: ["accept", "ask", "reject"] }));
  const { raised } = asked;
  const key = await stage.keyOf("ada");
  const empty = await stage.doors.byRun(key, raised, { action: "ask", question: " " });
  expectRefused(empty, 400, "validation_error", ["resumeValue.question"]);
  const sent = await stage.doors.byRun(key, raised, { action: "ask", question: QUESTION });
  expectTaken(sent, raised, "waiting-approval");
  const payload = { question: QUESTION, askedBy: "ada" };
  const told = await expectTold(stage, asked, "parley.interrupt.asked", payload);
  await expectOpen(stage, asked, ["Ada Lovelace asked", QUESTION, "No answer yet"]);
  const { interruptId, askId } = told;
  await stage.engine.answer(raised, String(interruptId), String(askId), ANSWER);
  await expectOpen(stage, asked, [QUESTION, ANSWER]);
  expectTaken(await stage.doors.byRun(key, raised, { action: "accept" }), raised, "running");
  await expectResolved(stage, asked, { action: "accept", decidedBy: "ada" });
  await expectEnded(stage, asked, ["Accepted by Ada", ANSWER]);
}
