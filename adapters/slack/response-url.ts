import { refused, silent } from "./faults.ts";
import { CLOCKS } from "./limits.ts";
import type { Content } from "./render.ts";
import { NO_PREVIEWS } from "./web-api.ts";

/** A press's own address, which needs no token. Each throws a Fault. */

/** Changes the pressed message in place. */
export async function replaceBy(responseUrl: string, content: Content): Promise<void> {
  return respond(responseUrl, { ...content, ...NO_PREVIEWS, replace_original: true });
}

/** Says something to the presser alone. */
export async function whisperBy(
  responseUrl: string,
  content: Content,
  thread: string | undefined,
): Promise<void> {
  return respond(responseUrl, {
    ...content,
    response_type: "ephemeral",
    replace_original: false,
    ...(thread === undefined ? {} : { thread_ts: thread }),
  });
}

async function respond(responseUrl: string, body: object): Promise<void> {
  let answer: Response;
  try {
    answer = await fetch(responseUrl, {
      method: "POST",
      headers: { "content-type": "application/json; charset=utf-8" },
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(CLOCKS.quickCall),
    });
  } catch (error) {
    throw silent("a response_url", error instanceof Error ? error.name : "unknown error");
  }
  // Used up or too old is said with a status or, at times, with `"ok":false` and 200.
  const said = await answer.text().catch(() => "");
  if (!answer.ok || /"ok"\s*:\s*false/.test(said)) {
    throw refused("a response_url", `HTTP ${answer.status}`);
  }
}
