// Plugins that register themselves on import. The registry hangs on a global symbol, so that two copies of this package
// share it.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Plugin } from '@cadence-agents/contracts';

/** What is used of Node's `AsyncLocalStorage`: its own type would make authors install Node's types. */
interface Collecting {
  getStore(): Plugin[] | undefined;
  run<T>(registered: Plugin[], work: () => T): T;
}

interface PluginRegistry {
  /** Those registered while nothing collected them. */
  readonly registered: Plugin[];
  readonly collecting: Collecting;
}

const key = Symbol.for('cadence.plugin-registry');

function isRegistry(value: unknown): value is PluginRegistry {
  return typeof value === 'object' && value !== null && 'registered' in value && 'collecting' in value;
}

export function pluginRegistry(): PluginRegistry {
  const existing: unknown = Reflect.get(globalThis, key);
  if (isRegistry(existing)) return existing;
  const collecting: Collecting = new AsyncLocalStorage<Plugin[]>();
  const registry: PluginRegistry = { registered: [], collecting };
  Reflect.set(globalThis, key, registry);
  return registry;
}

/**
 * Registers a plugin when its module is imported, in place of a default export.
 *
 * @example
 * import { defineAgent, definePlugin, registerPlugin } from '@cadence-agents/sdk';
 *
 * registerPlugin(
 *   definePlugin({
 *     metadata: { name: 'Poet', version: '1.0.0', description: 'Answers in verse.' },
 *     createAgent: () => defineAgent({ systemPrompt: 'You answer in verse.', tools: [] }),
 *   }),
 * );
 */
export function registerPlugin(plugin: Plugin): void {
  const { collecting, registered } = pluginRegistry();
  (collecting.getStore() ?? registered).push(plugin);
}

/** Runs work and returns the plugins that it registered; concurrent collections do not mix. */
export async function collectRegistrations<T>(
  work: () => Promise<T>,
): Promise<{ value: T; registered: readonly Plugin[] }> {
  const registered: Plugin[] = [];
  const value = await pluginRegistry().collecting.run(registered, work);
  return { value, registered };
}
