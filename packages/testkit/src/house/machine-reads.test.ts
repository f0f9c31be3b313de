import { describe, expect, it } from 'vitest';
import { machineReads } from './machine-reads.ts';
import { readRepository } from './read-repository.ts';

const check = (path: string, source: string) => machineReads(new Map([[path, source]]));

describe('machineReads', () => {
  it('finds none in this repository', async () => {
    expect(machineReads(await readRepository())).toEqual([]);
  });

  it.each(['Date.now()', 'const now = Date.now;', 'randomUUID()', 'Math.random()', 'new Date()'])(
    'refuses %s',
    (source) => {
      expect(check('packages/engine/src/a.ts', source)).toHaveLength(1);
    },
  );

  it.each(['new Date(now)', `say('Date.now')`, '// Math.random', 'run.now()'])('accepts %s', (source) => {
    expect(check('packages/engine/src/a.ts', source)).toEqual([]);
  });

  it('knows the one place', () => {
    expect(check('packages/engine/src/machine.ts', 'Date.now()')).toEqual([]);
  });
});
