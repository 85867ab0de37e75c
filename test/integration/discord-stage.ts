import { afterEach, expect } from "vitest";
import { discordPlatform } from "../../adapters/discord/index.ts";
import type { Principal } from "../../src/core/eligibility.ts";
import { Fault } from "../../src/core/fault.ts";
import type { Address, Interrupt } from "../../src/core/interrupt.ts";
import type { Log } from "../../src/core/log.ts";
import type { DraftInputs, Drafts } from "../../src/core/ports/drafts.ts";
import type { Interrupts } from "../../src/core/ports/interrupts.ts";
import type { Press } from "../../src/core/press.ts";
import type { Reference } from "../../src/core/reference.ts";
import { createDraftFlow } from "../../src/flows/drafts.ts";
import { createFormFlow } from "../../src/flows/forms.ts";
import { createReadingFlow } from "../../src/flows/reading.ts";
import type { Card } from "../../src/presentation/card.ts";
import { type Listing, listing } from "../../src/presentation/listing.ts";
import type {
  Heard,
  Inbound,
  ListRequest,
  MembershipChange,
  Opened,
  OpenRequest,
  Platform,
  PostedMessage,
  PressResult,
  Said,
  Submission,
  Submitted,
  Taken,
} from "../../src/presentation/platform.ts";
import type { Words } from "../../src/presentation/words.ts";
import type { ManualClock } from "../platforms/discord/clock.ts";
import { type LocalDiscord, startLocalDiscord } from "../platforms/discord/server.ts";
import { SteppedPause } from "../support/stepped-pause.ts";
import { approval, ASKED_AT, interruptOf } from "../unit/discord/samples.ts";
import { OwnStore } from "./discord-store.ts";
import { nameOf } from "../support/names.ts";

/** The adapter with the real SDK against the local Discord, and parley as each test says it is. */

export const GUILD = "300000000000000001";
export const CHANNEL = "400000000000000001";
export const ADA = "200000000000000001";
export const EVE = "200000000000000003";
export const NONCE = "n".repeat(22);
export const ADDRESS: Address = { platform: "discord", workspace: GUILD, channel: CHANNEL };

/** Closed after each test, last opened first. */
const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

const PRINCIPAL: Principal = {
  id: "ada",
  name: "Ada Lovelace",
  groups: [],
  roles: [],
  scopes: ["approvals:respond"],
  override: true,
  decidesOwnRuns: true,
};

const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Drafts in memory; several processes may share them, as they share a Redis. */
export class Shelf implements Drafts {
  readonly kept = new Map<string, DraftInputs>();
  away = false;

  #keyOf(draft: object): string {
    if (this.away) throw new Fault("store-unavailable", "away", { retryable: true });
    return JSON.stringify(draft);
  }

  async load(draft: object): Promise<DraftInputs> {
    return this.kept.get(this.#keyOf(draft)) ?? {};
  }

  async save(draft: object, inputs: DraftInputs): Promise<void> {
    const key = this.#keyOf(draft);
    this.kept.set(key, { ...this.kept.get(key), ...inputs });
  }

  async drop(draft: object): Promise<void> {
    this.kept.delete(this.#keyOf(draft));
  }
}

/** parley as a platform sees it, without a store: each test says what it answers. Forms are the real ones. */
export class FakeInbound implements Inbound {
  readonly presses: Press[] = [];
  readonly opens: OpenRequest[] = [];
  readonly threads = new Map<string, Reference>();
  taken: (press: Press) => Promise<Taken> | Taken = () => recorded({ ok: true });
  /** What is asked, for forms; without it, `opened` is the answer. */
  asked: Interrupt | undefined;
  opened: Opened = { ok: false, words: ["Not for you."], storeAway: false };
  threadFails = false;
  readonly shelf: Shelf;
  readonly drafts: Inbound["drafts"];
  readonly #flow;

  constructor(shelf = new Shelf()) {
    this.shelf = shelf;
    this.drafts = createDraftFlow({ drafts: shelf, log: quiet });
    const load = async () => this.asked;
    const interrupts = { load } as unknown as Interrupts;
    const common = {
      interrupts,
      identify: () => Promise.resolve(PRINCIPAL),
      nameOf,
      clock: () => ASKED_AT,
      log: quiet,
    };
    this.#flow = {
      forms: createFormFlow({
        ...common,
        take: async (press, withinMs) => this.press(press, withinMs),
      }),
      reading: createReadingFlow({ ...common, copies: {} as never, tenantsOf: () => [] }),
    };
  }

  async press(press: Press, withinMs: number): Promise<Taken> {
    // What remains of Discord's three seconds has to hold one round trip.
    expect(withinMs).toBeLessThanOrEqual(2000);
    const again = this.presses.some(({ id }) => id === press.id);
    this.presses.push(press);
    return again ? { state: "duplicate" } : this.taken(press);
  }

  async open(request: OpenRequest): Promise<Opened> {
    this.opens.push(request);
    if (this.asked === undefined || request.purpose === "show-all") return this.opened;
    return this.#flow.reading.open("discord", request);
  }

  async submit(submission: Submission, withinMs: number): Promise<Submitted> {
    return this.#flow.forms.submit(submission, withinMs);
  }

  pendingAnswer: () => Promise<Listing | Words> = async () =>
    listing([{ interrupt: interruptOf(approval()), link: "https://discord.com/x" }], 1, 0);

  readonly lists: ListRequest[] = [];

  pending(request: ListRequest) {
    this.lists.push(request);
    return this.pendingAnswer();
  }

  readonly memberships: MembershipChange[] = [];

  async membershipChanged(change: MembershipChange): Promise<void> {
    this.memberships.push(change);
  }

  async directWorkspace() {
    return GUILD;
  }

  /** What was answered in threads, and what is made of it. */
  readonly heard: Said[] = [];
  hearing: (said: Said) => Heard = () => ({ state: "none" });
  readonly sentAnswers: { readonly thread: string; readonly step: number }[] = [];
  hear(said: Said) {
    this.heard.push(said);
    return Promise.resolve(this.hearing(said));
  }
  sendAnswers(
    press: Omit<Press, "response">,
    thread: string,
    step: number,
    withinMs: number,
  ): Promise<Submitted> {
    this.sentAnswers.push({ thread, step });
    return this.press({ ...press, response: { resumeValue: "sent" } }, withinMs);
  }

  async threadReference(threadId: string): Promise<Reference | undefined> {
    if (this.threadFails) throw new Error("the store is away");
    return this.threads.get(threadId);
  }
}

