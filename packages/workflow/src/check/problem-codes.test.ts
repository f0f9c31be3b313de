import { describe, expect, test } from 'vitest';
import { sketch, sketchAgents } from '../definition.fixture.ts';
import { type ProblemCode, problemCodes } from '../problem-codes.ts';
import { changed, cyclic, nested } from './broken-documents.fixture.ts';
import { type CheckOptions, check } from './check.ts';

const found = (input: unknown, options?: CheckOptions) =>
  check(input, options).problems.map(({ code, path }) => `${code} ${path}`);

/** For each problem a definition that has it, and the place it is found at. */
const cases: [ProblemCode, unknown, string, CheckOptions?][] = [
  ['DOCUMENT_NOT_OBJECT', [], '$'],
  [
    'DOCUMENT_UNREADABLE',
    Object.defineProperty({}, 'id', { enumerable: true, get: () => JSON.parse('{') }),
    '$',
  ],
  ['DOCUMENT_CYCLIC', cyclic(), '$.nodes[0].config'],
  ['DOCUMENT_TOO_DEEP', { id: nested(65) }, `$.id${'[0]'.repeat(63)}`],
  ['DOCUMENT_TOO_LARGE', { id: 'x'.repeat(2_000_001) }, '$'],
  ['DOCUMENT_TOO_LONG', { nodes: [{ config: { a: new Array(10_001).fill(0) } }] }, '$.nodes[0].config.a'],
  ['TOO_MANY_PROBLEMS', { edges: new Array(1_001).fill(0) }, '$'],
  ['TOO_MANY_NODES', { nodes: new Array(501).fill(0) }, '$.nodes'],
  ['TOO_MANY_EDGES', { edges: new Array(5_001).fill(0) }, '$.edges'],
  ['TOO_MANY_AGENTS', { agents: new Array(501).fill(0) }, '$.agents'],
  ['VALUE_NOT_JSON', { ...sketch(['A']), description: Number.NaN }, '$.description'],
  ['KEY_FORBIDDEN', JSON.parse('{"nodes": [{"__proto__": {"id": "A"}}]}'), '$.nodes[0].__proto__'],
  ['FIELD_MISSING', {}, '$'],
  ['FIELD_UNKNOWN', { ...sketch(['A']), 'odd key': 1 }, '$["odd key"]'],
  ['FIELD_TYPE', { ...sketch(['A']), id: 5 }, '$.id'],
  ['FIELD_VALUE', { ...sketch(['A']), name: '' }, '$.name'],
  ['NODE_ID_DUPLICATE', changed(sketch(['A -> B']), 'nodes', 1, { id: 'A' }), '$.nodes[1].id'],
  ['NODE_NAME_DUPLICATE', changed(sketch(['A -> B']), 'nodes', 1, { nodeName: 'A' }), '$.nodes[1].nodeName'],
  ['EDGE_ID_DUPLICATE', changed(sketch(['A -> B', 'B -> .']), 'edges', 1, { id: 'e0' }), '$.edges[1].id'],
  [
    'AGENT_ID_DUPLICATE',
    { ...sketch(['A']), agents: [...sketchAgents({ A: [] }), ...sketchAgents({ A: [] })] },
    '$.agents[1].id',
  ],
  [
    'WORKFLOW_ID_DIFFERS',
    changed(sketch(['A -> B']), 'edges', 0, { workflowId: 'v' }),
    '$.edges[0].workflowId',
  ],
  ['NODE_TYPE_UNKNOWN', changed(sketch(['A']), 'nodes', 0, { nodeType: 'SORCERER' }), '$.nodes[0].nodeType'],
  ['ENTRYPOINT_UNDEFINED', { ...sketch(['A']), entrypointNodeId: 'Z' }, '$.entrypointNodeId'],
  [
    'EDGE_SOURCE_UNDEFINED',
    changed(sketch(['A -> B']), 'edges', 0, { sourceNodeId: 'Z' }),
    '$.edges[0].sourceNodeId',
  ],
  [
    'EDGE_TARGET_UNDEFINED',
    changed(sketch(['A -> B']), 'edges', 0, { targetNodeId: 'Bx' }),
    '$.edges[0].targetNodeId',
  ],
  ['AGENT_MISSING', changed(sketch(['A']), 'nodes', 0, { agentId: null }), '$.nodes[0].agentId'],
  ['AGENT_UNDEFINED', { ...sketch(['A']), agents: [] }, '$.nodes[0].agentId'],
  [
    'PLUGIN_AGENT_UNKNOWN',
    changed(sketch(['A']), 'nodes', 0, { agentId: 'plugin:away' }),
    '$.nodes[0].agentId',
    { agents: [], agentsElsewhere: true },
  ],
  [
    'MODEL_UNUSABLE',
    sketch(['A'], { agents: sketchAgents({ A: [] }).map((agent) => ({ ...agent, model: 'no:where' })) }),
    '$.agents[0].model',
    { modelProblem: () => 'Nobody has it.' },
  ],
  [
    'PROMPT_VARIABLE_UNKNOWN',
    sketch(['A'], { agents: sketchAgents({ A: [] }).map((agent) => ({ ...agent, systemPrompt: '{{x}}' })) }),
    '$.agents[0].systemPrompt',
  ],
  [
    'TOOL_UNKNOWN',
    sketch(['A -t-> tools'], { agents: sketchAgents({ A: ['x', 'y'] }) }),
    '$.agents[0].tools[1]',
    { tools: ['x'] },
  ],
  ['AGENT_TOOLS_UNREACHABLE', sketch(['A'], { agents: sketchAgents({ A: ['x'] }) }), '$.nodes[0].agentId'],
  ['ALWAYS_DUPLICATE', sketch(['A -> B', 'A -> C']), '$.edges[1]'],
  [
    'ALWAYS_WITH_VALUE',
    changed(sketch(['A -> B']), 'edges', 0, { conditionValue: 'x' }),
    '$.edges[0].conditionValue',
  ],
  [
    'CONDITION_VALUE_MISSING',
    changed(sketch(['A -x-> B']), 'edges', 0, { conditionValue: null }),
    '$.edges[0].conditionValue',
  ],
  ['LABEL_DUPLICATE', sketch(['A -x-> B', 'A -x-> C']), '$.edges[1].conditionValue'],
  ['END_WITHOUT_LABEL', sketch(['A -x-> .']), '$.edges[0].conditionValue'],
  ['END_WITH_TARGET', sketch(['A -END-> B']), '$.edges[0].targetNodeId'],
  [
    'LABEL_UNSERVED',
    changed(sketch(['A -x-> B']), 'nodes', 0, { config: { routes: ['x', 'y'] } }),
    '$.nodes[0].config.routes[1]',
  ],
  ['END_UNSERVED', sketch(['A -x-> B'], { isConversational: true }), '$.nodes[0]'],
  ['NODE_WITHOUT_ROUTE', sketch(['tools -x-> A']), '$.nodes[0]'],
  [
    'EDGE_NEVER_TAKEN',
    changed(sketch(['A -x-> B', 'A -y-> B']), 'nodes', 0, { config: { routes: ['x'] } }),
    '$.edges[1].conditionValue',
  ],
  [
    'TOOL_EDGE_NEVER_TAKEN',
    sketch(['A -t-> tools', 'tools -y-> A'], { agents: sketchAgents({ A: ['x'] }) }),
    '$.edges[1].conditionValue',
  ],
  ['NODE_UNREACHABLE', sketch(['A', 'B -> A']), '$.nodes[1]'],
  ['NODE_CANNOT_END', sketch(['A -> A']), '$.nodes[0]'],
  ['LOOP_UNBOUNDED', sketch(['A -x-> A'], { limits: { maxSteps: null, maxAgentHops: null } }), '$.nodes[0]'],
  [
    'POLICY_SUBJECT_UNKNOWN',
    sketch(['A'], { policies: [{ rule: 'never', what: { node: 'B' } }] }),
    '$.policies[0].what',
  ],
  ['POLICY_BROKEN', sketch(['A'], { policies: [{ rule: 'never', what: { node: 'A' } }] }), '$.policies[0]'],
  [
    'POLICY_UNDECIDED',
    sketch(['A -x-> B', 'B -x-> A'], {
      limits: { maxSteps: 6_000, maxAgentHops: null, maxSameAgentRoutes: null },
      policies: [{ rule: 'never', what: { tool: 'x' } }],
    }),
    '$.policies[0]',
  ],
];

describe('each problem', () => {
  test.each(cases)('%s is found where it is', (code, input, path, options) => {
    expect(found(input, options)).toContain(`${code} ${path}`);
  });

  test('has a case here', () => {
    expect(new Set(cases.map(([code]) => code))).toEqual(new Set(Object.keys(problemCodes)));
  });

  const alone = cases.filter(
    ([code]) =>
      !code.startsWith('DOCUMENT') &&
      !code.startsWith('TOO_MANY') &&
      !['FIELD_MISSING', 'KEY_FORBIDDEN'].includes(code),
  );
  test.each(alone)('%s does not bring others with it', (code, input, path, options) => {
    expect(found(input, options)).toEqual([`${code} ${path}`]);
  });
});
