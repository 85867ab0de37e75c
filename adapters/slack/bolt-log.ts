import { type Logger, LogLevel } from "@slack/bolt";
import type { Log } from "../../src/core/log.ts";
import { brief, redact } from "./faults.ts";

/**
 * The libraries' own warnings and errors in our log. Their lower levels hold payloads and addresses of sockets,
 * so those are never written; of what is left only texts and errors' messages are.
 */
export function boltLog(log: Log): Logger {
  const write =
    (level: "warn" | "error") =>
    (...said: unknown[]): void => {
      const texts = said
        .filter((one) => typeof one === "string" || one instanceof Error)
        .map((one) => (typeof one === "string" ? redact(one) : brief(one)));
      log[level]({ from: "bolt" }, texts.join(" ") || "no words");
    };
  return {
    debug: () => undefined,
    info: () => undefined,
    warn: write("warn"),
    error: write("error"),
    setLevel: () => undefined,
    getLevel: () => LogLevel.WARN,
    setName: () => undefined,
  };
}
