import { CadenceError, type Tool, tool } from '@cadence-agents/sdk';
import { z } from 'zod';
import type { Clock } from './clock.ts';
import { type ClockTime, parseClockTime } from './clock-time.ts';
import { dateArgument } from './date-argument.ts';
import { placeArgument } from './place-argument.ts';
import { tellConversion } from './tell-conversion.ts';
import { wallTimeAt } from './zoned-time.ts';

const place = z.string().min(1).max(100);

export function convertTimeTool(clock: Clock): Tool {
  return tool({
    name: 'convert_time',
    description:
      'Convert a time of day in one place to the time in another place, with summer time and date.',
    input: z.object({
      time: z.string().min(1).max(20).describe('The time to convert, such as 9:00, 21:30 or 9 pm'),
      from: place.describe('The city, country or IANA time zone where it is that time'),
      to: place.describe('The city, country or IANA time zone to convert to'),
      date: z.string().max(40).optional().describe('The date there, such as 2026-11-15; today when left out'),
    }),
    readOnly: true,
    run: ({ time, from, to, date = 'today' }) => {
      const source = placeArgument(from);
      const target = placeArgument(to);
      const today = wallTimeAt(clock.now(), source.zone);
      return tellConversion({ ...dateArgument(date, today), ...timeArgument(time) }, source, target);
    },
  });
}

function timeArgument(given: string): ClockTime {
  const time = parseClockTime(given);
  if (time !== undefined) return time;
  throw new CadenceError('TOOL_FAILED', `"${given}" is not a time of day. Write it as 9:00 or 21:30.`);
}
