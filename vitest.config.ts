import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { chromiumPath } from './packages/web/e2e/chromium.ts';

export default defineConfig({
  test: {
    include: [
      'plugins/*/src/**/*.test.ts',
      'packages/*/src/**/*.test.ts',
      ...(chromiumPath === undefined ? [] : ['packages/web/e2e/*.test.ts']),
      'bench/**/*.test.ts',
    ],
    // Most of what is slow waits for a browser, a server or a clock.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 60_000,
    // A poll ends as soon as it is true; how long that takes is the machine's affair.
    expect: { poll: { timeout: 20_000 } },
    reporters: ['default'],
  },
});
