import { rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { Order } from "./janitor.ts";

const pids = new Set<number>();
const folders = new Set<string>();

function take(order: Order): void {
  const kept = "add" in order ? order.add : order.drop;
  const verb = "add" in order ? "add" : "delete";
  if ("pid" in kept) pids[verb](kept.pid);
  else folders[verb](kept.folder);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself.
  }
}

for await (const line of createInterface(process.stdin)) take(JSON.parse(line) as Order);
pids.forEach(kill);
// A process that was just killed may still be writing its last file.
const removal = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };
for (const folder of folders) await rm(folder, removal);
