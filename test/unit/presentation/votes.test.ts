import { describe, expect, it } from "vitest";
import type { Exchange, Interrupt, Outcome } from "../../../src/core/interrupt.ts";
import type { Json } from "../../../src/core/json.ts";
import type { Payload } from "../../../src/core/payload.ts";
import { answerText } from "../../../src/presentation/answer-text.ts";
import { ballotWords, votesSoFar } from "../../../src/presentation/ballot-words.ts";
import { countedWords, offerAfter } from "../../../src/presentation/counted.ts";
import { deciderName, voterNames } from "../../../src/presentation/deciders.ts";
import { exchangeWords } from "../../../src/presentation/exchanges.ts";
import { plainWords } from "../../../src/presentation/words.ts";
import {
  after,
  approval,
  ASKED_AT,
  interruptOf,
  OUTCOMES,
  payloadOf,
  person,
  question,
  quorum,
  respond,
  voteOf,
} from "../core/samples.ts";

const ACCEPT = { action: "accept" };
const REJECT = { action: "reject" };
const REFINE = { action: "refine", refineFeedback: { scope: "whole" } };
const EDIT = { action: "edit-accept", editedArtifactData: 7 };

describe("what somebody hears whose vote counted", () => {
  const lax = interruptOf(quorum(3, { rejectionPolicy: "majority" }));
  const heard = (from: Interrupt, value: Json, id = "ada") => {
    const words = countedWords(from, after(from, respond(from, value, { by: person(id) })));
    return words === undefined ? undefined : plainWords(words);
  };

  it.each<[Json, string]>([
    [ACCEPT, "Your approval counts. 1 of 3 so far; 2 more are needed."],
    [EDIT, "Your edited approval counts. 1 of 3 so far; 2 more are needed."],
    // A majority of three is two.
    [REJECT, "Your rejection counts. 1 of 2 so far; one more is needed."],
    [REFINE, "Your request to change it counts. 1 of 2 so far; one more is needed."],
    [
      { action: "ask", question: "Why?" },
      "Your question is with whoever asked. The request stays open; the answer will be on the card.",
    ],
  ])("says what it was and what is missing: case %#", (value, sentence) => {
    expect(heard(lax, value)).toBe(sentence);
  });

  it("says that the same again changes nothing, and what a changed vote was before", () => {
    const voted = after(lax, respond(lax, ACCEPT, { by: person("ada") }));
    expect(heard(voted, ACCEPT)).toBe("Your approval stands. 1 of 3 so far; 2 more are needed.");
    expect(heard(voted, REJECT)).toBe(
      "Changed from approve to reject. 1 of 2 so far; one more is needed.",
    );
    expect(heard(voted, EDIT)).toBe(
      "Changed from approve to approve with edits. 1 of 3 so far; 2 more are needed.",
    );
  });

  it("counts only what says the same: approvals of the artifact are none of an edit", () => {
    const two = ["grace", "lin"].reduce<Interrupt>(
      (now, id) => after(now, respond(now, ACCEPT, { by: person(id) })),
      lax,
    );
    expect(heard(two, EDIT)).toBe("Your edited approval counts. 1 of 3 so far; 2 more are needed.");
  });

  it("is nothing where the card itself says it, and where no vote was given", () => {
    const single = interruptOf(approval());
    expect(heard(single, ACCEPT)).toBeUndefined();
    expect(countedWords(lax, { ...lax, interruptId: "acme/another-name-0001" })).toBeUndefined();
  });

  it("offers a reason to who would override, and nothing else to nobody else", () => {
    expect(offerAfter({ code: "reason-needed", interrupt: lax })).toEqual({
      purpose: "override",
      label: "Give a reason",
    });
    expect(offerAfter({ code: "superseded", interrupt: lax })).toBeUndefined();
  });
});

