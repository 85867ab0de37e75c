import { expect, it } from "vitest";
import { nonceOf } from "../../../src/flows/copy.ts";

it("A nonce names one message: the same at every try, and no other card, place or line has it", () => {
  const addresses = ["discord:1/2", "discord:1/3", "slack:T1/C1"] as const;
  const names = ["a".repeat(22), "b".repeat(22)].flatMap((ref) =>
    addresses.map((address) => ({ partition: 7, ref, address })),
  );
  const lines = ["", "how", "asked-0", "answered-0", "end"];
  const nonces = () => names.flatMap((name) => lines.map((line) => nonceOf(name, line)));
  expect(nonces()).toEqual(nonces());
  expect(new Set(nonces()).size).toBe(names.length * lines.length);
  // Discord takes 25 characters.
  for (const nonce of nonces()) expect(nonce).toMatch(/^[\w-]{22}$/);
});
