import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { defineKind } from './define-kind.ts';
import { describedKindSchema, describeKind, kindFromDescription } from './described-kind.ts';

const round = defineKind({
  type: 'MATH_ROUND',
  title: 'Round',
  summary: 'Rounds a number.',
  family: 'router',
  config: z.strictObject({ digits: z.number().optional() }),
  labels: ['whole', 'fraction', null],
});
const node = (config?: Record<string, number>) => ({
  id: 'n',
  workflowId: 'w',
  nodeType: 'MATH_ROUND',
  nodeName: 'n',
  ...(config && { config }),
});

describe('defineKind', () => {
  it('takes from the family what the kind does not say', () => {
    expect(round).toMatchObject({ icon: 'signpost', choosesRoute: true, span: 'node', inline: false });
    const quiet = { title: 'T', summary: 'S', config: z.strictObject({}) };
    const { icon, span, servesLimits } = defineKind({ ...quiet, type: 'A', family: 'human' });
    expect({ icon, span, servesLimits }).toEqual({ icon: 'user-round', span: 'node', servesLimits: true });
    expect(
      defineKind({ ...quiet, type: 'A', family: 'agent', icon: 'globe', choosesRoute: false }),
    ).toMatchObject({
      icon: 'globe',
      span: 'agent',
      choosesRoute: false,
    });
  });

  it('reads the config with its types', () => {
    expect(round.config(node({ digits: 2 }))).toEqual({ digits: 2 });
    expect(round.config(node())).toEqual({});
    expect(round.config(node({ surprise: 2 }))).toBeUndefined();
    expectTypeOf(round.config).returns.toEqualTypeOf<{ digits?: number | undefined } | undefined>();
    expectTypeOf(round.type).toEqualTypeOf<'MATH_ROUND'>();
  });

  it('has an edge serve each label of a list', () => {
    expect(round.declaredLabels(node())).toEqual([
      { label: 'whole', path: [] },
      { label: 'fraction', path: [] },
    ]);
  });

  it('is known again from its description', () => {
    const described = describedKindSchema.parse(JSON.parse(JSON.stringify(describeKind(round, 'math'))));
    const known = kindFromDescription(described);
    expect(describeKind(known, 'math')).toMatchObject({ ...described, config: expect.anything() });
    expect(Object.keys(known.configSchema.shape)).toEqual(['digits']);
    expect(known.declaredLabels(node())).toEqual(round.declaredLabels(node()));
  });
});
