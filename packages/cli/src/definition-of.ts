import { statSync } from 'node:fs';
import { readJsonFile } from '@cadence/server/read-json-file';

/** A definition by its file, or by its id: a stored one or one that comes with Cadence. */
export async function definitionOf(fileOrId: string): Promise<unknown> {
  if (isFile(fileOrId)) return readJsonFile(fileOrId);
  // Only an id needs the store and the plugins: checking a file must not pay for them.
  const { knownDefinition } = await import('./known-definition.ts');
  return knownDefinition(fileOrId);
}

function isFile(name: string): boolean {
  return /[/\\]|\.json$/i.test(name) || statSync(name, { throwIfNoEntry: false })?.isFile() === true;
}
