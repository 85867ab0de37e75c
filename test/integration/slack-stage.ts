import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";
import { type SlackPlatform, slackPlatform } from "../../adapters/slack/index.ts";
import type { Crews } from "../../src/core/ports/crews.ts";
import type { Payload } from "../../src/core/payload.ts";
import type { Press } from "../../src/core/press.ts";
import { type CardAction, decisionButtons } from "../../src/presentation/buttons.ts";
import type { Card } from "../../src/presentation/card.ts";
import { formFor, readForm } from "../../src/presentation/form-filling.ts";
import type {
  Inbound,
  ListRequest,
  MembershipChange,
  Opened,
  OpenRequest,
  PressResult,
  Submission,
  Submitted,
  Taken,
} from "../../src/presentation/platform.ts";
import type { Words } from "../../src/presentation/words.ts";
import { FORM_INVALID } from "../../src/presentation/wording.ts";
import {
  type LocalSlack,
  type LocalSlackOptions,
  startLocalSlack,
} from "../platforms/slack/server.ts";
import type { GivenValues } from "../platforms/slack/people.ts";
import type { SteppedPause } from "../support/stepped-pause.ts";
import { question } from "../unit/core/samples.ts";
import { aCard } from "../unit/slack/card.ts";

/** The adapter with the real Bolt at the local Slack, and parley as far as Slack sees it. */

export const PLACE = "C0FINANCE";
export const ADDRESS = { platform: "slack", workspace: "T0ACME", channel: PLACE } as const;
export const NONCE = "nonce-of-twenty-two-ch";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Done after the test, the latest first. */
export const closeAfterwards = (close: () => Promise<unknown>): void => void closing.push(close);

/**
 * parley as far as Slack sees it: makes and reads forms as the real one does, takes every press, remembers
 * the order of what happened.
 */
export class FakeInbound implements Inbound {
  readonly presses: Press[] = [];
  readonly opened: OpenRequest[] = [];
  payload: Payload = question("Which evening?");
  taken: (press: Press) => Promise<Taken> = () => Promise.resolve(recorded({ ok: true }));
  whole = "all of it";
  refusal: Words | undefined;
  /** What opening waits for. */
  slow: Promise<void> = Promise.resolve();
  listing: Awaited<ReturnType<Inbound["pending"]>> = {
    heading: "Nothing waits for you.",
    lines: [],
  };

  press(press: Press): Promise<Taken> {
    this.presses.push(press);
    return this.taken(press);
  }
  async open(request: OpenRequest): Promise<Opened> {
    this.opened.push(request);
    await this.slow;
    const { purpose: type } = request;
    return this.refusal === undefined
      ? {
          ok: true as const,
          card: aCard({ buttons: decisionButtons(this.payload) }),
          whole: [{ name: "artifact.txt", text: this.whole }],
          form:
            type === "show-all" || type === "card" ? undefined : formFor(this.payload, { type }),
        }
      : { ok: false as const, words: this.refusal, storeAway: false };
  }
  submit({ press, purpose: type, collect }: Submission): Promise<Submitted> {
    const form = formFor(this.payload, { type });
    const read = form && readForm(this.payload, { type }, collect(form));
    if (read === undefined) throw new Error("there is no such form");
    if (read.ok) return this.press({ ...press, response: { resumeValue: read.value } });
    const { problems } = read;
    return Promise.resolve({
      state: "refused",
      result: { ok: false, words: FORM_INVALID, correctable: true, problems },
    });
  }
  /** Slack keeps what is typed in the dialog itself. */
  readonly drafts = { load: unexpected, save: unexpected, drop: unexpected };
  readonly lists: ListRequest[] = [];
  pending(request: ListRequest) {
    this.lists.push(request);
    return Promise.resolve(this.listing);
  }
  readonly memberships: MembershipChange[] = [];
  membershipChanged(change: MembershipChange) {
    this.memberships.push(change);
    return Promise.resolve();
  }
  directWorkspace() {
    return Promise.resolve(undefined);
  }
  hear() {
    return Promise.resolve({ state: "none" } as const);
  }
  sendAnswers = unexpected;
  threadReference() {
    return Promise.resolve(undefined);
  }
}

function unexpected(): Promise<never> {
  throw new Error("nothing of this is kept for Slack");
}

