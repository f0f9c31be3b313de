import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { chromiumPath } from './packages/web/e2e/chromium.ts';
import LongestFirst from './vitest.sequencer.ts';

export default defineConfig({
  test: {
    // Most of what is slow waits for a browser, a server or a clock.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A poll ends as soon as it is true; how long that takes is the machine's affair.
    expect: { poll: { timeout: 20_000 } },
    reporters: ['default'],
    globalSetup: ['vitest.shared-folder.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'cadence',
          include: [
            'plugins/*/src/**/*.test.ts',
            'packages/*/src/**/*.test.ts',
            ...(chromiumPath === undefined ? [] : ['packages/web/e2e/**/*.test.ts']),
            'bench/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, 'packages/langgraph/src/testing/**'],
        },
      },
      {
        // The engine's suite once more, as far as it runs workflows, with LangGraph in place of the engine's own loop.
        extends: true,
        test: {
          name: 'langgraph',
          include: [
            'packages/engine/src/*.test.ts',
            'packages/engine/src/{conversation,limits,nodes,planning,runtime,tools}/**/*.test.ts',
            'packages/langgraph/src/testing/*.test.ts',
          ],
          setupFiles: ['vitest.langgraph.ts'],
          // LangGraph is imported once a worker instead of once a file: two thirds of the time that this takes.
          isolate: false,
        },
      },
    ],
  },
});
