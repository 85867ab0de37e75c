import { Collection, type ModalSubmitInteraction } from "discord.js";
import { describe, expect, it } from "vitest";
import { filledIn, rolesOf } from "../../../adapters/discord/from-library.ts";
import { inputsOf } from "../../../adapters/discord/receive.ts";

type Fields = Pick<ModalSubmitInteraction["fields"], "fields">;

const sent = (...fields: readonly object[]) =>
  ({
    fields: new Collection(
      fields.map((field) => [(field as { customId: string }).customId, field]),
    ),
  }) as unknown as Fields;

describe("Roles that came with a press", () => {
  it("are read from the library's member as from Discord's own, which it leaves in place of an unknown guild's", () => {
    expect(rolesOf({ _roles: ["5", "6"], roles: { cache: new Collection() } })).toEqual(["5", "6"]);
    expect(rolesOf({ user: { id: "4" }, roles: ["5", "6"] })).toEqual(["5", "6"]);
    expect(rolesOf({ user: { id: "4" }, roles: [] })).toEqual([]);
  });

  it.each([
    [null],
    [undefined],
    ["5"],
    [{}],
    [{ roles: { cache: new Collection() } }],
    [{ roles: [5] }],
  ])("are not known from anything else, which is not the same as none: case %#", (member) => {
    expect(rolesOf(member)).toBeUndefined();
  });
});

describe("What was filled in", () => {
  it("is a text for each text input, an empty one where Discord says nothing or null", () => {
    const { texts } = filledIn(
      sent(
        { type: 4, id: 1, customId: "f0", value: " as typed\n" },
        { type: 4, id: 2, customId: "f1", value: null },
        { type: 4, id: 3, customId: "f2" },
      ),
    );
    expect([...texts]).toEqual([
      ["f0", " as typed\n"],
      ["f1", ""],
      ["f2", ""],
    ]);
  });

  it("is the values chosen for everything else, none where nothing was", () => {
    const { chosen, texts } = filledIn(
      sent(
        { type: 21, id: 1, customId: "f0", value: "o1" },
        { type: 21, id: 2, customId: "f1", value: null },
        { type: 3, id: 3, customId: "f2", values: ["o1", "o2"] },
        { type: 22, id: 4, customId: "f3", values: [] },
      ),
    );
    expect(texts.size).toBe(0);
    expect([...chosen]).toEqual([
      ["f0", ["o1"]],
      ["f1", []],
      ["f2", ["o1", "o2"]],
      ["f3", []],
    ]);
  });

  it("is kept only under names that inputs of a form of ours have", () => {
    const texts = new Map(
      ["f0", "f12.3", "answer", "__proto__", "f0.", "f0001", "f1.x"].map((name) => [name, "x"]),
    );
    expect(inputsOf({ texts, chosen: new Map() })).toEqual({ f0: "x", "f12.3": "x" });
  });
});
