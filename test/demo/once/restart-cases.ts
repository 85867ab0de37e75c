import { ADA, GRACE } from "../world.ts";
import { approval, pressedApproval } from "./questions.ts";
import type { Case } from "./runner.ts";
import { buttonOf, type Seat } from "./seat.ts";
import { ask, cardOf, expectEnded, expectResolved, seatsOf, type Stage } from "./stage.ts";

/** Cards outlive the process that posted them. */
export function restartCases(stage: Stage): readonly Case[] {
  return [
    {
      name: "kill -9 between question and press: the buttons still work",
      run: () => killed(stage),
      withinMs: 60_000,
    },
    {
      name: "a question raised while the bot is down is asked when it is back",
      run: () => raisedMeanwhile(stage),
      withinMs: 60_000,
    },
  ];
}

async function killed(stage: Stage) {
  const questions = [await ask(stage, pressedApproval()), await ask(stage, pressedApproval())];
  await stage.bot.restart();
  for (const [at, seat] of seatsOf(stage).entries()) {
    const asked = questions[at];
    if (asked === undefined) throw new Error("There is a question for each platform.");
    await press(seat, asked.mark, at === 0 ? "Accept" : "Reject");
    const action = at === 0 ? "accept" : "reject";
    await expectResolved(stage, asked, { action, decidedBy: at === 0 ? "ada" : "grace" });
    await expectEnded(stage, asked, [at === 0 ? "Accepted" : "Rejected"]);
  }
}

async function press(seat: Seat, mark: string, label: "Accept" | "Reject") {
  const card = await cardOf(seat, mark);
  await seat.press(label === "Accept" ? ADA : GRACE, card, buttonOf(card, label));
}

async function raisedMeanwhile(stage: Stage) {
  await stage.bot.kill();
  const marked = approval();
  const raised = await stage.engine.raise(marked.question, marked.agent);
  await stage.bot.restart();
  await press(stage.discord, marked.mark, "Accept");
  await expectResolved(stage, { ...marked, raised }, { action: "accept", decidedBy: "ada" });
  await expectEnded(stage, marked, ["Accepted", "Ada"]);
}
