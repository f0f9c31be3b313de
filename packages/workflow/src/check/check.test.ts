import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sketch, sketchAgents } from '../definition.fixture.ts';
import { changed } from './broken-documents.fixture.ts';
import { type CheckOptions, check } from './check.ts';

const chat = JSON.parse(readFileSync(new URL('../../../../workflows/2nChat.json', import.meta.url), 'utf8'));

const found = (input: unknown, options?: CheckOptions) =>
  check(input, options).problems.map(({ code, path }) => `${code} ${path}`);

describe('check', () => {
  test('finds nothing wrong with 2nChat, and certifies it', () => {
    const { problems, definition, certificate } = check(chat, {
      tools: ['search', 'read_document', 'external_research'],
    });
    expect(problems).toEqual([]);
    expect(definition).toEqual(chat);
    expect(certificate).toMatchObject({ bounded: true, maxSteps: 15 });
  });

  test('names each edge of the original 2nChat that points at its undefined node, and nothing else', () => {
    const { agents: _, ...rest } = chat;
    const original = { ...rest, nodes: chat.nodes.slice(0, 5), edges: chat.edges.slice(0, 18) };
    const { problems, definition, certificate } = check(original);
    expect(problems.map(({ severity, code, path }) => [severity, code, path])).toEqual([
      ['error', 'EDGE_TARGET_UNDEFINED', '$.edges[14].targetNodeId'],
      ['error', 'EDGE_SOURCE_UNDEFINED', '$.edges[15].sourceNodeId'],
      ['error', 'EDGE_TARGET_UNDEFINED', '$.edges[16].targetNodeId'],
    ]);
    expect(problems[0]?.message).toContain('"edge-uuid-15"');
    expect({ definition, certificate }).toEqual({ definition: undefined, certificate: undefined });
  });

  test('says with every problem what to do', () => {
    for (const { message, hint } of check({ id: 5, nodes: [{}], edges: [{}, 7], extra: 1 }).problems) {
      expect(message).toMatch(/\.$/);
      expect(hint).toMatch(/\S.*[.?]$/);
    }
  });

  test('finds problems of every kind at once', () => {
    const broken = sketch(['A -go-> B', 'A -go-> C', 'B -> Z', 'B -> A', 'C -x-> A', 'X -> A']);
    const nodes = broken.nodes
      .filter((node) => node.id !== 'Z')
      .map((node) => ({ ...node, workflowId: 'v' }));
    expect(
      new Set(
        found({ ...broken, nodes, colour: 'red', limits: { maxStep: 3 } }).map((each) => each.split(' ')[0]),
      ),
    ).toEqual(
      new Set([
        'FIELD_UNKNOWN',
        'WORKFLOW_ID_DIFFERS',
        'EDGE_TARGET_UNDEFINED',
        'ALWAYS_DUPLICATE',
        'LABEL_DUPLICATE',
        'NODE_UNREACHABLE',
      ]),
    );
  });
});

