import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'plugins/*/src/**/*.test.ts',
      'packages/*/src/**/*.test.ts',
      'packages/web/e2e/*.test.ts',
      'bench/**/*.test.ts',
    ],
    testTimeout: 30_000,
    reporters: ['default'],
  },
});