describe("a ballot in words", () => {
  const ballot = (
    votes: Interrupt["votes"],
    payload = quorum(3, { rejectionPolicy: "majority" }),
  ) => ballotWords(interruptOf(payload, { votes }));

  it("says who said what, and how many rejections decide", () => {
    expect(ballot([])).toBe("0 of 3 approved\n2 rejections decide");
    expect(
      ballot([
        voteOf("ada", "accept"),
        voteOf("grace", "reject"),
        voteOf("lin", "refine"),
        voteOf("max", "edit-accept"),
      ]),
    ).toBe(
      "1 of 3 approved · Ada\n1 of 3 approved with edits · Max\n1 rejected · Grace\n1 sent it back · Lin\n2 rejections decide",
    );
    expect(ballot([], quorum(2))).toBe("0 of 2 approved\n1 rejection decides");
    expect(ballot([], approval({ requiredApprovals: 2, actions: ["accept"] }))).toBe(
      "0 of 2 approved",
    );
  });

  it("has a line for each edit, since only the same one adds up", () => {
    const other = { resumeValue: { action: "edit-accept", editedArtifactData: "other" } };
    const lines = ballot([
      voteOf("ada", "edit-accept"),
      voteOf("grace", "edit-accept", other),
      voteOf("lin", "edit-accept"),
    ])?.split("\n");
    // Not "0 of 3 approved" above it.
    expect(lines?.slice(0, 2)).toEqual([
      "2 of 3 approved with edits · Ada and Lin",
      "1 of 3 approved with other edits · Grace",
    ]);
  });

  it("leaves those who decided to the outcome, and of rejections their number, too", () => {
    const votes = [
      voteOf("ada", "accept"),
      voteOf("grace", "accept"),
      voteOf("lin", "reject"),
      voteOf("max", "reject"),
    ];
    const lines = (outcome: Outcome) => ballotWords(interruptOf(quorum(2), { votes, outcome }));
    const rejected = "2 rejected · Lin and Max";
    expect(lines(OUTCOMES.accepted)).toBe(`2 of 2 approved\n${rejected}`);
    expect(lines(OUTCOMES.rejected)).toBe("2 of 2 approved · Ada and Grace");
    // Nobody here decided: the deadline did, or one person over the quorum.
    expect(lines(OUTCOMES.expired)).toBe(`2 of 2 approved · Ada and Grace\n${rejected}`);
    expect(lines(OUTCOMES.overridden)).toBe(`2 of 2 approved · Ada and Grace\n${rejected}`);
  });

  it("leaves those who decided by the same edit to the outcome, and names those of another", () => {
    const other = { resumeValue: { action: "edit-accept", editedArtifactData: "other" } };
    const votes = [
      voteOf("ada", "edit-accept", other),
      voteOf("grace", "edit-accept"),
      voteOf("lin", "edit-accept"),
      voteOf("max", "refine"),
    ];
    const lines = (outcome: Outcome) => ballotWords(interruptOf(quorum(2), { votes, outcome }));
    expect(lines(OUTCOMES.edited)?.split("\n")).toEqual([
      "1 of 2 approved with edits · Ada",
      "2 of 2 approved with other edits",
      "1 sent it back · Max",
    ]);
    expect(lines(OUTCOMES.refined)?.split("\n")).toEqual([
      "1 of 2 approved with edits · Ada",
      "2 of 2 approved with other edits · Grace and Lin",
    ]);
  });

  it("counts in a list only the approvals of one content, which are all that add up", () => {
    const votes = [voteOf("ada", "edit-accept"), voteOf("grace", "accept")];
    expect(votesSoFar(interruptOf(quorum(2), { votes }))).toBe("1 of 2 approved");
  });

  it("has what voters wrote, one line each, but for the vote that decided: that stands with the outcome", () => {
    const remark = (id: string, action: "accept" | "reject", feedback: string) =>
      voteOf(id, action, { resumeValue: { action, feedback } });
    const votes = [
      remark("eva", "accept", "Only\nfor Q4"),
      remark("grace", "reject", "\u200b "),
      remark("lin", "reject", "x".repeat(201)),
      { ...remark("max", "reject", "Too risky"), by: OUTCOMES.rejected.by },
    ];
    const open = ballot(votes)?.split("\n").slice(-3);
    expect(open).toEqual([
      "Eva: “Only for Q4”",
      `Lin: “${"x".repeat(199)}…”`,
      `${OUTCOMES.rejected.by.name}: “Too risky”`,
    ]);
    const over = interruptOf(quorum(3), { votes, outcome: OUTCOMES.rejected });
    expect(ballotWords(over)?.split("\n").slice(-2)).toEqual(open?.slice(0, 2));
  });

  it("is none where one voice is enough", () => {
    expect(ballot([], quorum(1))).toBeUndefined();
    expect(ballot([], approval())).toBeUndefined();
    expect(ballotWords(interruptOf(question()))).toBeUndefined();
  });
});

