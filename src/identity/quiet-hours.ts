import { DateTime, IANAZone } from "luxon";
import { z } from "zod";
import type { Span } from "../core/steps.ts";

/** Hours of a day in which nobody is reminded, in the time zone of those who are asked. */

const time = z
  .string({ error: "must be a time of day in quotes, like '18:00'" })
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: "must be a time of day, like '18:00'" });

export const quietHours = z
  .strictObject({
    from: time,
    to: time,
    zone: z.string().refine((zone) => IANAZone.isValidZone(zone), {
      error: "must be a time zone like Europe/London",
    }),
  })
  .refine(({ from, to }) => from !== to, { error: "must begin and end at different times" });

export type QuietHours = z.infer<typeof quietHours>;

/** The quiet span that an instant falls in; undefined where it falls in none. Its end belongs to the day again. */
export function quietSpan({ from, to, zone }: QuietHours, at: number): Span | undefined {
  const day = DateTime.fromMillis(at, { zone });
  // Over midnight they began the day before. Clocks that change in between make them longer or shorter.
  const isOverMidnight = to <= from;
  return [day.minus({ days: 1 }), day]
    .map((start) => ({
      begin: timeOf(start, from),
      end: timeOf(isOverMidnight ? start.plus({ days: 1 }) : start, to),
    }))
    .find(({ begin, end }) => begin <= at && at < end);
}

function timeOf(day: DateTime, written: string): number {
  const [hour, minute] = written.split(":").map(Number);
  return day.set({ hour: hour ?? 0, minute: minute ?? 0, second: 0, millisecond: 0 }).toMillis();
}
