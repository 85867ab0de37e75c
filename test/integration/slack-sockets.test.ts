import { describe, expect, it } from "vitest";
import { boltLog } from "../../adapters/slack/bolt-log.ts";
import { slackSocket } from "../../adapters/slack/socket.ts";
import { realPause } from "../../src/waiting/within.ts";
import type { LocalSlack } from "../platforms/slack/server.ts";
import { SteppedPause } from "../support/stepped-pause.ts";
import {
  calls,
  closeAfterwards,
  localSlack,
  PLACE,
  posted,
  type Running,
  running,
} from "./slack-stage.ts";

/** What Slack, and the network before it, may do to a socket. The real SDK against the local Slack. */

const accept = async ({ slack }: Running, message: string, who = "U0ADA") =>
  slack.people(who).press({ place: PLACE, message, action: "parley:accept" });

const opens = (run: Running) => calls(run, "apps.connections.open").length;

/** One socket without an app, and what the operator reads. */
async function aSocket(slack: LocalSlack, pingTimeout?: number) {
  const infos: object[] = [];
  const quiet = () => undefined;
  const log = { info: (fields: object) => void infos.push(fields), warn: quiet, error: quiet };
  const mode = { kind: "socket", appToken: slack.appToken } as const;
  const config = { botTokens: [slack.botToken], apiUrl: slack.apiUrl, mode };
  const pings = pingTimeout === undefined ? {} : { pingTimeout };
  const deps = { logger: boltLog(log), log, pause: realPause, ...pings };
  const socket = slackSocket(config, slack.appToken, deps);
  closeAfterwards(() => socket.close());
  await socket.connect();
  return { socket, infos };
}

