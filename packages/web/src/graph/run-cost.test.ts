import { expect, it } from 'vitest';
import { runCost } from './run-cost.ts';

const usage = { inputTokens: 2_000_000, outputTokens: 500_000, modelCalls: 1 };
const prices = { 'openai:a': { input: 1, output: 4 }, 'openai:b': { input: 10, output: 0 } };

it('adds up what each model costs', () => {
  expect(runCost({ 'openai:a': usage }, prices)).toBe(4);
  expect(runCost({ 'openai:a': usage, 'openai:b': usage }, prices)).toBe(24);
});

it('takes what was in the cache at its price', () => {
  const cached = { 'openai:a': { ...usage, cachedInputTokens: 1_000_000 } };
  expect(runCost(cached, { 'openai:a': { input: 1, output: 4, cachedInput: 0.5 } })).toBe(3.5);
  expect(runCost(cached, prices)).toBe(4);
});

it('is unknown when one of the models has no price, or none has answered yet', () => {
  expect(runCost({ 'openai:a': usage, offline: usage }, prices)).toBeNull();
  expect(runCost({}, prices)).toBeNull();
});
