// All properties draw from one seed. fast-check is loaded by the files that have properties, and by no other.
import { vi } from 'vitest';
import { runs, seed } from './packages/testkit/src/random-runs.ts';

vi.mock(import('fast-check'), async (original) => {
  const module = await original();
  module.configureGlobal({ seed, numRuns: runs(100, 100) });
  return module;
});
