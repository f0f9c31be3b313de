import type { Plugin } from '@cadence/contracts';
import { pluginRegistry } from './plugin-registry.ts';

/** Registers a plugin when its module is imported, in place of a default export. */
export function registerPlugin(plugin: Plugin): void {
  const { collecting, registered } = pluginRegistry();
  (collecting.getStore() ?? registered).push(plugin);
}
