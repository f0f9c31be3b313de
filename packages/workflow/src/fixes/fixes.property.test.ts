import { isJsonObject, type JsonObject, type WorkflowDefinition } from '@cadence-agents/contracts';
import { runs } from '@cadence-agents/testkit/random-runs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { check } from '../check/check.ts';
import { mutate, mutationArbitrary } from '../check/mutation.fixture.ts';
import { definitionArbitrary } from '../testing/definition-arbitrary.ts';
import { applyEdits } from './apply-edits.ts';
import { fixesOf } from './fixes-of.ts';
import { mend } from './mend.ts';

const tools = ['tool_0', 'tool_1', 'tool_2', 'tool_3', 'tool_4', 'tool_5', 'tool_shared'];
const known = { tools, policies: false };

const errorsOf = (document: unknown) =>
  check(document, known).problems.filter(({ severity }) => severity === 'error');

/** Slips that people make, each with an obvious mend; undefined where the definition has nothing to slip with. */
const slips: Record<string, (given: WorkflowDefinition, pick: number) => WorkflowDefinition | undefined> = {
  'a limit below its bound': (given) => ({ ...given, limits: { maxSteps: -1 } }),
  'a limit switched off': (given) => ({
    ...given,
    limits: { maxSteps: null, maxAgentHops: null, maxToolHops: null },
  }),
  'an entry that is no node': (given) => ({ ...given, entrypointNodeId: 'a0x' }),
  'an edge twice': ({ edges, ...rest }, pick) => {
    const edge = edges[pick % edges.length];
    return edge && { ...rest, edges: [...edges, edge] };
  },
  'the target of an edge misspelt': ({ edges, ...rest }, pick) => ({
    ...rest,
    edges: edges.map((edge, i) =>
      i === pick % edges.length && edge.targetNodeId !== null
        ? { ...edge, targetNodeId: `${edge.targetNodeId}x` }
        : edge,
    ),
  }),
  'an edge to the end with another label': ({ edges, ...rest }) => ({
    ...rest,
    edges: edges.map((edge) => (edge.targetNodeId === null ? { ...edge, conditionValue: 'stop' } : edge)),
  }),
  'a tool misspelt': ({ agents = [], ...rest }) => ({
    ...rest,
    agents: agents.map((agent) => ({ ...agent, tools: agent.tools?.map((tool) => `${tool}s`) })),
  }),
  'an agent away': ({ agents = [], ...rest }, pick) => ({
    ...rest,
    agents: agents.filter((_, i) => i !== pick % agents.length),
  }),
  'a node twice': ({ nodes, ...rest }, pick) => {
    const node = nodes[pick % nodes.length];
    return node && { ...rest, nodes: [...nodes, node] };
  },
  'parts of another workflow': ({ nodes, ...rest }) => ({
    ...rest,
    nodes: nodes.map((node) => ({ ...node, workflowId: 'other' })),
  }),
};

describe('fixes', () => {
  test.each(Object.keys(slips))('of %s leave a workflow that is right', (name) => {
    let seen = 0;
    fc.assert(
      fc.property(definitionArbitrary(), fc.nat(), (definition, pick) => {
        const document = slips[name]?.(definition, pick);
        if (document === undefined || errorsOf(document).length === 0) return;
        seen += 1;
        const { document: mended, problems } = mend(document, known);
        expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
        expect(errorsOf(mended)).toEqual([]);
      }),
      { numRuns: runs(25, 10) },
    );
    expect(seen).toBeGreaterThan(5);
  });

  test('of any change each remove their problem, and mending all of it only makes it better', () => {
    const mutations = fc.array(mutationArbitrary(), { minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(definitionArbitrary(), mutations, (definition, changes) => {
        const document = changes.reduce<unknown>(mutate, definition);
        if (!isJsonObject(document)) return;
        for (const problem of check(document, known).problems.slice(0, 3)) {
          for (const fix of fixesOf(problem, document, known)) expectGone(document, problem, fix);
        }
        const before = errorsOf(document).length;
        const { problems, document: mended } = mend(document, known);
        expect(problems.filter(({ severity }) => severity === 'error').length).toBeLessThanOrEqual(before);
        expect(mend(mended, known).done).toEqual([]);
      }),
      { numRuns: runs(40, 10) },
    );
  });
});

function expectGone(
  document: JsonObject,
  { code, message }: { code: string; message: string },
  { title, edits }: ReturnType<typeof fixesOf>[number],
): void {
  const told = (given: unknown) =>
    check(given, known).problems.filter((each) => each.code === code && each.message === message).length;
  expect(told(applyEdits(document, edits)), `${code}: ${title}`).toBeLessThan(told(document));
}
