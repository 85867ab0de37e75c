import { describe, expect, it } from "vitest";
import type { Rest } from "../../../adapters/discord/rest.ts";
import {
  readApplication,
  readConnectionLimit,
  requireConnections,
} from "../../../adapters/discord/application.ts";

const answering = (answers: Readonly<Record<string, unknown>>): Rest => ({
  call: async ({ path }) => answers[path],
  close: () => {},
});

const withConnectionsLeft = (remaining: unknown) =>
  answering({ "/gateway/bot": { session_start_limit: { remaining, reset_after: 43_200_000 } } });

describe("What Discord says about the bot", () => {
  it.each([
    [0, false],
    [1 << 18, true],
    [1 << 19, true],
    // Presence and members, which say nothing about content.
    [(1 << 12) | (1 << 15), false],
    [undefined, false],
  ])("tells by the flags %s whether content may be read: %s", async (flags, readsContent) => {
    const rest = answering({ "/users/@me": { id: "1" }, "/applications/@me": { id: "2", flags } });
    expect(await readApplication(rest)).toMatchObject({
      id: "1",
      applicationId: "2",
      readsContent,
    });
  });

  it.each([
    [0, false],
    [1 << 14, true],
    [1 << 15, true],
    // Presence and content, which say nothing about members.
    [(1 << 12) | (1 << 19), false],
    ["32768", false],
  ])("tells by the flags %s whether members are heard of: %s", async (flags, hearsMembers) => {
    const rest = answering({ "/users/@me": { id: "1" }, "/applications/@me": { id: "2", flags } });
    expect(await readApplication(rest)).toMatchObject({ hearsMembers });
  });

  it.each([
    [{ shards: 3, session_start_limit: { max_concurrency: 16 } }, 3, 16],
    [{}, 1, 1],
    [{ shards: 0 }, 1, 1],
    [{ shards: "many" }, 1, 1],
    [{ shards: 1_000 }, 1_000, 1],
  ])("tells in %j how many shards there should be: %s", async (answer, shards, concurrency) => {
    const limit = await readConnectionLimit(answering({ "/gateway/bot": answer }));
    expect(limit).toMatchObject({ shards, concurrency });
  });

  it.each([1_001, 1e9, 2.5])("is refused where it wants %s shards", async (shards) => {
    const asking = readConnectionLimit(answering({ "/gateway/bot": { shards } }));
    await expect(asking).rejects.toMatchObject({
      message: expect.stringContaining(`Discord answered that it wants ${shards} shards`),
      retryable: true,
    });
  });

  it("keeps it from connecting when a loop of restarts has used up nearly all connections", async () => {
    await expect(requireConnections(withConnectionsLeft(10))).rejects.toMatchObject({
      message: expect.stringContaining("Only 10 connections"),
      retryable: true,
      retryAfterMs: 43_200_000,
    });
    await requireConnections(withConnectionsLeft(11));
    await requireConnections(withConnectionsLeft(undefined));
  });
});
