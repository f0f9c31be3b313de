import { readFileSync } from 'node:fs';
import { defineKind, isJsonObject, type JsonObject } from '@cadence-agents/contracts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { check } from './check/check.ts';
import { definitionJsonSchema } from './definition-json-schema.ts';
import { builtInKinds, kindsWith } from './kinds/kinds.ts';
import { definitionArbitrary } from './testing/index.ts';

const schema = definitionJsonSchema();
const accepts = validator(schema);
const shipped = (name: string): JsonObject =>
  JSON.parse(readFileSync(new URL(`../../../workflows/${name}.json`, import.meta.url), 'utf8'));

function validator(of: Record<string, unknown>): (document: unknown) => boolean {
  const validate = new Ajv2020({ strict: false }).compile(of);
  return (document) => validate(document) === true;
}

const oneNode = (node: JsonObject): JsonObject => ({
  id: 'w',
  name: 'W',
  entrypointNodeId: 'n',
  nodes: [{ id: 'n', nodeName: 'n', ...node }],
  edges: [],
});

describe('the JSON Schema of a definition', () => {
  it('accepts what ships, and what the checker passes', () => {
    for (const name of ['2nChat', 'approved-plan', 'assistant']) expect(accepts(shipped(name))).toBe(true);
    fc.assert(fc.property(definitionArbitrary(), accepts));
  });

  it('accepts what people may leave out, and their $schema', () => {
    const byHand = { ...oneNode({ nodeType: 'SYNTHESIZER' }), $schema: './workflow.schema.json' };
    const edges = [{ sourceNodeId: 'n', targetNodeId: null }];
    expect(accepts({ ...byHand, edges })).toBe(true);
    expect(check({ ...byHand, edges }).problems).toEqual([]);
  });

  it('holds each node to the config of its kind', () => {
    expect(accepts(oneNode({ nodeType: 'TOOL_EXECUTOR', config: { concurrency: 4 } }))).toBe(true);
    expect(accepts(oneNode({ nodeType: 'TOOL_EXECUTOR', config: { concurrency: 'four' } }))).toBe(false);
    expect(accepts(oneNode({ nodeType: 'TOOL_EXECUTOR', config: { question: 'Yes?' } }))).toBe(false);
    expect(accepts(oneNode({ nodeType: 'AGENT' }))).toBe(false);
    expect(accepts(oneNode({ nodeType: 'AGENTS', agentId: 'a' }))).toBe(false);
    expect(accepts(oneNode({ nodeType: 'MATH_ROUND', config: { anything: 1 } }))).toBe(true);
  });

  it('knows the kinds that plugins bring', () => {
    const config = z.strictObject({ words: z.array(z.string()).min(1).describe('What is urgent.') });
    const kind = defineKind({
      type: 'TRIAGE_SORT',
      title: 'Sort',
      summary: 'Sorts.',
      family: 'router',
      config,
    });
    const knows = validator(definitionJsonSchema(kindsWith([kind])));
    expect(knows(oneNode({ nodeType: 'TRIAGE_SORT', config: { words: ['fire'] } }))).toBe(true);
    expect(knows(oneNode({ nodeType: 'TRIAGE_SORT', config: {} }))).toBe(false);
    expect(knows(oneNode({ nodeType: 'TRIAGE_SORT' }))).toBe(false);
  });

  it('explains every field, and every kind by name', () => {
    expect(undescribed(schema, '$')).toEqual([]);
    const text = JSON.stringify(schema);
    for (const { type, summary } of builtInKinds.list) {
      expect(text).toContain(`"const":"${type}"`);
      expect(text).toContain(JSON.stringify(summary).slice(1, -1));
    }
  });
});

/** The places of properties that say nothing of themselves. */
function undescribed(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => undescribed(item, `${path}[${i}]`));
  if (!isJsonObject(value)) return [];
  const properties = isJsonObject(value.properties) ? Object.entries(value.properties) : [];
  const silent = properties.filter(
    ([, property]) => !isJsonObject(property) || property.description === undefined,
  );
  return [
    ...silent.map(([name]) => `${path}.${name}`),
    ...Object.entries(value).flatMap(([key, item]) => undescribed(item, `${path}.${key}`)),
  ];
}
