/** What a peer is told by its environment. */
export interface Serving {
  readonly port: number;
  readonly signingSecret: string;
  readonly botToken: string;
  /** Ends in a slash. */
  readonly apiUrl: string;
}

export function serving(): Serving {
  const read = (name: string): string => {
    const value = process.env[name];
    if (value === undefined) throw new Error(`${name} is missing; start this with bench/slack.ts.`);
    return value;
  };
  return {
    port: Number(read("PORT")),
    signingSecret: read("SLACK_SIGNING_SECRET"),
    botToken: read("SLACK_BOT_TOKEN"),
    apiUrl: read("SLACK_API_URL"),
  };
}
