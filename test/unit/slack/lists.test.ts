import { expect, it } from "vitest";
import { lists } from "../../../adapters/slack/lists.ts";
import type { SlackApi } from "../../../adapters/slack/web-api.ts";
import type { Log } from "../../../src/core/log.ts";
import type { Inbound } from "../../../src/presentation/platform.ts";
import { SteppedPause } from "../../support/stepped-pause.ts";

const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

it("The Home tabs of one person in two workspaces are drawn side by side, each in its own", async () => {
  const drawn: string[] = [];
  let go: () => void = () => undefined;
  const going = new Promise<void>((resolve) => (go = resolve));
  const apiOf = (team: string) =>
    ({
      publishHome: async (user: string) => {
        drawn.push(`${user} in ${team}`);
        await going;
      },
    }) as unknown as SlackApi;
  const inbound = {
    pending: () => Promise.resolve({ heading: "Nothing waits for you.", lines: [] }),
  } as unknown as Inbound;
  const { drawHome } = lists({ inbound, apiOf, log, pause: new SteppedPause().pause });
  const account = "slack:T0ACME/U0ADA";
  const both = ["T0ACME", "T0PARTNER"].map((workspace) => drawHome({ account, workspace }));
  await expect.poll(() => drawn).toEqual(["U0ADA in T0ACME", "U0ADA in T0PARTNER"]);
  go();
  await Promise.all(both);
});

it("A Home tab that changes while it is drawn is drawn once more, for all of it and after a rest", async () => {
  const drawn: string[] = [];
  const pause = new SteppedPause();
  const api: Partial<SlackApi> = {
    publishHome: (user) => {
      drawn.push(user);
      return Promise.resolve();
    },
  };
  const inbound: Partial<Inbound> = {
    pending: () => Promise.resolve({ heading: "Nothing waits for you.", lines: [] }),
  };
  const apiOf = () => api as SlackApi;
  const deps = { inbound: inbound as Inbound, apiOf, log, pause: pause.pause };
  const { drawHome } = lists(deps);
  const ada = { account: "slack:T0ACME/U0ADA", workspace: "T0ACME" };
  // Three presses in a row; another person's tab waits for nothing.
  const all = [drawHome(ada), drawHome(ada), drawHome(ada)];
  await drawHome({ ...ada, account: "slack:T0ACME/U0GRACE" });
  await expect.poll(() => pause.waits(500, 1_000)).toBe(true);
  const during = drawHome(ada);
  expect(drawn).toEqual(["U0ADA", "U0GRACE"]);
  pause.pass(1_000);
  await Promise.all([...all, during]);
  expect(drawn).toEqual(["U0ADA", "U0GRACE", "U0ADA"]);
});
