import { type Tool, tool } from '@cadence-agents/sdk';
import { z } from 'zod';
import { dayNumber, formatDate } from './calendar-date.ts';
import type { Clock } from './clock.ts';
import { dateArgument } from './date-argument.ts';
import { dateDifference } from './date-difference.ts';
import { wallTimeAt } from './zoned-time.ts';

const date = z.string().min(1).max(40);

export function dateDifferenceTool(clock: Clock): Tool {
  return tool({
    name: 'date_difference',
    description: 'How many days, and how many years and months, there are from one date to another.',
    input: z.object({
      from: date.describe('The first date, such as 2018-06-27 or today'),
      to: date.describe('The second date, such as 2026-11-15 or today'),
    }),
    readOnly: true,
    run: (args) => {
      const today = wallTimeAt(clock.now(), clock.zone);
      const from = dateArgument(args.from, today);
      const to = dateArgument(args.to, today);
      const back = dayNumber(to) < dayNumber(from);
      const { days, years, months, remainingDays } = back
        ? dateDifference(to, from)
        : dateDifference(from, to);
      const parts = [count(years, 'year'), count(months, 'month'), count(remainingDays, 'day')].filter(
        (part) => !part.startsWith('0 '),
      );
      const direction = back ? 'back ' : '';
      const inYears = years + months > 0 ? ` (${parts.join(', ')})` : '';
      return `From ${formatDate(from)} ${direction}to ${formatDate(to)} it is ${count(days, 'day')}${inYears}.`;
    },
  });
}

function count(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}
