import type { Case } from "../case.ts";

/** The gateway, the commands and the address for interactions. */
export const connecting: readonly Case[] = [
  {
    id: "DC-119",
    fault:
      "A loop of restarts uses up what sessions there are a day, and Discord takes the token away.",
    tests: [
      "test/integration/discord-replicas.test.ts > is not made when nearly none are left today, which is said",
      "test/integration/discord-replicas.test.ts > that breaks when nearly none are left is not made again, and the log says why",
      "test/integration/redis/connections.test.ts > that lead to no session come less and less often, and at once again after one",
    ],
  },
  {
    id: "DC-120",
    fault: "Discord ends the connection for good, and the bot looks healthy.",
    tests: [
      "test/integration/discord-replicas.test.ts > that Discord ends for good is degraded, said in one line with what to change, and never tried again",
      "test/integration/discord-adapter.test.ts > that ends for good later is an error for operators, with what to change",
    ],
  },
  {
    id: "DC-121",
    fault: "One heartbeat that was not acknowledged makes a connection that resumes for ever.",
    tests: [
      "test/integration/discord-gateway.test.ts > whose heartbeats are not acknowledged is given up and resumed, and takes presses again",
    ],
  },
  {
    id: "DC-123",
    fault: "A connection that is dead is not noticed.",
    tests: [
      "test/integration/discord-gateway.test.ts > whose heartbeats are not acknowledged is given up and resumed, and takes presses again",
      "test/integration/discord-shard.test.ts > A connection that is away for long is somebody else's turn, where somebody stands by",
    ],
  },
  {
    id: "DC-124",
    fault: "Presses go to a web address, and the bot waits for them at the gateway.",
    tests: [
      "test/integration/discord-gateway.test.ts > to an application whose interactions go to a web address says at start that none will come",
      "test/integration/discord-over-http.test.ts > are found right by the doctor, which says where they have to go",
    ],
  },
  {
    id: "DC-125",
    fault: "Only one of the two ways in which presses come is served.",
    tests: [
      "test/integration/discord-over-http.test.ts > are handled like those of the gateway, and answered in time",
    ],
  },
  {
    id: "DC-126",
    fault: "Work begins before the library knows of anything.",
    tests: [
      "test/integration/discord-replicas.test.ts > is answered within three seconds, although the guilds are still away",
      "test/integration/discord-first-answer.test.ts > is enough where the library knows nothing of the guild but its id",
    ],
  },
  {
    id: "DC-127",
    fault: "Notes to many people who are refused bring limits on everybody.",
    tests: [
      "test/integration/discord-first-answer.test.ts > is one request, also where Discord asks to wait",
      "test/integration/discord-first-answer.test.ts > is at most one note a press, whoever presses",
    ],
  },
  {
    id: "DC-128",
    fault: "Notes after one press slow down those after another.",
    tests: [
      "test/integration/discord-first-answer.test.ts > is at most one note a press, whoever presses",
      "test/integration/discord-first-answer.test.ts > is one request, also where Discord asks to wait",
    ],
  },
  {
    id: "DC-129",
    fault: "A command is listed twice.",
    tests: [
      "test/integration/discord-gateway.test.ts > registers its command where it serves, and nowhere besides",
    ],
  },
  {
    id: "DC-131",
    fault: "Suggestions that come too late fill the log.",
    cannot:
      "The one command offers a fixed choice and no suggestions while somebody types (adapters/discord/commands.ts).",
  },
  {
    id: "DC-132",
    fault: "Suggestions are missing because one of them is too long, or one too many.",
    cannot:
      "The one command offers a fixed choice and no suggestions while somebody types (adapters/discord/commands.ts).",
  },
  {
    id: "DC-134",
    fault: "A signature is checked against something else than the bytes that were signed.",
    tests: [
      "test/integration/discord-over-http.test.ts > answers a ping, whose signature is over the bytes as they came",
    ],
  },
  {
    id: "DC-135",
    fault: "Discord takes an address away that does not refuse what is signed wrongly.",
    tests: [
      "test/integration/discord-over-http.test.ts > refuses what comes %s, and says why without what it said",
      "test/e2e/discord-over-http.test.ts > the address is one that Discord accepts: it answers a ping and refuses a wrong signature",
    ],
  },
  {
    id: "DC-136",
    fault: "What is no signature at all breaks the check.",
    tests: [
      "test/integration/discord-over-http.test.ts > with a signature that is no hexadecimal",
      "test/integration/discord-over-http.test.ts > with a signature that is too short",
    ],
  },
  {
    id: "DC-137",
    fault: "A request that somebody recorded is taken once more.",
    tests: [
      "test/integration/discord-over-http.test.ts > signed too long ago",
      "test/integration/discord-adapter.test.ts > that is delivered twice is recorded once and answered once",
    ],
  },
  {
    id: "DC-138",
    fault: "The address cannot be entered, since a ping is not answered as Discord wants it.",
    tests: [
      "test/integration/discord-over-http.test.ts > answers a ping, whose signature is over the bytes as they came",
    ],
  },
];
