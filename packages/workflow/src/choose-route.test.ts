import { CadenceError } from '@cadence-agents/contracts';
import { describe, expect, test } from 'vitest';
import { chooseRoute } from './choose-route.ts';
import { sketch } from './definition.fixture.ts';
import { viewDefinition } from './view-definition.ts';

const route = (lines: string[], nodeId: string, label: string | null, callerNodeId?: string) =>
  chooseRoute(viewDefinition(sketch(lines)), nodeId, { label, callerNodeId });

describe('chooseRoute', () => {
  test('follows the edge of the label before the ALWAYS edge', () => {
    expect(route(['A -go-> B', 'A -> C'], 'A', 'go')).toEqual({
      rule: 'label',
      to: 'B',
      candidates: [
        { label: 'go', to: 'B' },
        { label: null, to: 'C' },
      ],
    });
  });

  test('compares labels exactly', () => {
    expect(route(['A -go-> B', 'A -> C'], 'A', 'Go')).toMatchObject({ rule: 'always', to: 'C' });
  });

  test('ends at an END edge, CONDITIONAL or ALWAYS', () => {
    expect(route(['A -END-> .', 'A -> B'], 'A', 'END')).toMatchObject({ rule: 'label', to: null });
    expect(route(['A -go-> B', 'A -> .'], 'A', 'END')).toMatchObject({ rule: 'label', to: null });
    expect(route(['A -go-> B', 'A -> .'], 'A', null)).toMatchObject({ rule: 'always', to: null });
  });

  test('goes back to the caller from a tools node that has no edge for the label', () => {
    const lines = ['A -t-> tools', 'B -t-> tools', 'tools -x-> A'];
    expect(route(lines, 'tools', 'y', 'B')).toEqual({
      rule: 'caller',
      to: 'B',
      candidates: [
        { label: 'x', to: 'A' },
        { label: null, to: 'B' },
      ],
    });
    expect(route(lines, 'tools', 'x', 'B')).toMatchObject({ rule: 'label', to: 'A' });
    expect(route([...lines, 'tools -> B'], 'tools', 'y', 'A')).toMatchObject({ rule: 'always', to: 'B' });
  });

  test('goes back to a caller that no edge foretells', () => {
    expect(route(['A -t-> tools', 'B'], 'tools', null, 'B')).toMatchObject({ rule: 'caller', to: 'B' });
  });

  test('ends at a node without edges, whatever the label', () => {
    expect(route(['A'], 'A', 'anything')).toMatchObject({ rule: 'end', to: null });
    expect(route(['tools'], 'tools', null)).toMatchObject({ rule: 'end', to: null });
    expect(route(['A', 'human'], 'human', null)).toMatchObject({ rule: 'end', to: null });
  });

  test('ends where an agent gives no label and has no ALWAYS edge', () => {
    expect(route(['A -go-> B'], 'A', null)).toMatchObject({ rule: 'end', to: null });
  });

  test('ends with a warning where an agent gives a label that nothing serves', () => {
    const { warning, ...choice } = route(['A -go-> B', 'A -stay-> A'], 'A', 'gone');
    expect(choice).toMatchObject({ rule: 'unmatched', to: null });
    expect(warning).toContain('"gone"');
    expect(warning).toContain('"go", "stay"');
  });

  test('throws WORKFLOW_NO_ROUTE where nothing applies, naming node, label and what is served', () => {
    const attempt = () => route(['A', 'human -yes-> A', 'human -no-> A'], 'human', 'maybe');
    expect(attempt).toThrow(CadenceError);
    expect(attempt).toThrow(
      expect.objectContaining({
        code: 'WORKFLOW_NO_ROUTE',
        message: expect.stringMatching(/"human".*"maybe".*"yes", "no"/),
        hint: expect.stringContaining('"maybe"'),
      }),
    );
  });

  test('throws WORKFLOW_NO_ROUTE at a tools node that nobody called', () => {
    expect(() => route(['tools -x-> A'], 'tools', null)).toThrow(
      expect.objectContaining({ code: 'WORKFLOW_NO_ROUTE' }),
    );
  });

  test('throws WORKFLOW_NO_ROUTE for a node that is not in the workflow', () => {
    expect(() => route(['A'], 'Z', null)).toThrow(expect.objectContaining({ code: 'WORKFLOW_NO_ROUTE' }));
  });

  test('returns the same object each time, so that a step allocates nothing', () => {
    const view = viewDefinition(sketch(['A -t-> tools', 'A -go-> B']));
    for (const [node, label] of [
      ['A', 'go'],
      ['A', null],
      ['tools', null],
    ] as const) {
      const once = chooseRoute(view, node, { label, callerNodeId: 'A' });
      expect(chooseRoute(view, node, { label, callerNodeId: 'A' })).toBe(once);
    }
  });
});