export const recorded = (result: PressResult | Promise<PressResult>): Taken => ({
  state: "recorded",
  result: Promise.resolve(result),
});
export const refusal = (correctable = false): PressResult => ({
  ok: false,
  words: ["Only ada can decide."],
  correctable,
});

export interface Setup {
  readonly discord: LocalDiscord;
  readonly inbound: FakeInbound;
  readonly platform: Platform;
  /** What the log warns of. */
  readonly lines: string[];
  /** Of the first process. */
  readonly store: OwnStore;
  /** Steps what the first process waits for. */
  readonly pause: SteppedPause;
  /** A second process with the same configuration. */
  readonly another: (inbound: FakeInbound) => Promise<Platform>;
}

export async function setUp({
  content = false,
  start = true,
  clock,
  endpoint,
}: {
  content?: boolean;
  start?: boolean;
  clock?: ManualClock;
  /** Set in the developer portal, although parley listens to the gateway. */
  endpoint?: string;
} = {}): Promise<Setup> {
  const discord = await startLocalDiscord({
    ...(clock === undefined ? {} : { clock }),
    ...(endpoint === undefined ? {} : { application: { endpoint } }),
    messageContentEnabled: content,
    guilds: [
      {
        id: GUILD,
        name: "Acme",
        channels: [
          { id: CHANNEL, name: "finance" },
          { id: "400000000000000002", name: "hidden", botPermissions: 0n },
        ],
        members: [
          { id: ADA, name: "Ada" },
          { id: EVE, name: "Eve" },
        ],
      },
    ],
  });
  open.push(() => discord.close());
  const lines: string[] = [];
  const write = (fields: object, message: string) => {
    lines.push(`${message} ${JSON.stringify(fields)}`);
  };
  const log = { info: () => undefined, warn: write, error: write };
  const pause = new SteppedPause();
  const store = new OwnStore();
  const config = { token: discord.token, apiUrl: discord.apiUrl, guilds: [GUILD] };
  const make = () => discordPlatform(config, { log, store, pause: pause.pause });
  const run = async (inbound: FakeInbound, platform: Platform) => {
    await platform.start(inbound);
    open.push(() => platform.stop());
    return platform;
  };
  const inbound = new FakeInbound();
  const platform = start ? await run(inbound, make()) : make();
  const another = (other: FakeInbound) =>
    run(other, discordPlatform(config, { log, store: new OwnStore() }));
  return { discord, inbound, platform, lines, store, pause, another };
}

export const post = (platform: Platform, card: Card, nonce = NONCE) =>
  platform.cards.post(ADDRESS, card, nonce);

export const pressOn = (discord: LocalDiscord, message: PostedMessage, action: string, who = ADA) =>
  discord.people(who).press({ place: CHANNEL, message: message.id, action });

/** Resolves once something that did not work is kept back for a second, for others to answer first. */
export const heldBack = (pause: SteppedPause) =>
  expect.poll(() => pause.waits(700, 1000)).toBe(true);

export const notesOf = (discord: LocalDiscord, who = ADA) =>
  discord.stored.ephemerals(who).map(({ content }) => content);
