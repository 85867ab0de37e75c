import type { Interrupt, InvalidationReason } from "../interrupt.ts";

/** How runs end, and what their nodes wait for. */
export interface Runs {
  /** Records the end of a run, the first one for good, and returns refs of all its interrupts. */
  end(runId: string, end: RunEnd): Promise<readonly string[]>;
  /** Gives the records of an interrupt whose run has ended a life: nothing can come any more. */
  expire(interrupt: Interrupt): Promise<void>;
  /** How a run ended; undefined while it has not, as far as we were told. */
  endOf(runId: string): Promise<RunEnd | undefined>;
  /** Refs of what a node of a run waits for, oldest first, and of what ended there last. */
  onNode(runId: string, nodeId: string): Promise<OnNode>;
}

export interface OnNode {
  readonly waiting: readonly string[];
  readonly ended?: string | undefined;
}

export interface RunEnd {
  readonly reason: InvalidationReason;
  readonly at: number;
  readonly sequence: number;
}
