import { applyEdits, check, fixesOf } from '@cadence-agents/workflow';
import { describe, expect, it } from 'vitest';
import { applyFix } from './apply-fix.ts';
import { setConfigField } from './edit-config.ts';
import { addRoute, removeRoute, renameRoute, retargetRoute } from './edit-routes.ts';
import { formatJson } from './format-json.ts';

const node = (id: string, config: Record<string, string[]> | null = null) => ({
  ...{ id, workflowId: 'w', nodeType: 'HUMAN_HANDOFF', nodeName: id },
  ...(config && { config }),
});
const edge = (from: string, to: string | null, label: string | null) => ({
  ...{ id: `${from}-${to ?? 'END'}`, workflowId: 'w', sourceNodeId: from, targetNodeId: to },
  conditionType: label === null ? 'ALWAYS' : 'CONDITIONAL',
  conditionValue: label ?? (to === null ? 'END' : null),
});
const workflow = formatJson({
  ...{ id: 'w', name: 'W', entrypointNodeId: 'a' },
  nodes: [node('a', { choices: ['go'] }), node('b')],
  edges: [edge('a', 'b', 'go')],
});
const problems = (text: string) => check(JSON.parse(text)).problems.map(({ code }) => code);

describe('the ways out of a node', () => {
  it('are edges and listed labels at once, and go again without a trace', () => {
    const added = addRoute(workflow, { from: 0, label: 'stop', to: null });
    expect(JSON.parse(added)).toMatchObject({
      nodes: [{ config: { choices: ['go', 'END'] } }, {}],
      edges: [{}, { targetNodeId: null, conditionType: 'CONDITIONAL', conditionValue: 'END' }],
    });
    expect(problems(added)).toEqual([]);
    expect(JSON.parse(removeRoute(added, 1))).toEqual(JSON.parse(workflow));
    const looped = addRoute(workflow, { from: 1, label: null, to: 0 });
    expect(JSON.parse(looped).edges[1]).toMatchObject({ conditionType: 'ALWAYS', conditionValue: null });
  });

  it('keep their label in edge and config when it is renamed', () => {
    const renamed = JSON.parse(renameRoute(workflow, 0, 'on'));
    expect(renamed.edges[0].conditionValue).toBe('on');
    expect(renamed.nodes[0].config.choices).toEqual(['on']);
  });

  it('lead to the end by END alone', () => {
    const ended = retargetRoute(workflow, 0, null);
    expect(problems(ended)).not.toContain('END_WITHOUT_LABEL');
    expect(JSON.parse(retargetRoute(ended, 0, 1)).edges[0]).toMatchObject({
      targetNodeId: 'b',
      conditionValue: 'b',
    });
  });
});

describe('what a node is told', () => {
  it('is set and removed field by field', () => {
    const asked = setConfigField(workflow, 1, 'question', 'Go on?');
    expect(JSON.parse(asked).nodes[1].config).toEqual({ question: 'Go on?' });
    expect(JSON.parse(setConfigField(asked, 1, 'question', undefined))).toEqual(JSON.parse(workflow));
  });
});

describe('a fix', () => {
  it('changes the text as it changes the document', () => {
    const broken = {
      ...JSON.parse(workflow),
      entrypointNodeId: 'x',
      limits: null,
      nodes: [node('a', { choices: ['go', 'on'] }), { ...node('b'), nodeType: 'AGENT' }],
    };
    const text = formatJson(broken);
    const found = check(broken).problems;
    expect(found.length).toBeGreaterThan(2);
    for (const problem of found)
      for (const fix of fixesOf(problem, broken))
        expect(JSON.parse(applyFix(text, fix)), fix.title).toEqual(applyEdits(broken, fix.edits));
  });
});
