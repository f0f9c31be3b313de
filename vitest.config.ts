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
    testTimeout: 30_000,
    reporters: ['default'],
  },
});
