import { relative } from 'node:path';
import type { Plugin, Problem } from '@cadence/contracts';
import { collectRegistrations, pluginProblems, problemsInError } from '@cadence/sdk/host';
import { explainFailure } from './explain-failure.ts';
import { registerHostModules, versionedUrl } from './host-modules.ts';
import { nativeImport } from './native-import.ts';
import { fault } from './problem-list.ts';
import { withinTime } from './within-time.ts';

export interface ImportTarget {
  /** Real paths, both. */
  folder: string;
  entry: string;
  hash: string;
  timeoutMs: number;
}

/**
 * The plugin that a module exports by default, or registers on import. Code that never yields at import blocks
 * this process: nothing inside it can stop that.
 */
export async function importPlugin(target: ImportTarget): Promise<{ plugin?: Plugin; problems: Problem[] }> {
  const { folder, entry, hash, timeoutMs } = target;
  const place = relative(folder, entry);
  registerHostModules();
  const url = versionedUrl(entry, folder, hash);
  try {
    const load = () => collectRegistrations(() => nativeImport(url));
    const { value, registered } = await withinTime(timeoutMs, 'Importing it', load);
    const exported = defaultExport(value);
    return exported === undefined ? fromRegistry(registered, place) : checked(exported);
  } catch (error) {
    const known = problemsInError(error);
    return { problems: known ?? [explainFailure('IMPORT_FAILED', place, 'Import failed', error, folder)] };
  }
}

function fromRegistry(
  registered: readonly Plugin[],
  place: string,
): { plugin?: Plugin; problems: Problem[] } {
  const [first, ...others] = registered;
  if (first !== undefined && others.length === 0) return checked(first);
  const message =
    first === undefined
      ? `"${place}" neither exports a plugin by default nor registers one.`
      : `"${place}" registers ${registered.length} plugins; a package is one plugin.`;
  return {
    problems: [fault('PLUGIN_MISSING', place, message, 'Write `export default definePlugin({ … })`.')],
  };
}

function checked(value: unknown): { plugin?: Plugin; problems: Problem[] } {
  const problems = pluginProblems(value);
  return isSound(value, problems) ? { plugin: value, problems } : { problems };
}

function isSound(_value: unknown, problems: readonly Problem[]): _value is Plugin {
  return problems.length === 0;
}

function defaultExport(module: unknown): unknown {
  return typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined;
}
