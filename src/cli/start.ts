import { parseConfig } from "../config.ts";
import { Fault } from "../core/fault.ts";
import { createLog } from "../log.ts";
import { startParley } from "../main.ts";
import { EXIT } from "./exit.ts";

/** Orchestrators wait about 30 seconds before they kill; we end before that. Milliseconds. */
const STOP_WITHIN_MS = 20_000;

/** `parley start`: runs until SIGTERM or SIGINT, then finishes what is in hand. */
export async function start(environment: NodeJS.ProcessEnv): Promise<number> {
  const parsed = parseConfig(environment);
  if (!parsed.ok) {
    process.stderr.write(
      `parley cannot start; mend these settings (parley doctor checks more):\n${parsed.problems
        .map((problem) => `  ${problem}\n`)
        .join("")}`,
    );
    return EXIT.failed;
  }
  const log = createLog(parsed.config.logLevel);
  const stopped = stopSignal();
  let parley;
  try {
    parley = await Promise.race([startParley(parsed.config, log), stopped]);
  } catch (error) {
    log.fatal({ err: error }, error instanceof Fault ? error.message : "parley cannot start");
    return EXIT.failed;
  }
  // A signal before everything is open: nothing is in hand.
  if (typeof parley === "string") process.exit(EXIT.done);
  const signal = await stopped;
  log.info({ signal }, "stopping");
  const timer = setTimeout(() => {
    log.warn({}, "stopped without finishing; another replica takes over what was left");
    process.exit(EXIT.done);
  }, STOP_WITHIN_MS);
  await parley.stop();
  clearTimeout(timer);
  log.info({}, "stopped");
  return EXIT.done;
}

function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.once(signal, () => {
        resolve(signal);
      });
    }
  });
}