describe("A socket to Slack", () => {
  it("that hears nothing, not even a hello, is given up and opened again; until then there is none", async () => {
    const pause = new SteppedPause();
    const run = await running({}, { pause });
    const id = await posted(run);
    run.slack.socketMode.greeting = "nothing";
    run.slack.socketMode.disconnect("refresh_requested");
    // The hello may take 20 seconds.
    await expect.poll(() => pause.waits(19_999, 20_000)).toBe(true);
    await expect.poll(() => run.slack.socketMode.connected).toBe(1);
    expect(run.platform.state()).toBe("degraded: no connection to Slack");
    run.slack.socketMode.greeting = "hello";
    pause.pass(20_000);
    await expect.poll(() => pause.waits(999, 1_000)).toBe(true);
    pause.pass(1_000);
    await expect.poll(() => run.platform.state()).toBe("serving");
    expect(await accept(run, id)).toEqual({ ok: true });
  });

  it("that dies without a sign is noticed by its pings, and opened again", async () => {
    const slack = await localSlack();
    // Longer than a busy machine holds up an answer: else the next socket would be taken for dead, too.
    const { socket, infos } = await aSocket(slack, 2_000);
    slack.socketMode.freeze();
    expect(slack.socketMode.connected).toBe(0);
    await expect.poll(() => infos.length).toBe(2);
    expect(socket.isOpen()).toBe(true);
    expect(slack.socketMode.connected).toBe(1);
  });

  it("that was being opened when the end came is closed as soon as it is there", async () => {
    const slack = await localSlack();
    const { socket, infos } = await aSocket(slack);
    const asked = () => slack.log.filter(({ method }) => method === "apps.connections.open").length;
    slack.faults.next({ method: "apps.connections.open" }, { delayMs: 300 });
    slack.socketMode.disconnect("refresh_requested");
    await expect.poll(asked).toBe(2);
    await socket.close();
    await expect.poll(() => infos.length).toBe(2);
    await expect.poll(() => slack.socketMode.connected).toBe(0);
    expect(socket.isOpen()).toBe(false);
  });

  it.each(["full", "full after hello"] as const)(
    "that an app has no room for (%s) is tried ever more seldom, and comes when there is room",
    async (greeting) => {
      const pause = new SteppedPause();
      const run = await running({}, { pause });
      run.slack.socketMode.greeting = greeting;
      run.slack.socketMode.disconnect("refresh_requested");
      for (const wait of [1_000, 2_000, 4_000]) {
        await expect.poll(() => pause.waits(wait - 1, wait)).toBe(true);
        expect(run.platform.state()).toBe("degraded: no connection to Slack");
        const before = opens(run);
        pause.pass(wait);
        await expect.poll(() => opens(run)).toBe(before + 1);
      }
      // The one at the start, at most two at once, and one for each pause.
      expect(opens(run)).toBeLessThanOrEqual(6);
      await expect.poll(() => pause.waits(7_999, 8_000)).toBe(true);
      run.slack.socketMode.greeting = "hello";
      pause.pass(8_000);
      await expect.poll(() => run.platform.state()).toBe("serving");
    },
  );

  it("that is told to go takes or fails a press behind it, and never takes it twice", async () => {
    const run = await running();
    const id = await posted(run);
    run.slack.socketMode.disconnect("warning");
    const { ok } = await accept(run, id);
    expect(run.inbound.presses).toHaveLength(ok ? 1 : 0);
    await expect.poll(() => run.platform.openSockets()).toBe(1);
    expect(await accept(run, id)).toEqual({ ok: true });
  });

  it("that goes at the moment when parley stops ends with it, and lets nothing escape", async () => {
    // A rejection that nobody handles would fail the whole run.
    for (let turn = 0; turn < 20; turn += 1) {
      const run = await running();
      run.slack.socketMode.disconnect(turn % 2 === 0 ? "warning" : "refresh_requested");
      await run.platform.stop();
      expect(run.platform.state()).toBe("degraded: stopping");
      expect(run.platform.openSockets()).toBe(0);
    }
  });

  it("is one of several that take a hundred presses, each once", async () => {
    let next = 0;
    const run = await running({ random: () => (next++ % 3) / 3 }, { sockets: 3 });
    await expect.poll(() => run.slack.socketMode.connected).toBe(3);
    const id = await posted(run);
    for (let turn = 0; turn < 100; turn += 1) expect((await accept(run, id)).ok).toBe(true);
    expect(new Set(run.inbound.presses.map((press) => press.id)).size).toBe(100);
    expect(run.inbound.presses).toHaveLength(100);
  });

  it("is the only one of a replica that is not alone, and has a second beside it once it is", async () => {
    const pause = new SteppedPause();
    let replicas = 2;
    let there = 0;
    const crews = {
      beat: async () => Promise.resolve({ replicas, shards: void (there += 1) }),
      leave: async () => Promise.resolve((replicas -= 1)),
    };
    const run = await running({}, { pause, crews, sockets: 2 });
    /** Both the beat and the second socket wait five seconds. */
    const later = async () => {
      const before = there;
      await expect
        .poll(() => {
          pause.pass(5_000);
          return there;
        })
        .toBeGreaterThan(before);
    };
    await later();
    expect(opens(run)).toBe(1);
    replicas = 1;
    await later();
    await later();
    await expect.poll(() => run.slack.socketMode.connected).toBe(2);
    // Another one came: what is open stays, what Slack ends is not opened again but for the first.
    replicas = 2;
    await later();
    const before = opens(run);
    run.slack.socketMode.disconnect("refresh_requested");
    await expect.poll(() => opens(run)).toBe(before + 1);
    await later();
    await expect.poll(() => run.platform.openSockets()).toBe(1);
    expect(opens(run)).toBe(before + 1);
    await run.platform.stop();
    expect(replicas).toBe(1);
  });

  it("is the only one while it is not known who else is there", async () => {
    const pause = new SteppedPause();
    let tried = 0;
    const away = async () => {
      tried += 1;
      return Promise.reject(new Error("the store is away"));
    };
    const run = await running({}, { pause, crews: { beat: away, leave: away }, sockets: 2 });
    await expect.poll(() => pause.waits(4_999, 5_000)).toBe(true);
    pause.pass(5_000);
    await expect.poll(() => tried).toBe(2);
    expect(opens(run)).toBe(1);
    expect(run.platform.state()).toBe("serving");
  });

  it("says how many the app has, so that one of somebody else's can be noticed", async () => {
    const slack = await localSlack();
    await aSocket(slack);
    const { infos } = await aSocket(slack);
    expect(infos).toEqual([{ connections: 2 }]);
  });
});
