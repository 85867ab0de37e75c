import { afterAll, beforeAll, describe } from "vitest";
import { asking } from "./asking.ts";
import { deciding } from "./deciding.ts";
import { editing } from "./editing.ts";
import { ending } from "./ending.ts";
import { hostility } from "./hostility.ts";
import { limits } from "./limits.ts";
import { places } from "./places.ts";
import { refusing } from "./refusing.ts";
import { showing } from "./showing.ts";
import { openStage, type Stage } from "./stage.ts";
import { twice } from "./twice.ts";
import { voting } from "./voting.ts";
import { waiting } from "./waiting.ts";

/** What every chat adapter must do: played by people on the local platform, with everything else as it is run. */
export function adapterContract(name: string, start: Parameters<typeof openStage>[0]): void {
  describe(`The ${name} adapter`, () => {
    let stage: Stage | undefined;
    beforeAll(async () => {
      stage = await openStage(start);
    });
    afterAll(async () => stage?.close());
    const given = () => {
      if (stage === undefined) throw new Error("the stage is not open");
      return stage;
    };
    for (const part of PARTS) part(given);
  });
}

const PARTS: readonly ((given: () => Stage) => void)[] = [
  showing,
  deciding,
  ending,
  refusing,
  voting,
  asking,
  limits,
  hostility,
  waiting,
  places,
  editing,
  twice,
];
