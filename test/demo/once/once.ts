import type { Demo } from "../demo.ts";
import { answerCases, shownOnlyCases } from "./answer-cases.ts";
import { ballotCases } from "./ballot-cases.ts";
import { discordSeat } from "./discord-seat.ts";
import { doorAnswerCases, onlyToldCases } from "./door-answer-cases.ts";
import { doorRuleCases } from "./door-rule-cases.ts";
import { withDoors } from "./door-stage.ts";
import { exchangeCase } from "./exchange-cases.ts";
import { formCases } from "./form-cases.ts";
import { ledgerCase } from "./ledger-case.ts";
import { mixedCases } from "./mixed-cases.ts";
import { nothingPendingCases, pendingCases } from "./pending-cases.ts";
import { raceCases } from "./race-cases.ts";
import { refusalCases } from "./refusal-cases.ts";
import { restartCases } from "./restart-cases.ts";
import { runCases } from "./runner.ts";
import { showAllCases } from "./show-all-cases.ts";
import { slackSeat } from "./slack-seat.ts";
import { streamCases } from "./stream-cases.ts";
import { threadCases } from "./thread-case.ts";
import { tokenCases } from "./token-cases.ts";

/** Plays every case, or those with `only` in their name, and prints what came of it; the exit code, 2 if there are none. */
export async function runOnce(demo: Demo, only = ""): Promise<number> {
  const { engine, bot } = demo;
  const seats = { slack: slackSeat(demo.slackUrl), discord: discordSeat(demo.discordUrl) };
  const stage = withDoors({ engine, bot, ...seats }, demo);
  const cases = [
    ...nothingPendingCases(stage),
    ...answerCases(stage),
    ...shownOnlyCases(stage),
    ...formCases(stage),
    ...refusalCases(stage),
    ...streamCases(stage),
    ...pendingCases(stage),
    ...showAllCases(stage),
    ...threadCases(stage),
    ...doorAnswerCases(stage),
    ...onlyToldCases(stage),
    ...ballotCases(stage),
    exchangeCase(stage),
    ...tokenCases(stage),
    ...doorRuleCases(stage),
    ...mixedCases(stage),
    ...raceCases(stage),
    ...restartCases(stage),
    ledgerCase(stage),
  ];
  const wanted = cases.filter(({ name }) => name.includes(only));
  if (wanted.length === 0) {
    process.stderr.write(`No case has "${only}" in its name.\n`);
    return 2;
  }
  const tally = await runCases(wanted);
  process.stdout.write(`${JSON.stringify(tally)}\n`);
  return tally.failed === 0 ? 0 : 1;
}
