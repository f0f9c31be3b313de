import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CadenceError, type Plugin, type Problem, withTimeout } from '@cadence-agents/contracts';
import { collectRegistrations, pluginProblems, problemsInError } from '@cadence-agents/sdk/host';
import { registerHostModules, versionedUrl } from './host-modules.ts';
import { nativeImport } from './native-import.ts';
import { fault } from './problem-list.ts';

export interface ImportTarget {
  /** Real paths, both. */
  folder: string;
  entry: string;
  hash: string;
  timeoutMs: number;
}

/**
 * The plugin that a module exports by default, or registers on import. The timeout cannot stop a module that never
 * yields: it blocks the process.
 */
export async function importPlugin(target: ImportTarget): Promise<{ plugin?: Plugin; problems: Problem[] }> {
  const { folder, entry, hash, timeoutMs } = target;
  const place = relative(folder, entry);
  registerHostModules();
  const url = versionedUrl(entry, folder, hash);
  try {
    const load = () => collectRegistrations(() => nativeImport(url));
    const { value, registered } = await withTimeout(timeoutMs, load, {
      error: () => new CadenceError('PLUGIN_FAILED', `Importing it took longer than ${timeoutMs} ms.`),
    });
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

const hints: Record<string, string> = {
  ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX:
    'Node only strips types: replace enums, namespaces and parameter properties by plain code.',
  ERR_INVALID_TYPESCRIPT_SYNTAX: 'Correct the syntax at that place.',
  ERR_MODULE_NOT_FOUND:
    'Correct the path (with its ending, as "./x.ts"), or list the package under "dependencies" and install it.',
};

/** What a plugin's code threw, with the place in its own folder where it happened. */
export function explainFailure(
  code: string,
  entry: string,
  what: string,
  error: unknown,
  folder: string,
): Problem {
  const where = placeIn(folder, error);
  const text = withoutAddresses(error instanceof Error ? error.message : String(error), folder);
  const hint = hints[errorCode(error)] ?? 'Fix it there, then reload.';
  return fault(code, where ?? entry, `${what}: ${text}${/[.!?]$/.test(text) ? '' : '.'}`, hint);
}

function placeIn(folder: string, error: unknown): string | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const root = `${pathToFileURL(folder).href}/`;
  const start = stack.indexOf(root);
  if (start < 0) return undefined;
  const [, file, line] = /^([^\s?:)]+)(?:\?[^\s:)]*)?:(\d+)/.exec(stack.slice(start + root.length)) ?? [];
  return file === undefined ? undefined : `${decodeURI(file)}:${line}`;
}

function withoutAddresses(text: string, folder: string): string {
  return text
    .replaceAll(`${pathToFileURL(folder).href}/`, '')
    .replaceAll(`${folder}/`, '')
    .replaceAll(/\?cadence=[0-9a-f.]+/g, '')
    .trim();
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
