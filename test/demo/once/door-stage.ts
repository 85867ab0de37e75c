import { type Command, commandOf, printedBy } from "../command.ts";
import type { Demo } from "../demo.ts";
import { type Answer, type Doors, doorsAt, refusalIn } from "../doors.ts";
import type { Raised } from "../engine.ts";
import { TENANT } from "../world.ts";
import { expectSame } from "./expectation.ts";
import type { Stage } from "./stage.ts";

/** A stage with the HTTP doors and the operator's command beside the seats. */
export interface DoorStage extends Stage {
  readonly doors: Doors;
  readonly command: Command;
  /** What the bot signs its tokens with; the secret in base64. */
  readonly tokenSecret: { readonly kid: string; readonly secret: string };
  /** An API key of this principal, made with the built command when it is first asked for. */
  readonly keyOf: (principal: string) => Promise<string>;
}

export function withDoors(stage: Stage, { bot, botEnv }: Demo): DoorStage {
  const command = commandOf(botEnv);
  const [kid = "", secret = ""] = (botEnv["PARLEY_TOKEN_SECRETS"] ?? "").split(":");
  const keys = new Map<string, Promise<string>>();
  return {
    ...stage,
    command,
    tokenSecret: { kid, secret },
    doors: doorsAt(() => bot.httpUrl()),
    keyOf(principal) {
      const known = keys.get(principal) ?? newKey(command, principal);
      keys.set(principal, known);
      return known;
    },
  };
}

export function newKey(command: Command, principal: string): Promise<string> {
  const whose = ["--tenant", TENANT, "--principal", principal];
  return printedBy(command, "keys", "create", ...whose);
}

/** A token for what waits on this question's node, made with the built command. */
export function tokenFor(
  { command }: DoorStage,
  { runId, nodeId }: Raised,
  ...more: readonly string[]
): Promise<string> {
  return printedBy(command, "token", "mint", "--run", runId, "--node", nodeId, ...more);
}

type Status = "running" | "waiting-approval" | "waiting-input" | "waiting-external";

/** The door took it, and the run now has this status: `running` says that the question has ended. */
export function expectTaken(answer: Answer, { runId, nodeId }: Raised, status: Status): void {
  expectSame("the answer of the door", answer.body, { runId, nodeId, status });
  expectSame("its status", answer.status, 200);
}

/** The door refused it with this code, and names exactly these places of what was sent. */
export function expectRefused(
  answer: Answer,
  status: number,
  error: string,
  fields: readonly string[] = [],
): void {
  expectSame("the refusal", refusalIn(answer), { error, fields });
  expectSame("its status", answer.status, status);
}
