import { defineAgent, definePlugin, type Plugin } from '@cadence-agents/sdk';
import { type Clock, systemClock } from './clock.ts';
import { convertTimeTool } from './convert-time-tool.ts';
import { currentTimeTool } from './current-time-tool.ts';
import { dateDifferenceTool } from './date-difference-tool.ts';
import { timeDifferenceTool } from './time-difference-tool.ts';
import { weatherTool } from './weather-tool.ts';
import { whoAmITool } from './who-am-i-tool.ts';

const systemPrompt = `You are the info agent: you know the time, the date, time zones, the usual weather and who the user is, from your tools.
- Call current_time for the present time or date. You do not know it otherwise, and your memory of it is wrong.
- Call convert_time for a time in another place, time_difference for how far two places are apart, and date_difference for the time between two dates. Pass places as the user names them; the tools know cities, countries and IANA zones.
- Call weather for the weather in a city, and say that it is what is usual and no forecast.
- Call who_am_i only when the user asks about themselves.
- When a tool asks back which place is meant, pass its question on with the choices it gives.
- Give both places with their times and dates. Leave to others whatever is not about time, the weather or the user.`;

/** Date, time zones, the usual weather and who the user is. */
export function createInfoPlugin(given: Partial<Clock> = {}): Plugin {
  const clock = { ...systemClock(), ...given };
  return definePlugin({
    metadata: {
      name: 'info',
      version: '0.1.0',
      description:
        "Knows the current time and today's date, converts a time of day between cities and time zones, tells the " +
        'time difference between them and their usual weather, counts how many days there are between dates, and ' +
        'knows which account the user is signed in with.',
      examples: [
        'What time is it in Tokyo when it is 9:00 in New York?',
        'How many days are there between 1 May and 24 December?',
      ],
      capabilities: [
        'current time and date',
        'time zones',
        'days between dates',
        'usual weather',
        'who the user is',
      ],
      responseSuggestion: 'Name both places with their times, and the date where it differs.',
    },
    createAgent: () =>
      defineAgent({
        systemPrompt,
        tools: [
          convertTimeTool(clock),
          currentTimeTool(clock),
          dateDifferenceTool(clock),
          timeDifferenceTool(clock),
          weatherTool(clock),
          whoAmITool,
        ],
      }),
  });
}
