import { statSync } from 'node:fs';
import { readJsonFile } from '@cadence-agents/server/read-json-file';
import { withCadence } from './local-cadence.ts';

/** A definition by its file, or by its id: a stored one or one that comes with Cadence. */
export async function definitionOf(fileOrId: string): Promise<unknown> {
  return isFile(fileOrId) ? readJsonFile(fileOrId) : storedDefinition(fileOrId);
}

export function isFile(name: string): boolean {
  return /[/\\]|\.json$/i.test(name) || statSync(name, { throwIfNoEntry: false })?.isFile() === true;
}

/** The version that is asked for, or the one that a run would start with now. */
export async function storedDefinition(id: string, version?: number): Promise<unknown> {
  const { findWorkflow, localPrincipal } = await import('@cadence-agents/server/app');
  const { definition } = await withCadence(null, (local) =>
    findWorkflow(local, localPrincipal, id, { version }),
  );
  return definition;
}
