import { describe, expect, it } from 'vitest';
import { readAgentBench } from './agent-bench.ts';
import { performancePage } from './performance-page.ts';

describe('performancePage', () => {
  it('shows each figure with its rounds and its target', () => {
    const figures = [
      { what: 'CPU', value: '1.20×', rounds: 5, target: { text: 'at most 1.00×', met: false } },
      { what: 'Bytes', value: '7' },
    ];
    const growth = { date: '2026-11-15', node: 'v24.21.0', quick: true, figures };
    const text = performancePage({ benches: { growth } });
    expect(text).toContain('| CPU | 1.20× | 5 | at most 1.00×: **missed** |\n| Bytes | 7 |  |  |');
    expect(text).toContain('2026-11-15, Node v24.21.0, a quick run: `npm run bench -- --only growth`');
  });
});

describe('readAgentBench', () => {
  const main = (cpu: number, first: number) => ({
    calls: 6,
    latency: { cpu },
    throughput: { cpu: cpu / 2 },
    ttft: { first },
  });
  const row = (name: string, isServer: boolean, rounds: (ReturnType<typeof main> | null)[]) => ({
    name,
    isServer,
    main: rounds,
    growth: [{ cpu: [1, rounds[0]?.latency.cpu ?? 0], diskMB: 1.84 }],
  });
  const results = {
    date: '2026-11-15T16:29:26.163Z',
    machine: { node: 'v24.21.0' },
    plan: { warmup: 50, growthTurns: 200 },
    rounds: 3,
    growthRounds: 1,
    rows: [
      row('bare', false, [main(10, 5), main(20, 5), main(5, 5)]),
      row('bare-http', true, [main(20, 5)]),
      row('cadence', false, [main(15, 8), main(40, 7), null]),
      row('cadence-server', true, [main(30, 8)]),
    ],
  };

  it('compares within each round, servers with the bare server, and leaves out rounds that failed', () => {
    const { rows, ...how } = readAgentBench(JSON.stringify(results));
    expect(how).toEqual({
      date: '2026-11-15',
      node: 'v24.21.0',
      rounds: 3,
      growthRounds: 1,
      turns: 200,
      warmUp: 50,
    });
    expect(rows[2]).toEqual({
      contestant: 'cadence',
      modelCalls: '6',
      oneAtATime: '1.75× (1.50–2.00)',
      atFifty: '1.75× (1.50–2.00)',
      firstToken: '2.5 ms',
      lastTurn: '1.50× (1.50–1.50)',
      disk: '1.84 MB',
    });
    expect(rows[3]?.oneAtATime).toBe('1.50× (1.50–1.50)');
  });
});
