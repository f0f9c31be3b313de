import { definitionJsonSchema } from '@cadence-agents/workflow';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cursorIn } from './json-cursor.ts';
import { JsonPlaces } from './json-place.ts';
import { suggestionsAt } from './suggest-json.ts';

const schema = definitionJsonSchema();
const elsewhere = {
  agents: [{ name: 'plugin:math', description: 'Counts.' }],
  tools: [{ name: 'add' }, { name: 'divide' }],
  models: [{ name: 'openai:one' }],
};

/** What is offered where `|` stands. */
function offered(marked: string): string[] {
  const at = marked.indexOf('|');
  const found = suggestionsAt(marked.replace('|', ''), at, schema, elsewhere);
  return found?.list.map(({ json }) => json) ?? [];
}

const around = (nodes: string, more = '') =>
  `{ "id": "w", "nodes": [{ "id": "n0", "nodeType": "AGENT" }, ${nodes}], "agents": [{ "id": "friend" }]${more} }`;

describe('suggestionsAt', () => {
  it.each([
    ['names of fields that are not there yet', '{ "id": "w", "n|" }', ['"name"', '"nodes"'], ['"id"']],
    ['names in a text that is not closed', '{ "id": "w",\n "no|\n}', ['"nodes"', '"edges"'], []],
    ['names where the comma is missing', '{ "id": "w"\n "|\n}', ['"nodes"'], ['"ALWAYS"']],
    ['nothing behind a value', '{ "id": "w" |}', [], ['"nodes"']],
    ['kinds', around('{ "nodeType": "|" }'), ['"AGENT"', '"GENERATOR"'], ['"n0"']],
    ['nodes', around('{}', ', "edges": [{ "sourceNodeId": "|" }]'), ['"n0"'], ['"friend"']],
    ['the end', around('{}', ', "edges": [{ "targetNodeId": | }]'), ['"n0"', 'null'], []],
    ['types of conditions', '{ "edges": [{ "conditionType": "|" }] }', ['"ALWAYS"', '"CONDITIONAL"'], []],
    ['agents, here and elsewhere', around('{ "agentId": "|" }'), ['"friend"', '"plugin:math"'], ['"n0"']],
    ['tools', '{ "agents": [{ "id": "a", "tools": ["add", "|"] }] }', ['"divide"'], ['"openai:one"']],
    ['models', '{ "agents": [{ "model": "|" }] }', ['"openai:one"'], []],
    [
      'subjects of rules',
      around('{}', ', "policies": [{ "rule": "never", "what": { "node": "|" } }]'),
      ['"n0"'],
      [],
    ],
    ['fields of a rule', '{ "policies": [{ "rule": "atMost", "|" }] }', ['"times"', '"what"'], ['"follows"']],
    ['switches', '{ "isConversational": | }', ['true', 'false'], []],
  ])('offers %s', (_, marked, some, none) => {
    const found = offered(marked);
    expect(found).toEqual(expect.arrayContaining(some));
    for (const each of none) expect(found).not.toContain(each);
  });

  it('offers what a kind can be told, also where it is named further down', () => {
    const config = (kind: string) =>
      offered(`{ "nodes": [{ "id": "n", "config": { "|" }, "nodeType": "${kind}" }] }`);
    expect(config('HAND_OFF')).not.toEqual(config('AGENT'));
    expect(config('AGENT').length).toBeGreaterThan(0);
  });
});

describe('cursorIn', () => {
  it('knows the path of every text in any JSON, and minds no text at all', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (json, place) => {
        const text = JSON.stringify(JSON.parse(json), null, 2);
        const at = place % (text.length + 1);
        const cursor = cursorIn(text, at);
        cursorIn(text.slice(at), place % 7);
        if (!cursor?.isQuoted || cursor.isName) return;
        const path = [...(cursor.around.at(-1)?.path ?? []), cursor.step];
        const range = new JsonPlaces(text).find(path);
        expect(range).toBeDefined();
      }),
    );
  });
});
