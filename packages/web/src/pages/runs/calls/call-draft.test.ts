import { endpoints } from '@cadence-agents/contracts';
import { expect, it } from 'vitest';
import { changesIn, draftOf } from './call-draft.ts';

const request = {
  model: 'openai:m',
  system: 'Be kind. The key is [redacted].',
  messages: [{ id: 'a', role: 'user' as const, content: 'Hello?' }],
  tools: [],
  temperature: 0.5,
  maxOutputTokens: 300,
};

it('sends what is changed, and nothing else', () => {
  expect(changesIn(draftOf(request), request)).toEqual({});
  const draft = { ...draftOf(request), model: ' openai:other ', temperature: '', topP: '0.9', note: 'Soon.' };
  const changes = changesIn(draft, request);
  expect(changes).toEqual({ model: 'openai:other', temperature: null, topP: 0.9, note: 'Soon.' });
  expect(endpoints.tryCall.body.safeParse(changes).success).toBe(true);
});
