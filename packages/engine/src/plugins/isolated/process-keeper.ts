import type { IsolatedPlugin } from './isolated-plugin.ts';

export interface ProcessKeeper {
  /** From here on these are in use; what was before and is no more ends when its calls have. */
  use(plugins: Iterable<IsolatedPlugin | undefined>): void;
  close(): Promise<void>;
}

/** Keeps the processes of the plugins in use, and tells of those that were given up. */
export function processKeeper(onGivenUp: (plugin: IsolatedPlugin, reason: string) => void): ProcessKeeper {
  let used: ReadonlySet<IsolatedPlugin> = new Set();
  return {
    use(plugins) {
      const next = new Set([...plugins].filter((plugin) => plugin !== undefined));
      for (const plugin of used) if (!next.has(plugin)) plugin.retire();
      for (const plugin of next)
        if (!used.has(plugin)) void plugin.givenUp.then((reason) => onGivenUp(plugin, reason));
      used = next;
    },
    async close() {
      await Promise.all([...used].map((plugin) => plugin.close()));
    },
  };
}
