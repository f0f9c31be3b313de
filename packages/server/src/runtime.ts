// What carries workflows out: our own loop, or LangGraph, which is installed by those who want it.
import { CadenceError } from '@cadence-agents/contracts';
import { nativeRuntime, type Runtime } from '@cadence-agents/engine';
import type { Settings } from './settings/setting-table.ts';

const packages = ['@langchain/core', '@langchain/langgraph', '@langchain/langgraph-checkpoint'];

export function runtimeOf({ runtime }: Settings): Runtime {
  if (runtime === 'native') return nativeRuntime;
  // With the first run, because it takes long to load.
  return { run: async (...args) => (await loadLangGraph()).run(...args) };
}

export async function loadLangGraph(): Promise<Runtime> {
  try {
    return (await import('@cadence-agents/langgraph')).langGraphRuntime;
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
    throw new CadenceError(
      'SETTING_INVALID',
      'CADENCE_RUNTIME is langgraph, and LangGraph is not installed.',
      {
        hint: `Run: npm install ${packages.join(' ')}`,
        cause,
      },
    );
  }
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
