import { describe, expect, it } from 'vitest';
import { copyNodes, pasteNodes, readCopied, removeNodes } from './copied-nodes.ts';
import { addEdge, addNode } from './edit-workflow.ts';
import { readDraft } from './read-draft.ts';

const empty = (id: string) => JSON.stringify({ id, name: 'W', entrypointNodeId: '', nodes: [], edges: [] });
const two = addEdge(addEdge(addNode(addNode(empty('w'), 'AGENT'), 'ROUTER'), 0, 1), 1, null);
const place = () => ({ x: 10, y: 20 });

describe('copied nodes', () => {
  it('are pasted beside themselves under free names, with the edges among them', () => {
    const copied = readCopied(JSON.stringify(copyNodes(two, new Set(['agent', 'router']), place)));
    const { text, ids } = pasteNodes(two, copied ?? expect.fail('nothing was copied'));
    const { nodes, edges } = readDraft(text);
    expect(nodes.map(({ id }) => id)).toEqual(['agent', 'router', 'agent-2', 'router-2']);
    expect(new Set(nodes.map(({ nodeName }) => nodeName)).size).toBe(4);
    expect(edges.slice(2)).toMatchObject([
      { sourceNodeId: 'agent-2', targetNodeId: 'router-2' },
      { sourceNodeId: 'router-2', targetNodeId: null },
    ]);
    expect(ids.get('agent')).toBe('agent-2');
    expect(removeNodes(text, new Set(ids.values()))).toBe(two);
  });

  it('take along the agents that travel with the file, once', () => {
    const agents = [
      { id: 'friend', name: 'Friend' },
      { id: 'other', name: 'Other' },
    ];
    const source = JSON.stringify({
      ...JSON.parse(empty('w')),
      nodes: [{ id: 'a', workflowId: 'w', nodeType: 'AGENT', nodeName: 'A', agentId: 'friend' }],
      agents,
    });
    const copied = copyNodes(source, new Set(['a']), place);
    const once = pasteNodes(empty('v'), copied).text;
    const twice = pasteNodes(once, copied).text;
    expect(JSON.parse(twice)).toMatchObject({
      entrypointNodeId: 'a',
      nodes: [{ id: 'a', workflowId: 'v' }, { id: 'a-2' }],
      agents: [agents[0]],
    });
    expect(JSON.parse(twice).agents).toHaveLength(1);
  });

  it('are told from anything else that a clipboard has', () => {
    for (const other of ['', 'a text', '{}', '[1]', '{"cadence":"nodes"}', '{"nodes":[{"id":"a"}]}'])
      expect(readCopied(other)).toBeUndefined();
  });
});