export const recorded = (result: PressResult): Taken => ({
  state: "recorded",
  result: Promise.resolve(result),
});

export interface Running {
  slack: LocalSlack;
  platform: SlackPlatform;
  inbound: FakeInbound;
  warnings: string[];
}

export interface With {
  readonly by?: "socket" | "http";
  sockets?: number;
  pause?: SteppedPause;
  crews?: Pick<Crews, "beat" | "leave">;
  /** Done to Slack before anything connects. */
  first?: (slack: LocalSlack) => void;
}

export async function running(
  options: Partial<LocalSlackOptions> = {},
  { by = "socket", sockets = 1, pause, crews, first }: With = {},
): Promise<Running> {
  let platform: SlackPlatform | undefined;
  const url = by === "http" ? await served(() => platform) : undefined;
  const slack = await localSlack(url === undefined ? options : { ...options, delivery: { url } });
  first?.(slack);
  const inbound = new FakeInbound();
  const warnings: string[] = [];
  const made = slackPlatform(
    {
      botTokens: [slack.botToken],
      apiUrl: slack.apiUrl,
      mode:
        by === "http"
          ? { kind: "http", signingSecret: slack.signingSecret }
          : { kind: "socket", appToken: slack.appToken },
      sockets,
    },
    { log: logTo(warnings), crews, ...(pause === undefined ? {} : { pause: pause.pause }) },
  );
  platform = made;
  closeAfterwards(() => made.stop());
  await made.start(inbound);
  return { slack, platform: made, inbound, warnings };
}

/** A server of the test's own, at Slack's path on it. */
async function served(platform: () => SlackPlatform | undefined): Promise<string> {
  const server = createServer((request, response) => platform()?.listener?.(request, response));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  closeAfterwards(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/slack/events`;
}

export async function localSlack(options: Partial<LocalSlackOptions> = {}): Promise<LocalSlack> {
  const slack = await startLocalSlack({
    workspace: { id: "T0ACME", name: "Acme" },
    people: [
      { id: "U0ADA", name: "Ada" },
      { id: "U0GRACE", name: "Grace" },
    ],
    channels: [{ id: PLACE, name: "finance", members: ["U0ADA", "U0GRACE"] }],
    rateLimits: 100,
    ...options,
  });
  closeAfterwards(() => slack.close());
  return slack;
}

export function logTo(warnings: string[]) {
  const write = (fields: object, message: string) =>
    void warnings.push(`${message} ${JSON.stringify(fields)}`);
  return { info: () => undefined, warn: write, error: write };
}

export const calls = ({ slack }: Running, method: string) =>
  slack.log.filter((call) => call.method === method);

export async function posted(run: Running, card: Card = aCard()): Promise<string> {
  return (await run.platform.cards.post(ADDRESS, card, NONCE)).id;
}

/** The private notes that one person has on the screen. */
export const notesOf = ({ slack }: Running, user: string) =>
  slack
    .people(user)
    .view()
    .places.flatMap((place) => place.messages)
    .filter((message) => message.isEphemeral)
    .map((message) => message.text);

/** Posts a card with this one button, or the buttons of the payload, and presses it; the dialog that opens. */
export async function opened(run: Running, action: CardAction = "answer", user = "U0ADA") {
  const plainButton = { action, label: "Open", style: "plain" } as const;
  const known = decisionButtons(run.inbound.payload);
  const isKnown = known.some((button) => button.action === action);
  const buttons = isKnown ? known : [plainButton];
  const message = await posted(run, aCard({ buttons }));
  await run.slack.people(user).press({ place: PLACE, message, action: `parley:${action}` });
  return message;
}

/** The dialog on somebody's screen, once there is one. */
export const modalOf = (run: Running, user = "U0ADA") =>
  run.slack.until(() => run.slack.people(user).view().modal);

export const shownTo = (run: Running, user = "U0ADA") =>
  JSON.stringify(run.slack.people(user).view().modal?.view);

/** Opens a form, fills it in and sends it. */
export async function sent(run: Running, action: CardAction, values: GivenValues) {
  await opened(run, action);
  const modal = (await modalOf(run)).id;
  return { modal, outcome: await run.slack.people("U0ADA").submit({ modal, values }) };
}