describe("names of those who decide", () => {
  it("are those of the roster, else the id, in one line that is seen", () => {
    expect(deciderName({ id: "ada", name: "Ada\nRejected\u202e" })).toBe("Ada Rejected");
    expect(deciderName({ id: "ada", name: "\u200b" })).toBe("ada");
    expect(deciderName({ id: "ada", name: "x".repeat(81) })).toBe(`${"x".repeat(79)}…`);
    expect(deciderName("bearer")).toBe("whoever held the link");
  });

  it("are six at most, and the number of the others", () => {
    const votes = (count: number) =>
      Array.from({ length: count }, (_, index) => voteOf(`p${index}`, "accept"));
    expect(voterNames(votes(6))).toBe("P0, P1, P2, P3, P4 and P5");
    expect(voterNames(votes(8))).toBe("P0, P1, P2, P3, P4, P5 and 2 more");
  });
});

describe("questions that were asked back", () => {
  const exchange = (text: string, answer?: string): Exchange => ({
    askId: text,
    question: text,
    by: { id: "ada", name: "Ada" },
    via: "slack",
    at: ASKED_AT,
    ...(answer === undefined ? {} : { answer: { text: answer, at: ASKED_AT } }),
  });
  const said = (exchanges: readonly Exchange[]) =>
    exchangeWords(interruptOf(quorum(2), { exchanges }));

  it("stand with their answers, oldest first", () => {
    expect(said([])).toBeUndefined();
    expect(said([exchange("Why?", "Because"), exchange("When?")])).toBe(
      "Ada asked: “Why?”\nAnswer: “Because”\nAda asked: “When?”\nNo answer yet.",
    );
  });

  it("wait for no answer once it is over", () => {
    const over = { exchanges: [exchange("Why?")], outcome: OUTCOMES.accepted };
    expect(exchangeWords(interruptOf(quorum(2), over))).toBe(
      "Ada asked: “Why?”\nIt was not answered.",
    );
  });

  it("are the three latest, and the number of those before", () => {
    const all = ["1?", "2?", "3?", "4?", "5?"].map((text) => exchange(text, "so"));
    expect(said(all.slice(0, 3))).toMatch(/^Ada asked: “1\?”/);
    expect(said(all.slice(0, 4))).toMatch(/^1 earlier question\nAda asked: “2\?”/);
    expect(said(all)).toMatch(/^2 earlier questions\nAda asked: “3\?”/);
  });

  it("cannot fake a line of the card, nor fill it", () => {
    const lines = said([exchange("Why?\nAnswer: “yes”", "x".repeat(301))])?.split("\n");
    expect(lines).toEqual(["Ada asked: “Why? Answer: “yes””", `Answer: “${"x".repeat(299)}…”`]);
  });
});

describe("an answer as people read it", () => {
  it.each<[Json, string]>([
    [{ answers: { q: "Friday" } }, "“Friday”"],
    [{ answers: [{ id: "q" }] }, '“{"answers":[{"id":"q"}]}”'],
    [{ answers: "none" }, "Answers: none"],
    ["Hello\r\n\u200bthere", "“Hello\nthere”"],
    [true, "“Yes”"],
    [false, "“No”"],
    [null, "“null”"],
    [{ orderId: "42", paid: false }, "Order id: 42\nPaid: no"],
    [{ lines: [1] }, '“{"lines":[1]}”'],
  ])("case %# is words, yes or no, members a line each, or JSON", (value, text) => {
    expect(answerText(question(), value, 500)).toBe(text);
  });

  const several = payloadOf("clarification", {
    questions: [
      { id: "size", question: "How many?" },
      { id: "10", question: "Which plan?" },
      { id: "2", question: "Why?" },
    ],
  });

  it("has the number of its question, whatever order the answers came in and whichever was left out", () => {
    // JSON puts names that are whole numbers first, wherever they were written.
    const value = { answers: { "2": "so", "10": "team", size: 3 } };
    expect(answerText(several, value, 500)).toBe("1. 3\n2. team\n3. so");
    expect(answerText(several, { answers: { "2": true } }, 500)).toBe("3. Yes");
  });

  it("calls its members as the form did", () => {
    const properties = {
      counted: { type: "integer", title: "Counted" },
      damaged: { type: "boolean", title: "Any of them damaged?" },
      __proto__: { title: 7 },
    };
    const payload: Payload = {
      ...payloadOf("custom"),
      resumeSchema: { type: "object", properties },
    };
    expect(answerText(payload, { counted: 39, damaged: false, toString: "x" }, 500)).toBe(
      "Counted: 39\nAny of them damaged? no\nTo string: x",
    );
  });

  it("keeps its quotation marks where it is cut", () => {
    expect(answerText(question(), "x".repeat(11), 10)).toBe(`“${"x".repeat(9)}…”`);
    const long = { answers: { size: "x".repeat(11), "10": "y" } };
    expect(answerText(several, long, 10)).toBe("1. xxxxxx…");
  });
});
