import type { Interrupt, PlatformName } from "../core/interrupt.ts";
import { formatEligibility, isEligible, referencesOf } from "../core/eligibility.ts";
import type { Log } from "../core/log.ts";
import type { Clock, Copies, Interrupts } from "../core/ports.ts";
import type { Account } from "../core/press.ts";
import type { Refusal } from "../core/refusal.ts";
import { present } from "../presentation/card.ts";
import { formFor } from "../presentation/form-filling.ts";
import { type Listing, listing, LISTING_SIZE } from "../presentation/listing.ts";
import type { Opened, OpenRequest } from "../presentation/platform.ts";
import {
  FORM_GONE,
  LIST_UNAVAILABLE,
  NOT_RECORDED,
  refusalWords,
} from "../presentation/wording.ts";
import { wholeOf } from "../presentation/whole.ts";
import type { Words } from "../presentation/words.ts";
import { unableToAnswer } from "./forms.ts";
import { inTime } from "./in-time.ts";
import type { Identify } from "./presses.ts";

export interface ReadingOptions {
  readonly interrupts: Interrupts;
  readonly copies: Copies;
  readonly identify: Identify;
  /** The tenants that use this Slack team or Discord guild. */
  readonly tenantsOf: (platform: PlatformName, workspace: string) => readonly string[];
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

    async pending(
      platform: PlatformName,
      account: Account,
      workspace: string,
    ): Promise<Listing | Words> {
      const reading = pending(options, platform, account, workspace);
      return (await inTime(log, reading, LIST_WITHIN_MS, "a list")) ?? LIST_UNAVAILABLE;
    },
  };
}

/** A slash command has to be answered in three seconds. */
const LIST_WITHIN_MS = 2_000;

async function open(
  options: ReadingOptions,
  platform: PlatformName,
  { reference, account, workspace, purpose }: OpenRequest,
): Promise<Opened> {
  const no = (refusal: Refusal): Opened => ({
    ok: false,
    words: refusalWords(refusal, options.clock()),
    storeAway: false,
  });
  const interrupt = await options.interrupts.load(reference.partition, reference.ref);
  if (interrupt === undefined) return no({ code: "unknown-interrupt" });
  const { tenant, payload } = interrupt;
  const by = options.identify({ account, tenant, platform, workspace });
  if (by === undefined) return no({ code: "account-unknown", account });
  if (purpose === "show-all")
    return { ok: true, card: present(interrupt), whole: wholeOf(interrupt) };
  const unable = unableToAnswer(interrupt, by, options.clock());
  if (unable !== undefined) return no(unable);
  const form = formFor(payload, { type: purpose });
  if (form === undefined) return { ok: false, words: FORM_GONE, storeAway: false };
  return { ok: true, card: present(interrupt), whole: [], form };
}

async function pending(
  options: ReadingOptions,
  platform: PlatformName,
  account: Account,
  workspace: string,
): Promise<Listing | Words> {
  const { interrupts, copies, identify, clock } = options;
  const people = options.tenantsOf(platform, workspace).flatMap((tenant) => {
    const by = identify({ account, tenant, platform, workspace });
    return by === undefined ? [] : [{ tenant, by }];
  });
  // An approver whom the roster lacks would take an empty list for good news.
  if (people.length === 0) return refusalWords({ code: "account-unknown", account }, clock());
  let total = 0;
  const found: Interrupt[] = [];
  for (const { tenant, by } of people) {
    const names = referencesOf(by).map(formatEligibility);
    const waiting = await interrupts.waiting(tenant, names, LISTING_SIZE);
    total += waiting.total;
    found.push(...waiting.interrupts.filter(({ payload }) => isEligible(by, payload)));
  }
  const lines = await Promise.all(
    found.map(async (interrupt) => ({
      interrupt,
      link: await linkOf(copies, interrupt, `${platform}:${workspace}/`),
    })),
  );
  return listing(lines, total, clock());
}

/** The card nearest to the person who asks. */
async function linkOf(copies: Copies, { partition, ref }: Interrupt, near: string) {
  const all = await copies.all(partition, ref);
  for (const [address, copy] of all) {
    if (address.startsWith(near) && copy.message?.link !== undefined) return copy.message.link;
  }
  return undefined;
}
