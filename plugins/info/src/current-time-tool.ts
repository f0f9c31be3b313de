import { type Tool, tool } from '@cadence-agents/sdk';
import { z } from 'zod';
import { formatDate } from './calendar-date.ts';
import type { Clock } from './clock.ts';
import { formatClockTime } from './clock-time.ts';
import { placeArgument } from './place-argument.ts';
import { formatOffset, wallTimeAt } from './zoned-time.ts';

export function currentTimeTool(clock: Clock): Tool {
  return tool({
    name: 'current_time',
    description: 'The current time, and the date and weekday of today, in a place.',
    input: z.object({
      timezone: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .describe('A city, a country or an IANA time zone; the time zone of the server when left out'),
    }),
    readOnly: true,
    run: ({ timezone }) => {
      const place = timezone === undefined ? undefined : placeArgument(timezone);
      const zone = place?.zone ?? clock.zone;
      const wall = wallTimeAt(clock.now(), zone);
      const where = place === undefined ? 'where the server is' : `in ${place.name}`;
      const offset = formatOffset(clock.now(), zone);
      return `It is ${formatClockTime(wall)} on ${formatDate(wall)} ${where} (${zone}, ${offset}).`;
    },
  });
}
