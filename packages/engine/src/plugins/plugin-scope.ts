// Whose code runs: what a plugin starts and does not wait for is still known to be the plugin's when it fails later.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { PluginKind, Tool } from '@cadence/contracts';

const scope = new AsyncLocalStorage<string>();

/** The plugin whose code runs now, or began what runs now; `undefined` for Cadence's own. */
export const currentPlugin = (): string | undefined => scope.getStore();

export const inPlugin = <T>(name: string, work: () => T): T => scope.run(name, work);

/** The same tool, which is known to be the plugin's while it runs and after. */
export function toolOfPlugin(name: string, tool: Tool): Tool {
  const { warmUp } = tool;
  return {
    ...tool,
    run: (args, context) => inPlugin(name, () => tool.run(args, context)),
    ...(warmUp && { warmUp: () => inPlugin(name, () => warmUp()) }),
  };
}

export function kindOfPlugin(name: string, { kind, behaviour }: PluginKind): PluginKind {
  return { kind, behaviour: (state, context) => inPlugin(name, () => behaviour(state, context)) };
}
