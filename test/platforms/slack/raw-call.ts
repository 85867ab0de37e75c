import { isObject, type JsonObject } from "./json.ts";
import type { LocalSlack } from "./server.ts";

export interface RawAnswer {
  status: number;
  headers: Headers;
  body: JsonObject;
}

/** A Web API call as WebClient puts it on the wire, without WebClient's own opinions and retries. */
export async function rawCall(
  slack: LocalSlack,
  method: string,
  args: JsonObject = {},
  token: string | null = slack.botToken,
): Promise<RawAnswer> {
  const fields = Object.entries(args).map(([key, value]): [string, string] => [
    key,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const response = await fetch(slack.apiUrl + method, {
    method: "POST",
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    body: new URLSearchParams(fields),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  const body: unknown = isJson ? JSON.parse(text) : { text };
  return { status: response.status, headers: response.headers, body: isObject(body) ? body : {} };
}
