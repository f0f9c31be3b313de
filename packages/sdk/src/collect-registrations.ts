import type { Plugin } from '@cadence/contracts';
import { pluginRegistry } from './plugin-registry.ts';

/** What `work` registered, also while other collections go on beside it. */
export async function collectRegistrations<T>(
  work: () => Promise<T>,
): Promise<{ value: T; registered: readonly Plugin[] }> {
  const registered: Plugin[] = [];
  const value = await pluginRegistry().collecting.run(registered, work);
  return { value, registered };
}
