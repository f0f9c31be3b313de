import { pathToFileURL } from 'node:url';
import type { Problem } from '@cadence/contracts';
import { fault } from './problem-list.ts';

const hints: Record<string, string> = {
  ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX:
    'Node only takes types away: replace enums, namespaces and parameter properties by plain code.',
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
  const hint = hints[errorCode(error)] ?? 'Mend it there, then reload.';
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
