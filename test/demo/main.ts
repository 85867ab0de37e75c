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
  const demo = await startDemo({
    // A card a second and channel is what the platforms take: the page keeps that, a hundred cases cannot wait for it.
    ...(values.once === true ? { rateScale: 50 } : {}),
    redisUrl: process.env["REDIS_URL"],
    sabotage: values.sabotage,
    port: values.port === undefined ? undefined : Number(values.port),
    onBotDeath: (error) => botDied(error),
  });
  try {
    sayWhereRedisIs(demo);
    const work = values.once === true ? runOnce(demo, values.only) : servePage(demo);
    return await Promise.race([work, interrupted, death]);
  } finally {
    await demo.stop();
  }
}

/** Ctrl-C ends the page as it should and the cases before their time. */
async function untilSignal(): Promise<number> {
  const signal = await new Promise<string>((resolve) => {
    for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => resolve(name));
  });
  return signal === "SIGINT" ? 130 : 143;
}

function sayWhereRedisIs({ redisUrl, prefix }: Demo): void {
  const url = new URL(redisUrl);
  const ours =
    prefix === "parley" ? "started for this demo" : "yours; nothing else in it is touched";
  process.stdout.write(`Redis at ${url.host} (${ours}), keys begin with ${prefix}:\n`);
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
