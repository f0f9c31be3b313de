import type { Policy, ToolTraits, WorkflowDefinition } from '@cadence-agents/contracts';
import { describe, expect, test } from 'vitest';
import { check } from '../check/check.ts';
import { sketch, sketchAgents } from '../definition.fixture.ts';
import { simulate, simulateInSlices } from './simulate.ts';

const desk = (policies: Policy[], more: string[] = [], rest: Partial<WorkflowDefinition> = {}) =>
  sketch(['A -ask-> human', 'A -run-> tools', 'human -> A', ...more], {
    agents: sketchAgents({ A: ['search', 'pay'] }),
    policies,
    ...rest,
  });
const tools: ToolTraits[] = [
  { name: 'search', readOnly: true, untrusted: true },
  { name: 'pay', requiresApproval: true },
];
const wayOf = (report: ReturnType<typeof simulate>, witness: string | null) =>
  report.witnesses[witness ?? '']?.visits.map(({ node, does }) => `${node} ${does}`);

describe('simulate', () => {
  test('finds what can be reached, and the shortest way there', () => {
    const report = simulate(sketch(['A -B-> B', 'B -C-> C', 'C', 'D -A-> A']));
    expect(report.certainty).toBe('decided');
    expect(report.nodes.map(({ name, reachable }) => [name, reachable])).toEqual([
      ['A', true],
      ['B', true],
      ['C', true],
      ['D', false],
    ]);
    expect(wayOf(report, 'edge-e1')).toEqual(['A routes', 'B routes']);
    expect(report.edges.find(({ from }) => from === 'D')).toMatchObject({ reachable: false, witness: null });
  });

  test('asks a person before what a node has approved, whatever the tool says of itself', () => {
    const definition = desk([]);
    const nodes = definition.nodes.map((node) =>
      node.nodeType === 'TOOL_EXECUTOR' ? { ...node, config: { approve: ['search'] } } : node,
    );
    const deeds = (nodesGiven: typeof nodes) =>
      JSON.stringify(simulate({ ...definition, nodes: nodesGiven }, { tools: tools.slice(0, 1) }).witnesses);
    expect(deeds(definition.nodes)).not.toContain('approves');
    expect(deeds(nodes)).toContain('approves');
    const [problem] = check({ ...definition, nodes }, { tools: ['pay'] }).problems.filter(({ path }) =>
      path.endsWith('config.approve[0]'),
    );
    expect(problem).toMatchObject({ code: 'TOOL_UNKNOWN' });
  });

  test('tells every way to end, and where the words would be missing', () => {
    const { ends } = simulate(sketch(['A -END-> .'], { isConversational: true }));
    expect(ends.map(({ node, rule, withoutAnswer }) => [node, rule, withoutAnswer])).toEqual([
      ['A', 'end', false],
      ['A', 'label', true],
    ]);
  });

  test('tells which limits can be hit, one visit too many', () => {
    const report = simulate(sketch(['A -B-> B', 'B -A-> A'], { limits: { maxSteps: 4, maxAgentHops: 9 } }));
    expect(report.limits).toEqual([{ limit: 'maxSteps', node: 'B', witness: 'limit-maxSteps' }]);
    expect(wayOf(report, 'limit-maxSteps')).toHaveLength(4);
  });

  test('says when there was more than it looked at', () => {
    const report = simulate(desk([{ rule: 'never', what: { node: 'nowhere' } }]), { mostPositions: 3 });
    expect(report.certainty).toBe('sampled');
    expect(report.policies).toMatchObject([{ holds: true, certainty: 'sampled' }]);
    expect(report.assumptions.at(-1)).toContain('3 positions');
  });

  test('lets others have their turn', () => {
    const slices = simulateInSlices(desk([], [], { limits: { maxSteps: 2_000 } }));
    let turns = 0;
    while (!slices.next().done) turns += 1;
    expect(turns).toBeGreaterThan(5);
  });
});

describe('a policy', () => {
  const verdict = (policy: Policy, given = tools) => {
    const report = simulate(desk([policy]), { tools: given });
    const [told] = report.policies;
    return told?.holds ? 'holds' : wayOf(report, told?.witness ?? null);
  };
  const [node, tool] = [(id: string) => ({ node: id }), (name: string) => ({ tool: name })];

  test('never', () => {
    expect(verdict({ rule: 'never', what: node('human') })).toEqual(['A routes', 'human answers']);
    expect(verdict({ rule: 'never', what: tool('sell') })).toBe('holds');
  });

  test('before', () => {
    expect(verdict({ rule: 'before', first: node('A'), what: node('tools') })).toBe('holds');
    expect(verdict({ rule: 'before', first: node('human'), what: tool('search') })).toEqual([
      'A calls',
      'tools works',
    ]);
  });

  test('after', () => {
    expect(verdict({ rule: 'after', what: tool('search'), follows: node('A') })).toBe('holds');
    expect(verdict({ rule: 'after', what: tool('search'), follows: node('human') })).toEqual([
      'A calls',
      'tools works',
      'A says',
    ]);
  });

  test('at most so often, in one reply or in several', () => {
    expect(verdict({ rule: 'atMost', what: tool('search'), times: 2 })).toEqual(['A calls', 'tools works']);
    expect(verdict({ rule: 'atMost', what: node('tools'), times: 1 })).toEqual([
      'A calls',
      'tools works',
      'A calls',
      'tools works',
    ]);
  });

  test('approved before, each time', () => {
    expect(verdict({ rule: 'approvedBefore', what: tool('pay') })).toBe('holds');
    expect(verdict({ rule: 'approvedBefore', what: tool('search') })).toEqual(['A calls', 'tools works']);
  });

  test('no flow from what is not to be trusted to what has effects, without a person', () => {
    expect(verdict({ rule: 'noFlow' })).toBe('holds');
    const unasked = tools.map(({ name, readOnly, untrusted }) => ({ name, readOnly, untrusted }));
    expect(verdict({ rule: 'noFlow' }, unasked)).toEqual([
      'A calls',
      'tools works',
      'A calls',
      'tools works',
    ]);
    expect(verdict({ rule: 'noFlow', from: ['pay'] }, unasked)).toHaveLength(4);
  });

  test('is a problem of the definition when a run can break it, or when it is about nothing', () => {
    const problemsOf = (policy: Policy) =>
      check(desk([policy]), { toolTraits: tools, tools: ['search', 'pay'] });
    const broken = problemsOf({ rule: 'never', name: 'no people', what: node('human') });
    expect(broken.definition).toBeUndefined();
    expect(broken.problems).toMatchObject([
      { code: 'POLICY_BROKEN', path: '$.policies[0]', message: expect.stringContaining('A → human') },
    ]);
    expect(problemsOf({ rule: 'never', what: node('nobody') }).problems).toMatchObject([
      { code: 'POLICY_SUBJECT_UNKNOWN', path: '$.policies[0].what' },
    ]);
    expect(problemsOf({ rule: 'approvedBefore', what: tool('pay') }).problems).toEqual([]);
  });
});
