import type { Interrupt, PlatformName } from "../core/interrupt.ts";
import type { Log } from "../core/log.ts";
import type { Clock } from "../core/ports/clock.ts";
import type { Copies } from "../core/ports/copies.ts";
import type { Drafts } from "../core/ports/drafts.ts";
import type { Interrupts } from "../core/ports/interrupts.ts";
import type { Interviews } from "../core/ports/interviews.ts";
import type { Threads } from "../core/ports/threads.ts";
import type { NameOf } from "../presentation/naming.ts";
import type { Inbound } from "../presentation/platform.ts";
import { directWorkspace } from "./direct.ts";
import { createDraftFlow } from "./drafts.ts";
import { createFormFlow } from "./forms.ts";
import { createInterviewFlow } from "./interviews.ts";
import type { Identify, PressFlow } from "./presses.ts";
import { createReadingFlow } from "./reading.ts";
import { questionInThread } from "./thread-questions.ts";

export interface InboundOptions {
  readonly store: {
    readonly interrupts: Interrupts;
    readonly copies: Copies;
    readonly drafts: Drafts;
    readonly interviews: Interviews;
    readonly threads: Threads;
  };
  readonly identify: Identify;
  /** What people are called. */
  readonly nameOf: NameOf;
  readonly clock: Clock;
  readonly log: Log;
  readonly presses: Pick<PressFlow, "take">;
  /** The tenants that use this Slack team or Discord guild. */
  readonly tenantsOf: (platform: PlatformName, workspace: string) => readonly string[];
  readonly membershipChanged: Inbound["membershipChanged"];
  /** Has everything that shows an interrupt looked at once more. */
  readonly changed: (interrupt: Interrupt) => void;
}

/** parley as each platform sees it. */
export function createInbound(options: InboundOptions): (platform: PlatformName) => Inbound {
  const { store, identify, nameOf, clock, log, presses, tenantsOf, changed } = options;
  const { membershipChanged } = options;
  const { interrupts, copies, interviews, threads } = store;
  const common = { interrupts, identify, nameOf, clock, log };
  const take: Inbound["press"] = async (press, withinMs) => presses.take(press, withinMs);
  const reading = createReadingFlow({ ...common, copies, tenantsOf });
  const forms = createFormFlow({ ...common, take });
  const submit: Inbound["submit"] = async (submission, withinMs) =>
    forms.submit(submission, withinMs);
  const asked = createInterviewFlow({ ...common, copies, interviews, submit, changed });
  const drafts = createDraftFlow({ drafts: store.drafts, log });
  return (platform) => ({
    press: take,
    submit,
    drafts,
    membershipChanged,
    open: async (request) => reading.open(platform, request),
    pending: async (request) => reading.pending(platform, request),
    directWorkspace: async (reference, account) => directWorkspace(interrupts, reference, account),
    threadReference: async (thread, message) =>
      questionInThread({ interrupts, threads }, { platform, thread, message }),
    hear: async (said, withinMs) => asked.hear(platform, said, withinMs),
    sendAnswers: async (press, thread, step, withinMs) => asked.send(press, thread, step, withinMs),
  });
}
