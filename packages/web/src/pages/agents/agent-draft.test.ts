import type { AgentDefinition } from '@cadence-agents/contracts';
import { expect, it } from 'vitest';
import { agentFrom, draftOf, emptyDraft, isSameDraft, problemsOf } from './agent-draft.ts';

const agent: AgentDefinition = {
  id: 'adder',
  name: 'Adder',
  description: 'Adds.',
  systemPrompt: 'You add.',
  model: 'openai:x',
  tools: ['calculate'],
  responseSuggestion: 'Be short.',
  temperature: 0.5,
  maxOutputTokens: 100,
};

it('makes the same agent of a draft that nobody touched', () => {
  expect(agentFrom(draftOf(agent), agent)).toEqual(agent);
  expect(isSameDraft(draftOf(agent), draftOf({ ...agent }))).toBe(true);
});

it('leaves out what is empty, and makes an id from the name', () => {
  const draft = { ...emptyDraft, name: ' Über Adder! ', systemPrompt: 'You add.' };
  expect(agentFrom(draft, undefined)).toEqual({
    id: 'über-adder',
    name: 'Über Adder!',
    systemPrompt: 'You add.',
  });
});

it('keeps the id when the name changes', () => {
  expect(agentFrom({ ...draftOf(agent), name: 'Summer' }, agent)).toMatchObject({
    id: 'adder',
    name: 'Summer',
  });
});

it('finds nothing wrong with an agent, nor with its name when it is its own', () => {
  expect(problemsOf(draftOf(agent), agent, ['adder'])).toEqual({});
});

it.each([
  [{ name: ' ' }, 'name'],
  [{ name: 'adder' }, 'name'],
  [{ name: 'x', temperature: '2.1' }, 'temperature'],
  [{ name: 'x', temperature: 'warm' }, 'temperature'],
  [{ name: 'x', maxOutputTokens: '0' }, 'maxOutputTokens'],
  [{ name: 'x', maxOutputTokens: '1.5' }, 'maxOutputTokens'],
] as const)('does not take %j', (given, field) => {
  expect(Object.keys(problemsOf({ ...emptyDraft, ...given }, undefined, ['adder']))).toEqual([field]);
});
