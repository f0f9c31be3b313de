import { check } from '@cadence-agents/workflow';
import { definitionArbitrary } from '@cadence-agents/workflow/testing';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { copyWorkflow, idFromName } from './copy-workflow.ts';
import { blank, templates } from './templates.ts';

it.each([blank, ...templates])('begins with a workflow that is right: $name', (template) => {
  expect(check(copyWorkflow(template, 'mine', 'Mine')).problems).toEqual([]);
});

it('copies any workflow under another id', () => {
  fc.assert(
    fc.property(definitionArbitrary(), (definition) => {
      const { definition: copy } = check(copyWorkflow(definition, 'other', 'Other'));
      expect(copy).toMatchObject({
        id: 'other',
        name: 'Other',
        entrypointNodeId: definition.entrypointNodeId,
      });
    }),
  );
});

it('makes an id from a name', () => {
  expect(idFromName('  My first Workflow! ')).toBe('my-first-workflow');
  expect(idFromName('Größe & Maß')).toBe('größe-maß');
});
