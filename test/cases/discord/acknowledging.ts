import type { Case } from "../case.ts";

/** An interaction gets one first answer, within three seconds. A form has to be it. */
export const acknowledging: readonly Case[] = [
  {
    id: "DC-001",
    fault:
      "The first answer waits for the work behind a press, so that people see it fail although it was done.",
    tests: [
      "test/integration/discord-first-answer.test.ts > to twenty presses whose decisions take for ever is there all the same, and so is a form after them",
      "test/integration/discord-adapter.test.ts > that takes long is called recorded, and its refusal follows",
    ],
  },
  {
    id: "DC-002",
    fault: "What is looked up before the first answer takes longer than Discord waits.",
    tests: [
      "test/integration/discord-adapter.test.ts > that the store is silent about is called not confirmed in time, and a refusal follows",
      "test/integration/discord-replicas.test.ts > is answered within three seconds, although the guilds are still away",
    ],
  },
  {
    id: "DC-003",
    fault:
      "A form is opened behind other work and comes too late, when nothing else can be answered any more.",
    tests: [
      "test/integration/discord-first-answer.test.ts > to twenty presses whose decisions take for ever is there all the same, and so is a form after them",
      "test/integration/discord-adapter.test.ts > is held back from saying that the store is away, for others to open it first",
    ],
  },
  {
    id: "DC-004",
    fault: "A process that was held up answers too late, and breaks or floods its log over it.",
    tests: [
      "test/integration/discord-first-answer.test.ts > that comes too late is one line in the log; the press counts, and the next one is answered",
    ],
  },
  {
    id: "DC-005",
    fault: "Quick presses of one person wait for one another until some of them fail.",
    tests: [
      "test/integration/discord-first-answer.test.ts > to twenty presses whose decisions take for ever is there all the same, and so is a form after them",
      "test/contract/deciding.ts > thirty presses of one person at once, for and against, are one decision, and each of the others hears once that it came too late",
    ],
  },
  {
    id: "DC-006",
    fault: "Over HTTP the answer to a delivery is none that Discord takes for one.",
    tests: [
      "test/integration/discord-over-http.test.ts > takes an interaction with 202 and nothing in it",
      "test/integration/discord-over-http.test.ts > are handled like those of the gateway, and answered in time",
    ],
  },
  {
    id: "DC-007",
    fault: "Somebody else has answered already, and that is taken for a failure.",
    tests: [
      "test/integration/discord-replicas.test.ts > both hearing one press is harmless: the second answer is refused, and nobody calls that an error",
      "test/integration/discord-adapter.test.ts > that one replica cannot record is answered by the one that did, and by no other",
    ],
  },
  {
    id: "DC-008",
    fault: "Two environments share one bot, and each answers what was meant for the other.",
    tests: [
      "test/integration/discord-replicas.test.ts > one holds the session, and the other is ready without one",
      "test/integration/discord-replicas.test.ts > both hearing one press is harmless: the second answer is refused, and nobody calls that an error",
    ],
  },
  {
    id: "DC-009",
    fault: "A form that could not be opened in time leaves its request unusable.",
    tests: [
      "test/integration/discord-first-answer.test.ts > that is a form and comes too late records nothing, and the button works when pressed again",
    ],
  },
  {
    id: "DC-010",
    fault: "An answer without a message in it is sent because Discord once took it.",
    tests: [
      "test/platforms/discord/interactions.test.ts > is not used up by a body that was refused",
    ],
  },
  {
    id: "DC-011",
    fault: "A form can never be opened, since everything is deferred first.",
    tests: [
      "test/integration/discord-first-answer.test.ts > to twenty presses whose decisions take for ever is there all the same, and so is a form after them",
      "test/contract/deciding.ts > from $what",
      "test/platforms/discord/interactions.test.ts > cannot follow a deferral",
    ],
  },
  {
    id: "DC-012",
    fault: "A form is shown after something was said already.",
    tests: [
      "test/integration/discord-forms.test.ts > goes on after a restart, and is taken as a whole",
      "test/platforms/discord/interactions.test.ts > is refused the second time",
    ],
  },
  {
    id: "DC-013",
    fault: "Whoever closes a form and opens it again is answered twice when it is sent.",
    tests: [
      "test/integration/discord-first-answer.test.ts > to a form that was closed and opened again is one, and so is the answer",
    ],
  },
  {
    id: "DC-014",
    fault: "One form that was sent once is handled twice.",
    tests: [
      "test/contract/deciding.ts > from $what",
      "test/integration/flows/forms.test.ts > is sent once, however often it is delivered",
    ],
  },
  {
    id: "DC-016",
    fault: "A form is answered by changing a message that is not there.",
    tests: [
      "test/integration/discord-first-answer.test.ts > to a form whose card was deleted meanwhile says that it is recorded",
    ],
  },
  {
    id: "DC-018",
    fault: "What was filled in is found by its label, which does not come back.",
    tests: [
      "test/unit/discord/from-payload.test.ts > carries what was filled in, in labels or rows, an emptied input as an empty one",
      "test/platforms/discord/interactions.test.ts > come back with ids and values and nothing else",
    ],
  },
  {
    id: "DC-020",
    fault: "Words in a form, which have no name, break the reading of it.",
    tests: [
      "test/unit/discord/from-payload.test.ts > carries what was filled in, in labels or rows, an emptied input as an empty one",
      "test/integration/discord-adapter.test.ts > arrives as it was typed",
    ],
  },
];
