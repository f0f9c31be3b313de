import { expect, it } from 'vitest';
import { definitionDifference } from './definition-difference.ts';

const node = (id: string, more = {}) => ({ id, nodeName: `the ${id}`, nodeType: 'AGENT', ...more });
const edge = (sourceNodeId: string, targetNodeId: string | null) => ({ sourceNodeId, targetNodeId });
const before = {
  ...{ id: 'w', name: 'Before', limits: { maxSteps: 3 } },
  nodes: [node('a'), node('b'), node('c')],
  edges: [edge('a', 'b'), edge('b', null)],
  agents: [{ id: 'x', name: 'X', systemPrompt: 'Old.' }],
};
const after = {
  ...{ limits: { maxSteps: 3 }, name: 'After', id: 'w' },
  nodes: [
    { nodeType: 'AGENT', nodeName: 'the a', id: 'a' },
    node('b', { config: { loud: true } }),
    node('d'),
  ],
  edges: [edge('a', 'b'), edge('b', 'd')],
  agents: [{ id: 'x', name: 'X', systemPrompt: 'New.' }],
};

it('tells what was added, removed and changed, and draws both as one', () => {
  const found = definitionDifference(before, after);
  const told = (items: readonly { name: string; change: string }[]) =>
    items.map(({ name, change }) => `${name} ${change}`);
  expect(told(found.nodes)).toEqual(['the b changed', 'the c removed', 'the d added']);
  expect(told(found.edges)).toEqual(['the b → end removed', 'the b → the d added']);
  expect(told(found.agents)).toEqual(['X changed']);
  expect(told(found.fields)).toEqual(['name changed']);
  expect(found.both).toMatchObject({ nodes: [{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }] });
  expect([...found.marks.nodes]).toEqual([
    ['the b', ['changed']],
    ['the c', ['removed']],
    ['the d', ['added']],
  ]);
  expect([...found.marks.edges]).toEqual([
    [1, 'removed'],
    [2, 'added'],
  ]);
});

it('finds nothing where only the order of fields is another', () => {
  const { nodes, edges, agents, fields } = definitionDifference(before, {
    ...Object.fromEntries(Object.entries(before).toReversed()),
  });
  expect([...nodes, ...edges, ...agents, ...fields]).toEqual([]);
});
