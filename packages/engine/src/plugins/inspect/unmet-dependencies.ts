import type { Plugin, Problem } from '@cadence/contracts';
import { z } from 'zod';
import { explainFailure } from './explain-failure.ts';
import { fault } from './problem-list.ts';
import { withinTime } from './within-time.ts';

export interface PluginPlace {
  folder: string;
  /** The plugin's module, relative to its folder. */
  entry: string;
  timeoutMs: number;
}

const answerSchema = z.array(z.string());
const PATH = '$.validateDependencies()';

/** What the plugin itself says it lacks. */
export async function unmetDependencies(plugin: Plugin, place: PluginPlace): Promise<Problem[]> {
  if (!plugin.validateDependencies) return [];
  try {
    const ask = () => plugin.validateDependencies?.();
    const answer = answerSchema.safeParse(await withinTime(place.timeoutMs, 'validateDependencies', ask));
    if (!answer.success)
      return [
        fault(
          'DEPENDENCIES_UNKNOWN',
          PATH,
          'validateDependencies returned no list.',
          'Return a list of strings.',
        ),
      ];
    return answer.data.map((lack) =>
      fault('DEPENDENCY_UNMET', PATH, `It lacks something: ${lack}`, 'Provide what it names, then reload.'),
    );
  } catch (error) {
    return [
      explainFailure('DEPENDENCIES_UNKNOWN', place.entry, 'validateDependencies failed', error, place.folder),
    ];
  }
}
