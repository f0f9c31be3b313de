import { afterAll } from 'vitest';
import { writePlugins } from './many-plugins.ts';

/** As many plugins, which are gone after the tests. */
export function manyPlugins(count: number): { folder: string; subjects: string[] } {
  const { remove, ...plugins } = writePlugins(count);
  afterAll(remove);
  return plugins;
}
