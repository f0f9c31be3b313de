import { CadenceError, type Tool, tool } from '@cadence-agents/sdk';
import { z } from 'zod';
import type { Clock } from './clock.ts';
import { placeArgument } from './place-argument.ts';
import { usualWeather } from './usual-weather.ts';
import { wallTimeAt } from './zoned-time.ts';

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** It asks nobody, and so it says what is usual and not what is. */
export function weatherTool(clock: Clock): Tool {
  return tool({
    name: 'weather',
    description: 'The weather that is usual in a city at this time of the year. No forecast.',
    input: z.object({ city: z.string().min(1).max(100).describe('The city, such as Tokyo') }),
    readOnly: true,
    run: ({ city }) => {
      const { name, zone } = placeArgument(city);
      const usual = usualWeather[name];
      if (!usual) {
        const known = Object.keys(usualWeather).join(', ');
        throw new CadenceError('TOOL_FAILED', `The weather of ${name} is not known. Known: ${known}.`);
      }
      const { month } = wallTimeAt(clock.now(), zone);
      const [low, high] = [usual.lows[month - 1], usual.highs[month - 1]];
      return `A day in ${months[month - 1]} in ${name} usually has ${low} to ${high} °C. This is no forecast.`;
    },
  });
}
