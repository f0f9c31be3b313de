import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { filesThatChangeProcess } from './packages/testkit/src/house/process-changes.ts';
import { chromiumPath } from './packages/web/e2e/chromium.ts';

const alone = [...filesThatChangeProcess(import.meta.dirname).keys()];
const releaseTests = '{packages,plugins,bench,scripts}/**/*.release.test.ts';
const leftOut = [
  ...configDefaults.exclude,
  releaseTests,
  'packages/langgraph/src/testing/**',
  ...(chromiumPath === undefined ? ['packages/web/e2e/**'] : []),
  // Measures for an hour: `npm run growth`.
  ...(process.env.GROWTH_BATCHES === undefined ? ['packages/server/src/growth/costs.test.ts'] : []),
];

// A run begins with the files that took longest the last time, or with the largest ones in a clean checkout.
export default defineConfig({
  test: {
    // Most of what is slow waits for a browser, a server or a clock.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A poll ends as soon as it is true; how long that takes is the machine's affair.
    expect: { poll: { timeout: 20_000 } },
    reporters: ['default'],
    globalSetup: ['vitest.services.ts'],
    setupFiles: ['vitest.seed.ts'],
    projects: [
      {
        // Modules are imported once a worker instead of once a file: half of the time that most files take.
        extends: true,
        test: {
          name: 'shared',
          include: [
            'plugins/*/src/**/*.test.ts',
            'packages/*/src/**/*.test.ts',
            'packages/web/e2e/**/*.test.ts',
            'bench/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: [...leftOut, ...alone],
          isolate: false,
          setupFiles: ['vitest.shared-worker.ts'],
        },
      },
      {
        // Files that change the process they run in.
        extends: true,
        test: { name: 'alone', include: alone, exclude: leftOut },
      },
      {
        // What takes long and few changes break: `npm run test:release`.
        extends: true,
        test: { name: 'release', include: [releaseTests] },
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
          isolate: false,
        },
      },
    ],
  },
});
