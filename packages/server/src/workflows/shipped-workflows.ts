import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

// An installed package brings them along.
const packed = join(import.meta.dirname, '../../workflows');
const folder = existsSync(packed) ? packed : join(import.meta.dirname, '../../../../workflows');

/** Ids of the workflows that come with Cadence. */
export function shippedWorkflows(): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
}

/** Path of a shipped workflow's definition. */
export const shippedWorkflowFile = (id: string): string => join(folder, `${id}.json`);
