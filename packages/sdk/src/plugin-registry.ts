// The plugins registered on import, one registry for the whole process: it hangs on a registered symbol,
// so that two copies of this package share it.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Plugin } from '@cadence/contracts';

interface PluginRegistry {
  /** Those registered while nobody was collecting. */
  readonly registered: Plugin[];
  readonly collecting: AsyncLocalStorage<Plugin[]>;
}

const key = Symbol.for('cadence.plugin-registry');

function isRegistry(value: unknown): value is PluginRegistry {
  return typeof value === 'object' && value !== null && 'registered' in value && 'collecting' in value;
}

export function pluginRegistry(): PluginRegistry {
  const existing: unknown = Reflect.get(globalThis, key);
  if (isRegistry(existing)) return existing;
  const registry: PluginRegistry = { registered: [], collecting: new AsyncLocalStorage() };
  Reflect.set(globalThis, key, registry);
  return registry;
}
