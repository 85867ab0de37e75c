/** What can be made to go wrong with a REST call. "after": the call has done its work by then. */
export type RestFault =
  | {
      readonly kind: "error";
      readonly when: "before" | "after";
      readonly status?: number;
      /** Discord's own number for what is wrong. */
      readonly code?: number;
    }
  | { readonly kind: "reset"; readonly when: "before" | "after" }
  | { readonly kind: "delay"; readonly when: "before" | "after"; readonly ms: number }
  | {
      readonly kind: "rate-limit";
      /** Seconds; "absent" leaves the header out, which makes a client retry at once. */
      readonly retryAfter: number | "absent";
      readonly scope?: "user" | "global" | "shared";
      readonly code?: number;
    };

export interface RestMatch {
  readonly method?: string;
  /** Against the path below the version, such as `/channels/1/messages`. */
  readonly path?: RegExp;
  /** How many calls it hits; 1 unless said otherwise. */
  readonly times?: number;
}

export type AnswerOrder = "random" | "answer-first" | "event-first";

export interface GatewayControls {
  /** Cuts the connections without a close frame, as a broken network does. */
  dropSockets(): void;
  /** Of one shard, or of all. */
  closeSockets(code: number, shardId?: number): void;
  askToReconnect(): void;
  invalidateSessions(resumable: boolean): void;
}

/** Everything a test can break, switched on per test and per call. */
export class Faults {
  readonly gateway: GatewayControls;
  /** Discord promises no order between a REST answer and the event about it. */
  order: AnswerOrder = "random";
  muteHeartbeatAcks = false;
  /** What sessions that begin from now on are told; 41.25 seconds, as at Discord, unless said otherwise. */
  heartbeatIntervalMs = 41_250;
  /** Guilds stay unavailable after a session has begun, as they do while Discord has trouble. */
  withholdGuilds = false;
  /** Interactions name their channel and leave out what it is, as some do. */
  leaveOutChannels = false;
  #rest: { match: RestMatch; fault: RestFault; left: number }[] = [];
  #droppedInteractions = 0;
  readonly #duplicates = new Map<string, number>();
  #seed = 1;

  constructor(gateway: GatewayControls) {
    this.gateway = gateway;
  }

  onRest(match: RestMatch, fault: RestFault): void {
    this.#rest.push({ match, fault, left: match.times ?? 1 });
  }

  /** The next interactions never reach the bot. */
  dropInteractions(times: number): void {
    this.#droppedInteractions += times;
  }

  /** The next events of this name are delivered twice. */
  duplicate(eventName: string, times = 1): void {
    this.#duplicates.set(eventName, (this.#duplicates.get(eventName) ?? 0) + times);
  }

  clear(): void {
    this.#rest = [];
    this.#droppedInteractions = 0;
    this.#duplicates.clear();
    this.muteHeartbeatAcks = false;
    this.heartbeatIntervalMs = 41_250;
    this.withholdGuilds = false;
    this.leaveOutChannels = false;
    this.order = "random";
  }

  takeRest(method: string, path: string): RestFault | undefined {
    const hit = this.#rest.find(
      ({ match, left }) =>
        left > 0 &&
        (match.method === undefined || match.method === method) &&
        (match.path === undefined || match.path.test(path)),
    );
    if (hit !== undefined) hit.left -= 1;
    return hit?.fault;
  }

  takeDroppedInteraction(): boolean {
    if (this.#droppedInteractions === 0) return false;
    this.#droppedInteractions -= 1;
    return true;
  }

  takeCopies(eventName: string): number {
    const left = this.#duplicates.get(eventName) ?? 0;
    if (left === 0) return 1;
    this.#duplicates.set(eventName, left - 1);
    return 2;
  }

  takeEventFirst(): boolean {
    if (this.order !== "random") return this.order === "event-first";
    // A small generator with a fixed start: as mixed as chance, and the same on every run.
    this.#seed = (this.#seed * 48_271) % 2_147_483_647;
    return this.#seed % 2 === 0;
  }
}
