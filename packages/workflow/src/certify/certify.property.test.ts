import { runs } from '@cadence-agents/testkit/random-runs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { definitionArbitrary } from '../testing/definition-arbitrary.ts';
import { chanceArbitrary, wander } from '../wander.fixture.ts';
import { certify } from './certify.ts';

test('no run of any workflow takes more steps than its certificate, or finds no way on', () => {
  fc.assert(
    fc.property(definitionArbitrary(), chanceArbitrary(), (definition, choose) => {
      const certificate = certify(definition);
      for (let run = 0; run < 20; run += 1) {
        expect(wander(definition, choose)).toBeLessThanOrEqual(certificate.maxSteps ?? 0);
      }
    }),
    { numRuns: runs(500) },
  );
});
