import type { Plugin, PluginHealth, Problem } from '@cadence/contracts';
import { z } from 'zod';
import { explainFailure } from './explain-failure.ts';
import { fault } from './problem-list.ts';
import type { PluginPlace } from './unmet-dependencies.ts';
import { withinTime } from './within-time.ts';

const healthSchema: z.ZodType<PluginHealth> = z.object({
  healthy: z.boolean(),
  details: z.json().exactOptional(),
});
const PATH = '$.healthCheck()';

/** The plugin's own answer to whether it can work. */
export async function checkHealth(
  plugin: Plugin,
  place: PluginPlace,
): Promise<{ health?: PluginHealth; problems: Problem[] }> {
  if (!plugin.healthCheck) return { problems: [] };
  try {
    const ask = () => plugin.healthCheck?.();
    const answer = healthSchema.safeParse(await withinTime(place.timeoutMs, 'The health check', ask));
    if (!answer.success) {
      const message = 'The health check did not answer { healthy: true | false, details? }.';
      return { problems: [fault('HEALTH_UNKNOWN', PATH, message, 'Return that, with details in JSON.')] };
    }
    const health = answer.data;
    return { health, problems: health.healthy ? [] : [unhealthy(health)] };
  } catch (error) {
    return {
      problems: [
        explainFailure('HEALTH_CHECK_FAILED', place.entry, 'The health check failed', error, place.folder),
      ],
    };
  }
}

function unhealthy({ details }: PluginHealth): Problem {
  const why =
    details === undefined ? '' : `: ${typeof details === 'string' ? details : JSON.stringify(details)}`;
  return fault('UNHEALTHY', PATH, `It says that it is not healthy${why}`, 'Mend what it needs, then reload.');
}
