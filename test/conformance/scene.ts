import { Unmet } from "./case.ts";
import type { Given } from "./given.ts";
import { type Ground, openWorld, type World } from "./world.ts";

/** A parley in which everything is as a case says it was before. */
export interface Scene {
  readonly world: World;
  readonly given: Given;
}

/** Opens a parley for a case and brings about what is given; closes it afterwards, whatever happens. */
export async function inScene<T>(
  ground: Ground,
  given: Given,
  work: (scene: Scene) => Promise<T>,
): Promise<T> {
  const world = await openWorld(ground, {
    people: given.people,
    now: given.now ?? Date.now(),
    shape: given.shape,
    secrets: given.secrets,
  });
  try {
    await bringAbout(ground, { world, given });
    return await work({ world, given });
  } finally {
    await world.close();
  }
}

async function bringAbout(ground: Ground, { world, given }: Scene): Promise<void> {
  const { payload, nodeId } = given;
  for (const [digest, row] of Object.entries(given.legacyRows)) {
    const { runId, interruptId } = given;
    const whole = { runId, nodeId, interruptId, intent: "resolve", ...row };
    await ground.redis.set(world.store.keys.legacyToken(digest), JSON.stringify(whole));
  }
  if (payload !== undefined) {
    for (const runId of runsOf(given)) {
      await told(world, {
        type: "interrupt.requested",
        runId,
        nodeId,
        payload,
        context: { interruptId: idIn(runId, given) },
      });
      if (given.interrupt === "resolved") {
        const resolution = {
          nodeId,
          interruptId: idIn(runId, given),
          resumeValue: { action: "accept" },
        };
        await told(world, { type: "interrupt.resolved", runId, nodeId, payload: resolution });
      }
    }
  }
  if (given.ended !== undefined) {
    await told(world, { type: `run.${given.ended}`, runId: given.runId, payload: {} });
  }
}

/** The run of each tenant. */
export function runIn(tenant: string, { runId }: Pick<Given, "runId">): string {
  return `${tenant}${runId.slice(runId.lastIndexOf("/"))}`;
}

function runsOf(given: Given): readonly string[] {
  const inTenants = given.tenants.map((tenant) => runIn(tenant, given));
  return [...new Set([given.runId, ...inTenants, ...given.otherRuns])];
}

function idIn(runId: string, { interruptId }: Given): string {
  return `${runId.slice(0, runId.lastIndexOf("/"))}${interruptId.slice(interruptId.lastIndexOf("/"))}`;
}

async function told(world: World, event: Parameters<World["engine"]>[0]): Promise<void> {
  const handled = await world.engine(event);
  if (handled.type === "dead") throw new Unmet(`${event.type} was not taken: ${handled.reason}`);
}
