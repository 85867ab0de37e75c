/** How to reach one Slack app. Which workspaces its tokens are for, Slack says itself. */
export interface SlackConfig {
  /** `xoxb-…`, one for each workspace that the app is installed in. */
  readonly botTokens: readonly string[];
  /** What is to be served, for saying what is not; nothing is expected where it is left out. */
  readonly expected?: readonly ExpectedWorkspace[] | undefined;
  readonly mode: SlackMode;
  /** Base of the Web API, with its last slash; Slack's own when absent. */
  readonly apiUrl?: string | undefined;
  /** How many times Slack's documented limits cards keep to; without it only to what Slack refuses. */
  readonly rateScale?: number | undefined;
  /**
   * Sockets that this process keeps open in socket mode, 1 to 10, as long as no other serves the app; else one. Two
   * cover each other's reconnects.
   */
  readonly sockets?: number | undefined;
}

/** A workspace that the roster names. */
export interface ExpectedWorkspace {
  /** `T…` */
  readonly team: string;
  /** Whose cards go there. */
  readonly tenants: readonly string[];
}

type SlackMode =
  /** `xapp-…` with the scope connections:write. */
  | { readonly kind: "socket"; readonly appToken: string }
  | { readonly kind: "http"; readonly signingSecret: string };
