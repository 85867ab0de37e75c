import { parseArgs } from "node:util";
import { type Demo, startDemo } from "./demo.ts";
import { SABOTAGES } from "./sabotage.ts";
import { runOnce } from "./once/once.ts";

const USAGE = `Usage: npm run demo -- [--once [--only WORDS] [--sabotage NAME]] [--port PORT]

Runs the real bot against a local Slack and a local Discord: no account is needed.
Without --once it serves a page to try it on. With --once it plays every case
itself, prints a line for each and ends.

  --once       no page: play every case, then end with 0 if all passed
  --only WORDS play only the cases with these words in their name
  --sabotage NAME
               put a fault into a copy of the build first; the cases must then fail. NAME is
               ${SABOTAGES.join(" or ")}
  --port PORT  serve the page here instead of on any free port
  REDIS_URL    a Redis to use instead of one that the demo starts for itself`;

const LOOK_FOR_PARENT_EVERY_MS = 500;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      once: { type: "boolean" },
      only: { type: "string" },
      sabotage: { type: "string" },
      port: { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.help === true) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const interrupted = untilSignal();
  let botDied: (error: Error) => void = () => {};
  const death = new Promise<never>((_resolve, reject) => (botDied = reject));
  const starting = startDemo({
    // A card a second and channel is what the platforms take: the page keeps that, a hundred cases cannot wait for it.
    ...(values.once === true ? { rateScale: 50 } : {}),
    redisUrl: process.env["REDIS_URL"],
    sabotage: values.sabotage,
    port: values.port === undefined ? undefined : Number(values.port),
    onBotDeath: (error) => botDied(error),
  });
  const demo = await Promise.race([starting, interrupted]);
  // Half started there is nothing to stop in order: what is there already goes with this process.
  if (typeof demo === "number") process.exit(demo);
  try {
    sayWhereThingsAre(demo);
    const work = values.once === true ? runOnce(demo, values.only) : servePage(demo);
    return await Promise.race([interrupted, work, death]);
  } finally {
    await demo.stop();
  }
}

/**
 * Ctrl-C ends the page as it should and the cases before their time. npm passes on what the terminal sent
 * already, so every signal comes twice: the second one must not cut short what the first one began.
 */
async function untilSignal(): Promise<number> {
  return new Promise((resolve) => {
    process.on("SIGINT", () => resolve(130));
    process.on("SIGHUP", () => resolve(129));
    process.on("SIGTERM", () => resolve(143));
    // Whoever started this may be killed without a word; then nobody is left who could end it.
    const parent = process.ppid;
    const look = () => {
      if (process.ppid !== parent) resolve(143);
    };
    setInterval(look, LOOK_FOR_PARENT_EVERY_MS).unref();
  });
}

function sayWhereThingsAre({ redisUrl, prefix, bot, envFile }: Demo): void {
  const url = new URL(redisUrl);
  const ours =
    prefix === "parley" ? "started for this demo" : "yours; nothing else in it is touched";
  process.stdout.write(`Redis at ${url.host} (${ours}), keys begin with ${prefix}:\n`);
  process.stdout.write(
    `HTTP doors at ${bot.httpUrl()}; node --env-file=${envFile} dist/src/cli/main.js keys create …\n`,
  );
}

function servePage({ pageUrl }: Demo): Promise<never> {
  process.stdout.write(`Ctrl-C ends it. The page is at\n${pageUrl}\n`);
  return new Promise(() => {});
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
