import { script } from "./script.ts";

/**
 * The one script that changes an interrupt. It compares one number and then writes everything, or writes
 * nothing: state, answer to the press, indexes, deadline, copies that are now out of date, and the event
 * for the engine stand or fall together. Leases and look-ups before it only save work; this is what makes
 * a decision one.
 *
 * KEYS: 1 interrupt, 2 press or answer that brings the change (or the interrupt again where neither does),
 *       3 run, 4 outbox, 5 hints about the run, 6… whatever the writes name.
 * ARGV: 1 version the change was decided on, 2 `open` for a first version that asks, 3 `press`, `request` or
 *       `none`, 4 id of the interrupt, then writes, each: command, number of its key, count of arguments, arguments.
 *       ANNOUNCE <head> <tail> is an event with a gap for its sequence, KEEP the same without sending it;
 *       SEEN <sequence> notes the engine's own.
 * Returns `committed`, `conflict`, `replayed` and the answer given before, or, when opening, `run-ended` or `resolved-before` and how.
 */
export const commit = script(`
local interrupt, press, run, outbox, hints = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]

local answered = ARGV[3] ~= 'none' and redis.call('HGET', press, 'answer')
if answered then
  return { 'replayed', answered }
end
local version = redis.call('HGET', interrupt, 'version') or '0'
if version ~= ARGV[1] then
  return { 'conflict' }
end
if ARGV[2] == 'open' then
  local ended = redis.call('HGET', run, 'ended')
  if ended then
    return { 'run-ended', ended }
  end
  local resolved = redis.call('HGET', hints, 'resolved:' .. ARGV[4])
  if resolved then
    return { 'resolved-before', resolved }
  end
end

-- Redis does not take back what a script wrote before it broke, so nothing may break after the first write.
local types = {
  HSET = 'hash', HSETNX = 'hash', ZADD = 'zset', ZREM = 'zset', SADD = 'set', XDEL = 'stream', XACK = 'stream'
}
local function fits(key, wanted)
  local found = redis.call('TYPE', key).ok
  return found == 'none' or found == wanted
end
if not (fits(interrupt, 'hash') and fits(run, 'hash') and fits(outbox, 'stream')) then
  return redis.error_reply('WRONGTYPE a key of the interrupt holds something else')
end
local w = 5
while w <= #ARGV do
  local wanted = types[ARGV[w]]
  if wanted and not fits(KEYS[tonumber(ARGV[w + 1])], wanted) then
    return redis.error_reply('WRONGTYPE a key that the change writes holds something else')
  end
  w = w + 3 + tonumber(ARGV[w + 2])
end

local i = 5
while i <= #ARGV do
  local command, key, count = ARGV[i], KEYS[tonumber(ARGV[i + 1])], tonumber(ARGV[i + 2])
  if command == 'SEEN' then
    local highest = tonumber(redis.call('HGET', run, 'sequence') or '-1')
    if tonumber(ARGV[i + 3]) > highest then
      redis.call('HSET', run, 'sequence', ARGV[i + 3])
    end
  elseif command == 'ANNOUNCE' or command == 'KEEP' then
    local sequence = redis.call('HINCRBY', run, 'sequence', 1)
    local event = ARGV[i + 3] .. string.format('%.0f', sequence) .. ARGV[i + 4]
    if command == 'ANNOUNCE' then
      redis.call('XADD', outbox, '*', 'event', event)
    end
    redis.call('HSET', interrupt, 'announced', event)
  else
    redis.call(command, key, unpack(ARGV, i + 3, i + 2 + count))
  end
  i = i + 3 + count
end
-- A press that was swept up after its memory ran out leaves none behind.
if ARGV[3] == 'press' and redis.call('EXISTS', press) == 1 then
  redis.call('HSET', press, 'answer', 'committed')
end
return { 'committed' }
`);

/** One write of a commit, applied only if the version still stands. */
export type Write =
  | {
      readonly command:
        "SET" | "HSET" | "HSETNX" | "ZADD" | "ZREM" | "SADD" | "PEXPIRE" | "XDEL" | "XACK";
      readonly key: string;
      readonly args: readonly (string | number)[];
    }
  | { readonly command: "SEEN"; readonly args: readonly [number] }
  | { readonly command: "ANNOUNCE" | "KEEP"; readonly args: readonly [head: string, tail: string] };

/** Numbers the keys of the writes after the fixed ones, and lays everything out for the script. */
export function layOut(
  fixed: readonly [interrupt: string, press: string, run: string, outbox: string, hints: string],
  writes: readonly Write[],
): { readonly keys: readonly string[]; readonly args: readonly (string | number)[] } {
  const keys: string[] = [...fixed];
  // The first of equal keys: where no press brings the change, one key stands for two.
  const numbers = new Map<string, number>();
  for (const [index, key] of keys.entries()) if (!numbers.has(key)) numbers.set(key, index + 1);
  const args: (string | number)[] = [];
  for (const write of writes) {
    const key = "key" in write ? write.key : fixed[2];
    const number = numbers.get(key) ?? keys.push(key);
    numbers.set(key, number);
    args.push(write.command, number, write.args.length, ...write.args);
  }
  return { keys, args };
}
