import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

// An installed package brings them along.
const packed = join(import.meta.dirname, '../../workflows');
const folder = existsSync(packed) ? packed : join(import.meta.dirname, '../../../../workflows');

let ids: readonly string[] | undefined;

/** Ids of the workflows that come with Cadence. Every message asks for them, and they do not change. */
export function shippedWorkflows(): readonly string[] {
  ids ??= readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
  return ids;
}

/** Path of a shipped workflow's definition. */
export const shippedWorkflowFile = (id: string): string => join(folder, `${id}.json`);
