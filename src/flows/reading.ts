import type { Account } from "../core/account.ts";
import { voteOf } from "../core/ballot.ts";
import type { Interrupt, PlatformName } from "../core/interrupt.ts";
import {
  formatEligibility,
  type Principal,
  READ_SCOPE,
  referencesOf,
  RESPOND_SCOPE,
} from "../core/eligibility.ts";
import type { Log } from "../core/log.ts";
import type { Clock } from "../core/ports/clock.ts";
import type { Copies } from "../core/ports/copies.ts";
import { ALL_WAITING, type Interrupts } from "../core/ports/interrupts.ts";
import type { Refusal } from "../core/refusal.ts";
import { present } from "../presentation/card.ts";
import { formFor } from "../presentation/form-filling.ts";
import { type Listing, listing, LISTING_SIZE, type ListName } from "../presentation/listing.ts";
import type { NameOf } from "../presentation/naming.ts";
import type { ListRequest, Opened, OpenRequest } from "../presentation/platform.ts";
import { refusalWords, unseenWords } from "../presentation/refusal-wording.ts";
import {
  FORM_GONE,
  LIST_UNAVAILABLE,
  MAY_NOT_READ_ALL,
  NOT_RECORDED,
} from "../presentation/wording.ts";
import { wholeOf } from "../presentation/whole.ts";
import type { Words } from "../presentation/words.ts";
import { IDENTIFYING_SHARE, unableToAnswer } from "./forms.ts";
import { inTime } from "./in-time.ts";
import type { Identify } from "./presses.ts";

export interface ReadingOptions {
  readonly interrupts: Interrupts;
  readonly copies: Copies;
  readonly identify: Identify;
  /** The tenants that use this Slack team or Discord guild. */
  readonly tenantsOf: (platform: PlatformName, workspace: string) => readonly string[];
  /** What people are called. */
  readonly nameOf: NameOf;
  readonly clock: Clock;
  readonly log: Log;
}

/** What people look at besides cards: forms, whole artifacts, and the list of what waits for them. */
export function createReadingFlow(options: ReadingOptions) {
  const { log } = options;
  return {
    /** One bounded read. Nothing is recorded: only what is sent later counts. */
    async open(platform: PlatformName, request: OpenRequest): Promise<Opened> {
      const { reference, withinMs } = request;
      const reading = open(options, platform, request);
      const opened = await inTime(log, reading, withinMs, `a form of ${reference.ref}`);
      return opened ?? { ok: false, words: NOT_RECORDED, storeAway: true };
    },

    async pending(platform: PlatformName, request: ListRequest): Promise<Listing | Words> {
      const reading = pending(options, platform, request);
      return (await inTime(log, reading, LIST_WITHIN_MS, "a list")) ?? LIST_UNAVAILABLE;
    },
  };
}

/** A slash command has to be answered in three seconds. */
const LIST_WITHIN_MS = 2_000;

async function open(
  options: ReadingOptions,
  platform: PlatformName,
  { reference, account, workspace, roles, purpose, withinMs }: OpenRequest,
): Promise<Opened> {
  const isLooking = purpose === "show-all" || purpose === "card";
  const no = (refusal: Refusal): Opened => ({
    ok: false,
    words: isLooking
      ? unseenWords("request", refusal, options.clock(), options.nameOf)
      : refusalWords(refusal, options.clock(), options.nameOf),
    storeAway: false,
  });
  const interrupt = await options.interrupts.load(reference.partition, reference.ref);
  if (interrupt === undefined) return no({ code: "unknown-interrupt" });
  const { tenant, payload } = interrupt;
  const signed = roles === undefined ? undefined : { roles, at: options.clock() };
  const asked = { account, tenant, platform, workspace, signed };
  const card = present(interrupt, options.nameOf);
  if (isLooking) {
    // Everybody of the roster may read.
    const by = await options.identify({ ...asked, references: [] });
    if ("code" in by) return no(by);
    if (purpose === "show-all") return { ok: true, card, whole: wholeOf(interrupt) };
    const link = await linkOf(options.copies, interrupt, `${platform}:${workspace}/`);
    return { ok: true, card, whole: [], link };
  }
  const unable = await unableToAnswer(options, interrupt, asked, withinMs * IDENTIFYING_SHARE);
  if (unable !== undefined) return no(unable);
  const form = formFor(payload, { type: purpose });
  if (form === undefined) return { ok: false, words: FORM_GONE, storeAway: false };
  return { ok: true, card, whole: [], form };
}

async function pending(
  options: ReadingOptions,
  platform: PlatformName,
  { account, workspace, roles, list, page }: ListRequest,
): Promise<Listing | Words> {
  const { interrupts, copies, identify, clock } = options;
  const signed = roles === undefined ? undefined : { roles, at: clock() };
  const references = list === "mine" ? ("all" as const) : [];
  const asked = { account, platform, workspace, references, signed };
  const known = await Promise.all(
    options
      .tenantsOf(platform, workspace)
      .map(async (tenant) => ({ tenant, by: await identify({ ...asked, tenant }) })),
  );
  const people = known.flatMap(({ tenant, by }) => ("code" in by ? [] : [{ tenant, by }]));
  // An approver whom the roster lacks would take an empty list for good news.
  if (people.length === 0) {
    return unseenWords("list", refusalOf(known, account), clock(), options.nameOf);
  }
  const readers = people.filter(({ by }) => by.scopes.includes(SCOPE_OF[list]));
  if (readers.length === 0 && list === "all") return MAY_NOT_READ_ALL;
  const of = readers.map(({ tenant, by }) => ({
    tenant,
    references: list === "all" ? [ALL_WAITING] : referencesOf(by).map(formatEligibility),
  }));
  const from = page * LISTING_SIZE;
  const waiting = await interrupts.waiting({ of, from, limit: LISTING_SIZE });
  const shown = waiting.interrupts.filter(({ outcome }) => outcome === undefined);
  const lines = await Promise.all(
    shown.map(async (interrupt) => ({
      interrupt,
      voted: people.some(({ by }) => voteOf(interrupt.votes, by) !== undefined),
      link: await linkOf(copies, interrupt, `${platform}:${workspace}/`),
    })),
  );
  return listing(lines, waiting.total, clock(), { list, page });
}

/** What waits for me is what I may decide. */
const SCOPE_OF: Readonly<Record<ListName, string>> = { mine: RESPOND_SCOPE, all: READ_SCOPE };

/** Of several tenants that do not know somebody, the first that says more than that. */
function refusalOf(
  known: readonly { readonly by: Principal | Refusal }[],
  account: Account,
): Refusal {
  const refusals = known.flatMap(({ by }) => ("code" in by ? [by] : []));
  const telling = refusals.find(({ code }) => code !== "account-unknown");
  return telling ?? { code: "account-unknown", account };
}

/** The card nearest to the person who asks. */
async function linkOf(copies: Copies, { partition, ref }: Interrupt, near: string) {
  const all = await copies.all(partition, ref);
  for (const [address, copy] of all) {
    if (address.startsWith(near) && copy.message?.link !== undefined) return copy.message.link;
  }
  return undefined;
}
