/** How to reach one Slack app. Which workspaces and channels it serves comes with each address. */
export interface SlackConfig {
  /** `xoxb-…` */
  readonly botToken: string;
  readonly mode: SlackMode;
  /** Base of the Web API, with its last slash; Slack's own when absent. */
  readonly apiUrl?: string | undefined;
  /** How many times Slack's documented limits cards keep to; without it only to what Slack refuses. */
  readonly rateScale?: number | undefined;
  /** Sockets that this process keeps open in socket mode, 1 to 10. Two cover each other's reconnects. */
  readonly sockets?: number | undefined;
}

type SlackMode =
  /** `xapp-…` with the scope connections:write. */
  | { readonly kind: "socket"; readonly appToken: string }
  | { readonly kind: "http"; readonly signingSecret: string };
