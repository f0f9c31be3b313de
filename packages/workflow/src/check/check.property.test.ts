import { workflowDefinitionSchema } from '@cadence-agents/contracts';
import { runs } from '@cadence-agents/testkit/random-runs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { problemCodes } from '../problem-codes.ts';
import { definitionArbitrary } from '../testing/definition-arbitrary.ts';
import { chanceArbitrary, wander } from '../wander.fixture.ts';
import { check } from './check.ts';
import { mutate, mutationArbitrary } from './mutation.fixture.ts';

/** Follows a path through a document as its reader would. */
function isThere(document: unknown, path: string): boolean {
  let value = document;
  for (const [, name, index, quoted] of path
    .slice(1)
    .matchAll(/\.([\w$]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g)) {
    const key: string = name ?? index ?? JSON.parse(quoted ?? '""');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false;
    value = Object.getOwnPropertyDescriptor(value, key)?.value;
  }
  return path.startsWith('$');
}

function expectSound(document: unknown): ReturnType<typeof check> {
  const result = check(document);
  for (const { path, code, severity } of result.problems) {
    expect(isThere(document, path), `${code} ${path}`).toBe(true);
    expect(problemCodes).toHaveProperty([code, 'severity'], severity);
  }
  const failed = result.problems.some((problem) => problem.severity === 'error');
  expect(result.definition !== undefined).toBe(!failed);
  return result;
}

describe('check', () => {
  test('finds no error in a workflow that is right', () => {
    fc.assert(
      fc.property(definitionArbitrary(), (definition) => {
        const { problems, ...result } = expectSound(definition);
        expect(problems.filter((problem) => problem.severity === 'error')).toEqual([]);
        expect(result.definition).toEqual(definition);
        expect(result.certificate?.bounded).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });

  test('names what is wrong with a changed workflow, or passes one that still runs within its certificate', () => {
    const mutations = fc.array(mutationArbitrary(), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(definitionArbitrary(), mutations, chanceArbitrary(), (definition, changes, choose) => {
        const document = changes.reduce<unknown>(mutate, definition);
        const { definition: passed, certificate } = expectSound(document);
        if (passed === undefined) return;
        expect(workflowDefinitionSchema.parse(passed)).toEqual(passed);
        expect(passed).toMatchObject(Object(document));
        for (let run = 0; run < 5; run += 1) {
          expect(wander(passed, choose)).toBeLessThanOrEqual(certificate?.maxSteps ?? 0);
        }
      }),
      { numRuns: runs(3_000) },
    );
  });

  test('says as much about a workflow again when it is asked again', () => {
    fc.assert(
      fc.property(definitionArbitrary(), mutationArbitrary(), (definition, change) => {
        const document = mutate(definition, change);
        const before = JSON.stringify(document);
        expect(check(document)).toEqual(check(document));
        expect(JSON.stringify(document)).toBe(before);
      }),
    );
  });

  test('never throws, and points only at what is there, whatever it is given', () => {
    const anything = fc.anything({
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withObjectString: true,
      withSparseArray: true,
      withTypedArray: true,
    });
    const lookalike = fc.record(
      {
        id: anything,
        name: anything,
        entrypointNodeId: anything,
        nodes: anything,
        edges: anything,
        limits: anything,
        agents: anything,
      },
      { requiredKeys: [] },
    );
    const filled = fc.record({
      nodes: fc.array(anything),
      edges: fc.array(anything),
      agents: fc.array(anything),
    });
    const json = fc.json().map((text): unknown => JSON.parse(text));
    fc.assert(
      fc.property(fc.oneof(anything, json, lookalike, filled), (input) => void expectSound(input)),
      {
        numRuns: runs(2_000),
      },
    );
  });
});