describe('the form of a definition', () => {
  const base = sketch(['A -go-> B']);
  const withNode = (change: object) => ({ ...base, nodes: [{ ...base.nodes[0], ...change }, base.nodes[1]] });

  test('must be an object', () => {
    for (const input of [null, undefined, 5, 'text', [], () => 1, Symbol('x'), 5n]) {
      expect(found(input)).toEqual(['DOCUMENT_NOT_OBJECT $']);
    }
  });

  test('lacks what it lacks where it lacks it', () => {
    expect(check({ ...base, name: undefined }).problems).toEqual([
      {
        severity: 'error',
        code: 'FIELD_MISSING',
        path: '$',
        message: 'The definition lacks "name".',
        hint: 'Add "name".',
      },
    ]);
    expect(found(withNode({ nodeName: undefined }))).toEqual(['FIELD_MISSING $.nodes[0]']);
  });

  test('tells wrong types in plain words', () => {
    expect(check({ ...base, limits: { maxSteps: 1.5 } }).problems).toMatchObject([
      {
        code: 'FIELD_TYPE',
        path: '$.limits.maxSteps',
        message: '"maxSteps" is a fraction; it must be a whole number.',
      },
    ]);
    expect(check({ ...base, isConversational: 'yes' }).problems).toMatchObject([
      { code: 'FIELD_TYPE', message: '"isConversational" is text; it must be true or false.' },
    ]);
    expect(check({ ...base, limits: { maxRetries: 99 } }).problems).toMatchObject([
      { code: 'FIELD_VALUE', message: '"maxRetries" must be at most 20.' },
    ]);
  });

  test('suggests the field that was probably meant', () => {
    expect(check(withNode({ agentid: 'x' })).problems).toMatchObject([
      {
        code: 'FIELD_UNKNOWN',
        path: '$.nodes[0].agentid',
        hint: 'Did you mean "agentId"? Otherwise remove it.',
      },
    ]);
    expect(check(withNode({ config: { rotues: [] } })).problems).toMatchObject([
      { code: 'FIELD_UNKNOWN', path: '$.nodes[0].config.rotues', hint: expect.stringContaining('"routes"') },
    ]);
  });

  test('suggests the node type that was probably meant', () => {
    expect(check(withNode({ nodeType: 'AGNET' })).problems).toMatchObject([
      { code: 'NODE_TYPE_UNKNOWN', path: '$.nodes[0].nodeType', hint: 'Did you mean "AGENT"?' },
    ]);
  });

  test('finds a broken node once, not again at each edge that refers to it', () => {
    expect(found(withNode({ id: undefined }))).toEqual(['FIELD_MISSING $.nodes[0]']);
    expect(found({ ...base, nodes: 'none' })).toEqual(['FIELD_TYPE $.nodes']);
    expect(found({ ...base, edges: undefined })).toEqual(['FIELD_MISSING $']);
  });

  test('finds a broken edge once, not again in what it would have served', () => {
    const definition = sketch(['A -go-> B', 'A -END-> .', 'B -> C', 'C -> .'], { isConversational: true });
    definition.edges.forEach((_, i) => {
      const edges = definition.edges.map((edge, j) => (i === j ? { ...edge, targetNodeId: 5 } : edge));
      expect(found({ ...definition, edges })).toEqual([`FIELD_TYPE $.edges[${i}].targetNodeId`]);
    });
  });

  test('finds a slip in an id once, not again in what it cut off', () => {
    const definition = sketch(['A -go-> B', 'A -END-> .', 'B -> C', 'C -> .'], { isConversational: true });
    for (const i of [0, 2]) {
      for (const field of ['sourceNodeId', 'targetNodeId'] as const) {
        const edges = definition.edges.map((edge, j) =>
          i === j ? { ...edge, [field]: `${edge[field]}x` } : edge,
        );
        const code = field === 'targetNodeId' ? 'EDGE_TARGET_UNDEFINED' : 'EDGE_SOURCE_UNDEFINED';
        expect(found({ ...definition, edges })).toEqual([`${code} $.edges[${i}].${field}`]);
      }
    }
    const named = sketch(['A -B-> B', 'B -> .']);
    expect(found(changed(named, 'edges', 0, { targetNodeId: 'somewhere else' }))).toEqual([
      'EDGE_TARGET_UNDEFINED $.edges[0].targetNodeId',
    ]);
  });
});

describe('labels and agents', () => {
  test('a label is served by the ALWAYS edge where it has none of its own', () => {
    expect(
      found(changed(sketch(['A -x-> B', 'A -> C']), 'nodes', 0, { config: { routes: ['x', 'y'] } })),
    ).toEqual([]);
  });

  test('choices and a default label need edges too', () => {
    const handoff = changed(sketch(['A', 'human -yes-> A']), 'nodes', 1, {
      config: { choices: ['yes', 'no'] },
    });
    expect(found(handoff)).toEqual(['LABEL_UNSERVED $.nodes[1].config.choices[1]']);
    const agent = changed(sketch(['A -x-> B']), 'nodes', 0, { config: { defaultLabel: 'X' } });
    expect(check(agent).problems).toMatchObject([
      {
        code: 'LABEL_UNSERVED',
        path: '$.nodes[0].config.defaultLabel',
        hint: expect.stringContaining('"x"'),
      },
    ]);
  });

  test('a hand-off needs no edge to be reached, since limits lead there', () => {
    expect(found(sketch(['A', 'human -> B', 'B']))).toEqual([]);
  });

  test('agents from elsewhere count as known', () => {
    const definition = sketch(['A -t-> tools']);
    expect(found(definition, { agents: sketchAgents({ A: ['x'] }), tools: ['x'] })).toEqual([]);
    expect(found(definition, { agents: sketchAgents({ A: ['x'] }), tools: [] })).toEqual([
      'TOOL_UNKNOWN $.nodes[0].agentId',
    ]);
    expect(found(definition, { agents: sketchAgents({ B: [] }) })).toEqual([
      'AGENT_UNDEFINED $.nodes[0].agentId',
    ]);
    expect(found(definition)).toEqual([]);
  });

  test('an edge to tools is never taken by an agent without tools', () => {
    expect(found(sketch(['A -t-> tools'], { agents: sketchAgents({ A: [] }) }))).toEqual([
      'EDGE_NEVER_TAKEN $.edges[0].conditionValue',
    ]);
  });

  test('a loop is bounded by the limits of the settings where the definition has none', () => {
    const limits = { maxSteps: null, maxAgentHops: null, maxToolHops: null, maxSameAgentRoutes: null };
    const settings = {
      ...limits,
      timeoutMs: 1_000,
      maxRetries: 0,
      maxTokens: null,
      maxOutputTokens: null,
      windowTokens: null,
    };
    const { problems, definition, certificate } = check(sketch(['A -b-> B', 'B -a-> A']), {
      limits: settings,
    });
    expect(problems).toMatchObject([
      { code: 'LOOP_UNBOUNDED', message: expect.stringMatching(/"A" → "B" → "A"|"B" → "A" → "B"/) },
    ]);
    expect(definition).toBeUndefined();
    expect(certificate).toMatchObject({ bounded: false });
  });
});
