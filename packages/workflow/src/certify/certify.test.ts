import { defaultLimits, type WorkflowDefinition } from '@cadence-agents/contracts';
import { describe, expect, test } from 'vitest';
import { sketch } from '../definition.fixture.ts';
import { certify } from './certify.ts';

type Limits = NonNullable<WorkflowDefinition['limits']>;
const stepsOf = (lines: string[], limits: Limits = {}) => certify(sketch(lines, { limits })).maxSteps;
const noSteps = { maxSteps: null } satisfies Limits;

describe('certify', () => {
  test('gives the longest path where nothing repeats', () => {
    expect(stepsOf(['A'])).toBe(1);
    expect(stepsOf(['A -b-> B', 'A -d-> D', 'B -> C', 'C -> D', 'X -> A'])).toBe(4);
    expect(stepsOf(['A -b-> B', 'B -> C', 'C -> D'], { maxSteps: null, maxAgentHops: 1_000_000 })).toBe(4);
  });

  test('lets a limit of N permit N', () => {
    expect(stepsOf(['A -> B', 'B -> C', 'C -> D'], { maxSteps: 2 })).toBe(2);
    expect(stepsOf(['A -> B', 'B -> C', 'C -> D'], { maxAgentHops: 1 })).toBe(2);
    expect(stepsOf(['A -a-> A'], { ...noSteps, maxAgentHops: 3 })).toBe(4);
    expect(stepsOf(['A -a-> A'], { ...noSteps, maxAgentHops: 0 })).toBe(1);
  });

  test('counts tool visits against their own limit, from an approval too', () => {
    // tools, once approved, A, tools, A, tools, A: the approved visit is not charged again.
    expect(stepsOf(['A -t-> tools'], { ...noSteps, maxToolHops: 2 })).toBe(6);
  });

  test('combines agent hops and tool hops', () => {
    // Exact: tools A, then twice each in any order: a hop adds one visit, a tool hop two.
    expect(stepsOf(['A -t-> tools', 'A -a-> A'], { ...noSteps, maxToolHops: 2, maxAgentHops: 2 })).toBe(8);
  });

  test('takes the default limits where the definition sets none', () => {
    expect(stepsOf(['A -a-> A'])).toBe(defaultLimits.maxSteps);
    expect(certify(sketch(['A -a-> A']), { ...defaultLimits, maxSteps: 7 }).maxSteps).toBe(7);
  });

  test('adds the visit to a hand-off that a limit leads to', () => {
    expect(stepsOf(['A -a-> A', 'human'], { maxSteps: 5 })).toBe(6);
  });

  test('starts anew at a hand-off, with the visit that brings the answer', () => {
    expect(stepsOf(['A -h-> human', 'human -> B', 'B -> C', 'C -> D', 'D -> human'])).toBe(5);
    expect(stepsOf(['human'])).toBe(2);
  });

  test('does not count a way round through a hand-off as a loop', () => {
    const certificate = certify(
      sketch(['A -> human', 'human -> A'], { limits: { ...noSteps, maxAgentHops: null } }),
    );
    expect(certificate).toEqual({ bounded: true, maxSteps: 3, cycles: [] });
  });

  test('remembers that tools return to each of their callers', () => {
    const certificate = certify(sketch(['A -t-> tools', 'A -b-> B', 'B -t-> tools']));
    expect(certificate).toMatchObject({
      cycles: [{ nodes: ['A', 'tools', 'B'], boundedBy: ['maxSteps', 'maxToolHops'] }],
    });
  });

  test('says which limits end each loop', () => {
    const cyclesOf = (lines: string[], limits: Limits = {}) => {
      const certificate = certify(sketch(lines, { limits }));
      return certificate.bounded ? certificate.cycles.map(({ boundedBy }) => boundedBy) : undefined;
    };
    expect(cyclesOf(['A -b-> B', 'B -a-> A'])).toEqual([['maxSteps', 'maxAgentHops']]);
    expect(cyclesOf(['A -b-> B', 'B -a-> A'], noSteps)).toEqual([['maxAgentHops']]);
    expect(cyclesOf(['A -t-> tools'], { maxToolHops: null })).toEqual([['maxSteps']]);
    expect(cyclesOf(['A -t-> tools', 'A -a-> A'], noSteps)).toEqual([['maxAgentHops', 'maxToolHops']]);
    expect(cyclesOf(['A -> B'])).toEqual([]);
  });

  test('names the loop that nothing bounds, in its direction', () => {
    const certificate = certify(
      sketch(['A -> B', 'B -c-> C', 'C -d-> D', 'D -b-> B', 'C -END-> .'], {
        limits: { ...noSteps, maxAgentHops: null },
      }),
    );
    expect(certificate).toMatchObject({ bounded: false, maxSteps: null });
    const cycle = certificate.bounded ? [] : certificate.cycle;
    const turned = [...cycle.slice(cycle.indexOf('B')), ...cycle.slice(0, cycle.indexOf('B'))];
    expect(turned).toEqual(['B', 'C', 'D']);
  });

  test('leaves out loops that no run can come to', () => {
    expect(certify(sketch(['A', 'B -b-> B'], { limits: { ...noSteps, maxAgentHops: null } }))).toEqual({
      bounded: true,
      maxSteps: 1,
      cycles: [],
    });
  });

  test('stays above the truth where limits are too large for counting', () => {
    const truth = (hops: number, toolHops: number) => 2 + hops + 2 * toolHops;
    const lines = ['A -t-> tools', 'A -a-> A'];
    for (const [maxAgentHops, maxToolHops] of [
      [10, 20],
      [3_000, 3_000],
      [5_000_000, 7],
      [2 ** 50, 2 ** 50],
    ] as const) {
      expect(stepsOf(lines, { ...noSteps, maxAgentHops, maxToolHops })).toBeGreaterThanOrEqual(
        Math.min(truth(maxAgentHops, maxToolHops), Number.MAX_SAFE_INTEGER),
      );
    }
    expect(stepsOf(lines, { ...noSteps, maxAgentHops: 10, maxToolHops: 20 })).toBe(truth(10, 20));
  });
});

describe('certify on the largest workflows', () => {
  const nodes = Array.from({ length: 500 }, (_, i) => (i % 10 === 9 ? `tools${i}` : `A${i}`));
  const lines = Array.from({ length: 5_000 }, (_, i) => {
    const to = nodes[(i * 7919 + Math.floor(i / 500)) % 500];
    return `${nodes[i % 500]} -l${i}-> ${to}`;
  });

  test.each([
    ['default limits', {}],
    ['hops alone', noSteps],
    ['hops beyond counting', { ...noSteps, maxAgentHops: 10_000, maxToolHops: 10_000 }],
  ])('takes less than 200 ms of CPU with %s', (_, limits) => {
    const definition = sketch(lines, { limits });
    // CPU, and the best of several: other work on the machine must not count.
    const times = Array.from({ length: 5 }, () => {
      const before = process.cpuUsage();
      expect(certify(definition).bounded).toBe(true);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    });
    expect(Math.min(...times)).toBeLessThan(200);
  });
});
