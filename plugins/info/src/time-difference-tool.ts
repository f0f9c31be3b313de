import { type Tool, tool } from '@cadence-agents/sdk';
import { z } from 'zod';
import type { Clock } from './clock.ts';
import { placeArgument } from './place-argument.ts';
import { offsetMinutes } from './zoned-time.ts';

const place = z.string().min(1).max(100);

export function timeDifferenceTool(clock: Clock): Tool {
  return tool({
    name: 'time_difference',
    description: 'The time difference between two places: how many hours one is ahead of the other now.',
    input: z.object({
      from: place.describe('The city, country or IANA time zone to compare with'),
      to: place.describe('The city, country or IANA time zone that is asked about'),
    }),
    readOnly: true,
    run: (args) => {
      const from = placeArgument(args.from);
      const to = placeArgument(args.to);
      const minutes = offsetMinutes(clock.now(), to.zone) - offsetMinutes(clock.now(), from.zone);
      if (minutes === 0) return `${to.name} and ${from.name} have the same time.`;
      const side = minutes > 0 ? 'ahead of' : 'behind';
      return `${to.name} is ${duration(Math.abs(minutes))} ${side} ${from.name} now.`;
    },
  });
}

function duration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 && count(hours, 'hour'), rest > 0 && count(rest, 'minute')].filter(Boolean).join(' and ');
}

const count = (amount: number, unit: string) => `${amount} ${unit}${amount === 1 ? '' : 's'}`;
