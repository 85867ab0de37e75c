import { describe, expect, it } from "vitest";
import { createLog, type LogLevel } from "../../src/log.ts";

/** What a log writes, line by line. */
function written(level: LogLevel, write: (log: ReturnType<typeof createLog>) => void) {
  const lines: string[] = [];
  write(createLog(level, { write: (line) => void lines.push(line) }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("the log", () => {
  it("is JSON lines of the service, from its level up", () => {
    const lines = written("warn", (log) => {
      log.info({}, "no");
      log.warn({ ref: "r" }, "yes");
    });
    expect(lines).toMatchObject([{ level: 40, service: "parley", ref: "r", msg: "yes" }]);
    expect(written("silent", (log) => log.fatal({}, "no"))).toEqual([]);
  });

  it.each([
    "token",
    "botToken",
    "appToken",
    "signingSecret",
    "authorization",
    "password",
    "reply",
    "response_url",
    "trigger_id",
    "answer",
    "answers",
    "resumeValue",
    "text",
  ])("cuts out what stands under %s, down to the third level", (name) => {
    const lines = written("info", (log) => {
      log.info(
        { [name]: "hunter2", a: { [name]: ["hunter2"], b: { [name]: { c: "hunter2" } } } },
        "x",
      );
    });
    expect(JSON.stringify(lines)).not.toContain("hunter2");
    expect(lines).toMatchObject([{ a: { b: { [name]: "[removed]" } } }]);
  });

  it("tells of an error its words and cause, and not what else hangs on it", () => {
    const error = Object.assign(new TypeError("outer", { cause: new Error("inner") }), {
      code: "ECODE",
      request: { headers: "hunter2" },
    });
    const lines = written("error", (log) => log.error({ err: error }, "failed"));
    expect(lines).toMatchObject([
      { err: { type: "TypeError", code: "ECODE", message: "outer", cause: { message: "inner" } } },
    ]);
    expect(JSON.stringify(lines)).not.toContain("hunter2");
  });

  it("tells of what is thrown and is no error", () => {
    const lines = written("error", (log) => log.error({ err: "just text" }, "failed"));
    expect(lines).toMatchObject([{ err: { message: "just text" } }]);
  });

  it("is not led round in circles by a cause", () => {
    const error = new Error("round");
    error.cause = error;
    const lines = written("error", (log) => log.error({ err: error }, "failed"));
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines).match(/"message":"round"/g)).toHaveLength(6);
  });
});
