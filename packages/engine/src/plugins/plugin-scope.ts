// Whose code runs: what a plugin starts and does not wait for is still known to be the plugin's when it fails later.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { PluginKind, Tool } from '@cadence-agents/contracts';
import { currentRun } from '../run-scope.ts';

const scope = new AsyncLocalStorage<string>();

/** The plugin whose code runs now, or began what runs now; `undefined` for Cadence's own. */
export const currentPlugin = (): string | undefined => scope.getStore();

/**
 * The run and the plugin whose code was entered and has not waited for anything yet, for another thread to read: it
 * cannot ask this one while a call of the operating system blocks it. The first byte is the length of the text.
 */
export const enteredPlugin = new SharedArrayBuffer(256);
const entered = Buffer.from(enteredPlugin);

export function inPlugin<T>(name: string, work: () => T): T {
  entered[0] = entered.write(`${currentRun() ?? ''} ${name}`, 1, 255, 'latin1');
  try {
    return scope.run(name, work);
  } finally {
    entered[0] = 0;
  }
}

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
