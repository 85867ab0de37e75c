import { parseConfig } from "../config.ts";
import { Fault } from "../core/fault.ts";
import type { Log } from "../core/log.ts";
import { createLog } from "../log.ts";
import type { Parley } from "../main.ts";
import { PLATFORM_WORD } from "../presentation/wording.ts";
import { PlatformsRefused } from "../starting.ts";
import { command } from "./command.ts";
import { EXIT } from "./exit.ts";

/** Orchestrators wait about 30 seconds before they kill; we end before that. Milliseconds. */
const STOP_WITHIN_MS = 20_000;

/** `parley start`: runs until SIGTERM or SIGINT, then finishes what is in hand. */
export const startCommand = command({
  usage: [["start", "run the bot"]],
  options: {},
  run: async (_, environment) => start(environment),
});

async function start(environment: NodeJS.ProcessEnv): Promise<number> {
  const parsed = parseConfig(environment);
  if (!parsed.ok) {
    sayProblems("mend these settings or the roster", parsed.problems);
    return EXIT.failed;
  }
  const log = createLog(parsed.config.logLevel);
  const stopped = stopSignal();
  // What the platforms need takes a second to load, which other commands need not wait for.
  const { startParley } = await import("../main.ts");
  process.on("unhandledRejection", (error) => {
    // The libraries that hold the sockets have a few of these, on input that nobody should send.
    log.error({ err: error }, "a rejection was handled by nobody");
  });
  let parley: Parley | string;
  try {
    parley = await Promise.race([startParley(parsed.config, log), stopped]);
  } catch (error) {
    return cannotStart(log, error);
  }
  // A signal before Redis was there: nothing is in hand.
  if (typeof parley === "string") return EXIT.done;
  try {
    // A platform may be waited for as long as it takes; the others work meanwhile.
    const signal = await Promise.race([parley.ready.then(() => stopped), stopped]);
    log.info({ signal }, "stopping");
    await stopWithin(parley, log);
    return EXIT.done;
  } catch (error) {
    const code = cannotStart(log, error);
    await stopWithin(parley, log);
    return code;
  }
}

/** What an operator can mend is said in words, and has no trace; it is told to who reads the log as well. */
function cannotStart(log: ReturnType<typeof createLog>, error: unknown): number {
  if (error instanceof PlatformsRefused) {
    log.fatal({ platforms: error.refused.map(({ platform }) => platform) }, error.message);
    const said = error.refused.map(
      ({ platform, fault }) => `${PLATFORM_WORD[platform]}: ${fault.message}`,
    );
    sayProblems("mend what the platforms refuse", said);
  } else if (error instanceof Fault) {
    log.fatal({ code: error.code }, error.message);
    process.stderr.write(`parley cannot start: ${error.message}\n`);
  } else {
    log.fatal({ err: error }, "parley cannot start");
  }
  return EXIT.failed;
}

function sayProblems(what: string, problems: readonly string[]): void {
  process.stderr.write(
    `parley cannot start; ${what} (parley doctor checks more):\n${problems
      .map((problem) => `  ${problem}\n`)
      .join("")}`,
  );
}

async function stopWithin(parley: Parley, log: Log): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => {
      resolve("stopped without finishing; another replica takes over what was left");
    }, STOP_WITHIN_MS);
  });
  log.info({}, await Promise.race([parley.stop().then(() => "stopped"), late]));
  clearTimeout(timer);
}

function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      // Every one is taken, so that a second one does not kill what the first one is ending.
      process.on(signal, () => {
        resolve(signal);
      });
    }
  });
}
