import { until } from "../../support/until.ts";
import { members } from "../json.ts";
import { ADA, GRACE, type Person } from "../world.ts";
import { expectSame, expectWords, Unexpected } from "./expectation.ts";
import { pressedApproval } from "./questions.ts";
import type { Case } from "./runner.ts";
import { buttonOf, type Pressed, type Seat } from "./seat.ts";
import {
  ask,
  type Asked,
  cardOf,
  expectEnded,
  expectResolved,
  resolutionsOf,
  type Stage,
} from "./stage.ts";

const ROUNDS = 20;
const CROWD = 10;

interface Runner {
  readonly person: Person;
  readonly seat: Seat;
  readonly label: "Accept" | "Reject";
}

/** Two people press at the same moment, one on each platform: one decides, the other hears who did. */
export function raceCases(stage: Stage): readonly Case[] {
  const rounds = Array.from({ length: ROUNDS }, (_, round) => ({
    name: `race ${round + 1} of ${ROUNDS}: one decision, the other is told who decided`,
    run: () => race(stage, round),
  }));
  return [
    ...rounds,
    {
      name: `${CROWD} questions pressed on both platforms at one moment: one decision each`,
      run: () => crowd(stage),
    },
  ];
}

/** Each press waits behind others here, which mixes their order as no single race does. */
async function crowd(stage: Stage) {
  const questions = await Promise.all(
    Array.from({ length: CROWD }, () => ask(stage, pressedApproval())),
  );
  const prepared = await Promise.all(
    questions.map(async (asked, round) => ({
      asked,
      runners: await Promise.all(runnersOf(stage, round).map((runner) => ready(runner, asked))),
    })),
  );
  await Promise.all(prepared.flatMap(({ runners }) => runners.map(({ press }) => press())));
  for (const { asked, runners } of prepared) {
    const { label, person } = await winnerOf(stage, asked, runners);
    const action = actionOf(label);
    await expectResolved(stage, asked, { action, decidedBy: person.principal });
    await expectEnded(stage, asked, [`${label}ed`, firstName(person)]);
  }
}

async function race(stage: Stage, round: number) {
  const asked = await ask(stage, pressedApproval());
  const runners = await Promise.all(runnersOf(stage, round).map((runner) => ready(runner, asked)));
  await Promise.all(runners.map(({ press }) => press()));

  const winner = await winnerOf(stage, asked, runners);
  const loser = runners.find((runner) => runner !== winner);
  if (loser === undefined) throw new Error("A race has two runners.");
  const note = await noteOrSecondDecision(stage, asked, loser);
  const action = actionOf(winner.label);
  await expectResolved(stage, asked, { action, decidedBy: winner.person.principal });
  const name = firstName(winner.person);
  expectWords(`the note for ${loser.person.name}`, note, [
    new RegExp(`${name}[^.]* ${action}ed`),
    /changed nothing/i,
  ]);
  await expectEnded(stage, asked, [`${winner.label}ed`, name]);
  expectSame("events that resolve it", resolutionsOf(stage, asked.raised).length, 1);
}

/** The loser hears privately who decided; a second decision instead is the fault this is all about. */
async function noteOrSecondDecision(
  stage: Stage,
  { raised }: Asked,
  { person, seat, before }: Runner & { readonly before: readonly string[] },
): Promise<string> {
  const seen = await until(`a private note for ${person.name} on ${seat.platform}`, async () => {
    const decisions = resolutionsOf(stage, raised).length;
    if (decisions > 1) return { decisions };
    const note = (await seat.privateNotes(person)).slice(before.length)[0];
    return note === undefined ? undefined : { note, decisions };
  });
  expectSame("interrupt.resolved events", seen.decisions, 1);
  return seen.note ?? "";
}

/** Who stands where and wants what differs from round to round. */
function runnersOf({ slack, discord }: Stage, round: number): readonly Runner[] {
  const [first, second] = round % 2 === 0 ? [ADA, GRACE] : [GRACE, ADA];
  const [yes, no] =
    round % 4 < 2 ? (["Accept", "Reject"] as const) : (["Reject", "Accept"] as const);
  const runners: readonly Runner[] = [
    { person: first, seat: slack, label: yes },
    { person: second, seat: discord, label: no },
  ];
  return round % 3 === 0 ? runners.toReversed() : runners;
}

/** Everything that takes time is done before the start: what is left is one request. */
async function ready(runner: Runner, asked: Asked) {
  const { person, seat, label } = runner;
  const card = await cardOf(seat, asked.mark);
  const button = buttonOf(card, label);
  const before = await seat.privateNotes(person);
  return { ...runner, before, press: (): Promise<Pressed> => seat.press(person, card, button) };
}

async function winnerOf<T extends Runner>(stage: Stage, asked: Asked, runners: readonly T[]) {
  const resolved = await until("the race is decided", () => resolutionsOf(stage, asked.raised)[0]);
  const { decidedBy } = members(members(resolved.payload)["resumeValue"]);
  const winner = runners.find(({ person }) => person.principal === decidedBy);
  if (winner === undefined) throw new Unexpected("who decided", ["ada", "grace"], decidedBy);
  return winner;
}

function actionOf(label: Runner["label"]): "accept" | "reject" {
  return label === "Accept" ? "accept" : "reject";
}

function firstName({ name }: Person): string {
  return name.split(" ")[0] ?? name;
}
