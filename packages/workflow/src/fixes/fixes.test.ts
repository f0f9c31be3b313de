import { describe, expect, test } from 'vitest';
import { changed } from '../check/broken-documents.fixture.ts';
import { type CheckOptions, check } from '../check/check.ts';
import { sketch, sketchAgents } from '../definition.fixture.ts';
import { applyEdits } from './apply-edits.ts';
import { fixesOf } from './fixes-of.ts';
import { mend } from './mend.ts';

const titles = (document: unknown, code: string, options?: CheckOptions) => {
  const problem = check(document, options).problems.find((each) => each.code === code);
  return problem && fixesOf(problem, document, options).map(({ title }) => title);
};

/** For each problem that has an obvious mend: a definition with it, and the first thing that is offered. */
const offered: [string, unknown, string, CheckOptions?][] = [
  ['FIELD_UNKNOWN', { ...sketch(['A']), entrypointNode: 1 }, 'Remove "entrypointNode"'],
  ['FIELD_UNKNOWN', { ...sketch(['A']), descripton: 'x' }, 'Call the field "description"'],
  ['FIELD_MISSING', { ...sketch(['A']), edges: undefined }, 'Add "edges": []'],
  ['FIELD_VALUE', { ...sketch(['A']), limits: { maxSteps: -1 } }, 'Set "limits maxSteps" to 1'],
  [
    'FIELD_VALUE',
    changed(sketch(['A -> B']), 'edges', 0, { conditionType: 'ALWYS' }),
    'Set "0 conditionType" to "ALWAYS"',
  ],
  ['FIELD_TYPE', { ...sketch(['A']), limits: { maxSteps: '7' } }, 'Set "limits maxSteps" to 7'],
  ['FIELD_TYPE', { ...sketch(['A']), isConversational: 'true' }, 'Set "isConversational" to true'],
  ['NODE_ID_DUPLICATE', changed(sketch(['A -> B']), 'nodes', 1, { id: 'A' }), 'Call the second one "B"'],
  [
    'NODE_NAME_DUPLICATE',
    changed(sketch(['A -> B']), 'nodes', 1, { nodeName: 'A' }),
    'Call the second one "A-2"',
  ],
  [
    'EDGE_ID_DUPLICATE',
    changed(sketch(['A -> B', 'B -> .']), 'edges', 1, { id: 'e0' }),
    'Call the second one "e0-2"',
  ],
  [
    'AGENT_ID_DUPLICATE',
    { ...sketch(['A']), agents: [...sketchAgents({ A: [] }), ...sketchAgents({ A: [] })] },
    'Keep only the first agent "agent-A"',
  ],
  [
    'WORKFLOW_ID_DIFFERS',
    changed(sketch(['A -> B']), 'edges', 0, { workflowId: 'v' }),
    'Set "workflowId" to "w"',
  ],
  [
    'NODE_TYPE_UNKNOWN',
    changed(sketch(['A -t-> tools']), 'nodes', 1, { nodeType: 'TOOL_EXECUTER' }),
    'Make it TOOL_EXECUTOR',
  ],
  ['ENTRYPOINT_UNDEFINED', { ...sketch(['A -> B']), entrypointNodeId: 'Z' }, 'Start at "A"'],
  [
    'EDGE_SOURCE_UNDEFINED',
    changed(sketch(['first -> second']), 'edges', 0, { sourceNodeId: 'frist' }),
    'Have it start at "first"',
  ],
  [
    'EDGE_TARGET_UNDEFINED',
    changed(sketch(['first -> second']), 'edges', 0, { targetNodeId: 'secnd' }),
    'Lead it to "second"',
  ],
  ['AGENT_MISSING', changed(sketch(['A']), 'nodes', 0, { agentId: null }), 'Create the agent "A"'],
  ['AGENT_UNDEFINED', { ...sketch(['A']), agents: [] }, 'Create the agent "agent-A"'],
  ['AGENT_UNDEFINED', { ...sketch(['A']), agents: sketchAgents({ Ab: [] }) }, 'Use the agent "agent-Ab"'],
  [
    'PLUGIN_AGENT_UNKNOWN',
    changed(sketch(['A']), 'nodes', 0, { agentId: 'plugin:mth' }),
    'Use the agent "plugin:math"',
    { agents: [{ id: 'plugin:math', name: 'Math', systemPrompt: '' }] },
  ],
  [
    'MODEL_UNUSABLE',
    sketch(['A'], { agents: sketchAgents({ A: [] }).map((agent) => ({ ...agent, model: 'no:where' })) }),
    'Use the default model',
    { modelProblem: () => 'Nobody has it.' },
  ],
  [
    'PROMPT_VARIABLE_UNKNOWN',
    sketch(['A'], {
      agents: sketchAgents({ A: [] }).map((agent) => ({
        ...agent,
        systemPrompt: 'To {{ user.nme | you }}.',
      })),
    }),
    'Write "user.name"',
  ],
  [
    'TOOL_UNKNOWN',
    sketch(['A -t-> tools'], { agents: sketchAgents({ A: ['calculat'] }) }),
    'Use the tool "calculate"',
    { tools: ['calculate', 'search'] },
  ],
  [
    'AGENT_TOOLS_UNREACHABLE',
    sketch(['A'], { agents: sketchAgents({ A: ['x'] }) }),
    'Add a node that runs the tools',
  ],
  ['ALWAYS_DUPLICATE', sketch(['A -> B', 'A -> C']), 'Remove the edge'],
  ['ALWAYS_WITH_VALUE', changed(sketch(['A -> B']), 'edges', 0, { conditionValue: 'x' }), 'Drop the label'],
  [
    'CONDITION_VALUE_MISSING',
    changed(sketch(['A -x-> B']), 'edges', 0, { conditionValue: null }),
    'Take it for the label "B"',
  ],
  ['LABEL_DUPLICATE', sketch(['A -x-> B', 'A -x-> C']), 'Take it for the label "C"'],
  ['LABEL_DUPLICATE', sketch(['A -x-> B', 'A -x-> B']), 'Remove the edge'],
  ['END_WITHOUT_LABEL', sketch(['A -x-> .']), 'Set the label to END'],
  ['END_WITH_TARGET', sketch(['A -END-> B']), 'Have it end the run'],
  [
    'LABEL_UNSERVED',
    changed(sketch(['A -go-> B']), 'nodes', 0, { config: { routes: ['go', 'C'] } }),
    'Add an edge "C" to "B"',
  ],
  [
    'LABEL_UNSERVED',
    changed(sketch(['A -> B', 'B']), 'nodes', 1, { nodeType: 'INGRESS', agentId: null }),
    'Go to the end otherwise',
  ],
  ['END_UNSERVED', sketch(['A -x-> B'], { isConversational: true }), 'Add an END edge'],
  ['NODE_WITHOUT_ROUTE', sketch(['tools -x-> A']), 'Go to the end otherwise'],
  [
    'EDGE_NEVER_TAKEN',
    changed(sketch(['A -x-> B', 'A -y-> B']), 'nodes', 0, { config: { routes: ['x'] } }),
    'Let "A" choose "y"',
  ],
  [
    'TOOL_EDGE_NEVER_TAKEN',
    sketch(['A -t-> tools', 'tools -calculat-> A'], { agents: sketchAgents({ A: ['calculate'] }) }),
    'Take it for the label "calculate"',
  ],
  ['NODE_UNREACHABLE', sketch(['A', 'B']), 'Lead to it from "A"'],
  ['NODE_CANNOT_END', sketch(['A -> A']), 'Add an END edge'],
  [
    'LOOP_UNBOUNDED',
    sketch(['A -x-> A'], { limits: { maxSteps: null, maxAgentHops: null } }),
    'Allow at most 15 steps',
  ],
  [
    'POLICY_SUBJECT_UNKNOWN',
    sketch(['A'], { policies: [{ rule: 'never', what: { node: 'B' } }] }),
    'Remove the policy',
  ],
];

