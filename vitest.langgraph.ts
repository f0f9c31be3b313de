// Set up for a run of the engine's suite in which LangGraph takes the place of the engine's own loop.
import { vi } from 'vitest';

vi.mock(import('./packages/engine/src/runtime/native-runtime.ts'), async (original) => ({
  ...(await original()),
  nativeRuntime: {
    async run(...args) {
      // Imported when first used, because it imports the engine itself.
      const { langGraphRuntime } = await import('@cadence-agents/langgraph');
      return langGraphRuntime.run(...args);
    },
  },
}));
