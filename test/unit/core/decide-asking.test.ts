import { describe, expect, it } from "vitest";
import { decide, MAX_EXCHANGES } from "../../../src/core/decide.ts";
import type { Interrupt } from "../../../src/core/interrupt.ts";
import { after, ASKED_AT, interruptOf, person, quorum, refusalOf, respond } from "./samples.ts";

const ask = (interrupt: Interrupt, question = "Which account?") =>
  respond(interrupt, { action: "ask", question });
const open = interruptOf(quorum(2));
const asked = after(open, ask(open));
const askId = asked.exchanges[0]?.askId ?? "";
const reply = (id = askId) =>
  ({ type: "reply", askId: id, answer: "The one in Berlin", at: ASKED_AT + 9 }) as const;

describe("a question that is asked back", () => {
  it("is kept with who asked and when, under an id of its own", () => {
    expect(asked).toEqual({
      ...open,
      version: 2,
      exchanges: [
        {
          askId,
          question: "Which account?",
          by: { id: "ada", name: "Ada Lovelace" },
          via: "slack",
          at: ASKED_AT + 1,
        },
      ],
    });
    expect(askId).toMatch(/^[A-Za-z0-9_-]{22}$/);
  });

  it("changes no ballot and ends nothing: votes before it and after it count", () => {
    const voted = after(open, respond(open, { action: "accept" }));
    const then = after(voted, ask(voted));
    expect(then.votes).toEqual(voted.votes);
    expect(then.outcome).toBeUndefined();
  });

  it("has the same id when the change is decided anew, and every question another one", () => {
    expect(after(open, ask(open)).exchanges[0]?.askId).toBe(askId);
    const again = after(asked, ask(asked, "And when?"));
    const elsewhere = { ...open, ref: "BBECAwQFBgcICQoLDA0ODw" };
    const other = after(elsewhere, ask(elsewhere)).exchanges[0]?.askId;
    expect(new Set([...again.exchanges.map((each) => each.askId), other]).size).toBe(3);
  });

  it("is asked once while it waits, however often it comes, and again once it was answered", () => {
    expect(decide(asked, ask(asked))).toEqual({ ok: true, next: asked });
    const answered = after(asked, reply());
    expect(after(answered, ask(answered)).exchanges).toHaveLength(2);
  });

  it("is another one in other words, and from another principal", () => {
    expect(after(asked, ask(asked, "Which account ?")).exchanges).toHaveLength(2);
    const byGrace = respond(
      asked,
      { action: "ask", question: "Which account?" },
      { by: person("grace") },
    );
    expect(after(asked, byGrace).exchanges).toHaveLength(2);
  });

  it("asked again is refused like a first one who may not ask any more", () => {
    const late = { ...asked, deadlineAt: ASKED_AT };
    expect(refusalOf(late, ask(late))).toBe("expired");
  });

  it("is for who may decide, while it can be decided", () => {
    const listed = interruptOf(quorum(2, { approversList: ["grace"] }));
    expect(refusalOf(listed, ask(listed))).toBe("not-eligible");
    const late = interruptOf(quorum(2), { deadlineAt: ASKED_AT });
    expect(refusalOf(late, ask(late))).toBe("expired");
  });

  it("is not bound by what an answer has to look like, since it is none", () => {
    const strict = { ...open, payload: { ...quorum(2), resumeSchema: { required: ["cost"] } } };
    expect(refusalOf(strict, ask(strict))).toBeUndefined();
    expect(refusalOf(strict, respond(strict, { action: "accept" }))).toBe("answer-invalid");
  });

  it.each(["", " \n", "\u200b", "x".repeat(3_001), 7, null, undefined])(
    "says something, and not too much: case %# is refused",
    (question) => {
      const value = { action: "ask", ...(question === undefined ? {} : { question }) };
      expect(refusalOf(open, respond(open, value))).toBe("answer-invalid");
    },
  );

  it("may be as long as a text for people is, in code points", () => {
    expect(refusalOf(open, ask(open, "😀".repeat(3_000)))).toBeUndefined();
    expect(refusalOf(open, ask(open, "😀".repeat(3_001)))).toBe("answer-invalid");
  });

  it("is refused when there are too many, and the request can still be decided", () => {
    let full = open;
    for (let count = 0; count < MAX_EXCHANGES; count += 1)
      full = after(full, ask(full, `${count}?`));
    expect(decide(full, ask(full))).toEqual({
      ok: false,
      refusal: { code: "too-many-questions", interrupt: full },
    });
    expect(refusalOf(full, respond(full, { action: "reject" }))).toBeUndefined();
  });
});

describe("the engine's answer", () => {
  it("stands with its question and leaves the request open", () => {
    const answered = after(asked, reply());
    expect(answered).toEqual({
      ...asked,
      version: 3,
      exchanges: [
        { ...asked.exchanges[0], answer: { text: "The one in Berlin", at: ASKED_AT + 9 } },
      ],
    });
  });

  it("finds its question among several", () => {
    const two = after(asked, ask(asked, "And when?"));
    const answered = after(two, reply(two.exchanges[1]?.askId));
    expect(answered.exchanges.map(({ answer }) => answer?.text)).toEqual([
      undefined,
      "The one in Berlin",
    ]);
  });

  it("is given once: the first one stands, and nobody else's question is answered", () => {
    const answered = after(asked, reply());
    expect(refusalOf(answered, { ...reply(), answer: "Another" })).toBe("nothing-to-change");
    expect(refusalOf(asked, reply("x".repeat(22)))).toBe("nothing-to-change");
    expect(refusalOf(open, reply())).toBe("nothing-to-change");
  });
});