describe('fixesOf', () => {
  test.each(offered)('%s: offers first what is likely meant', (code, document, title, options) => {
    expect(titles(document, code, options)?.[0]).toBe(title);
  });

  test.each(offered)(
    '%s: whatever is offered mends it and brings no error',
    (code, given, _title, options) => {
      const document = JSON.parse(JSON.stringify(given));
      const problem = check(document, options).problems.find((each) => each.code === code);
      const fixes = problem ? fixesOf(problem, document, options) : [];
      expect(fixes.length).toBeGreaterThan(0);
      const [first] = fixes;
      const { problems } = check(applyEdits(document, first?.edits ?? []), options);
      expect(problems.filter((each) => each.severity === 'error' || each.code === code)).toEqual([]);
    },
  );

  test('offers nothing for what only a person can know', () => {
    const broken = sketch(['A'], { policies: [{ rule: 'never', what: { node: 'A' } }] });
    expect(titles(broken, 'POLICY_BROKEN')).toEqual([]);
  });
});

describe('mend', () => {
  test('mends all that can be, tells what it did, and leaves the rest', () => {
    const document = {
      ...sketch(['first -> second', 'second -> first', 'lost -x-> .']),
      limits: { maxSteps: -1 },
      policies: [{ rule: 'never', what: { node: 'first' } }],
    };
    const { done, problems, document: mended } = mend(document);
    expect(done.map(({ code, title }) => [code, title])).toEqual([
      ['FIELD_VALUE', 'Set "limits maxSteps" to 1'],
      ['END_WITHOUT_LABEL', 'Set the label to END'],
      ['NODE_UNREACHABLE', 'Lead to it from "second"'],
    ]);
    expect(problems.map(({ code }) => code)).toEqual(['POLICY_BROKEN']);
    expect(check(mended).problems).toEqual(problems);
  });

  test('leaves alone what is no document', () => {
    expect(mend(null)).toMatchObject({ document: null, done: [] });
  });
});
