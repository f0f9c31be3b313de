import { describe, expect, it } from 'vitest';
import { lengthProblem } from './length-problem.ts';
import { errorForStatus } from './model-error.ts';

describe('lengthProblem', () => {
  it.each([
    [
      "This model's maximum context length is 4097 tokens. However, you requested 4927 tokens (3927 in the messages, 1000 in the completion). Please reduce the length of the messages or completion.",
      { limit: 4097, asked: 4927 },
    ],
    [
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 130012 tokens.",
      { limit: 128000, asked: 130012 },
    ],
    [
      '400 {"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 215000 tokens > 200000 maximum"}}',
      { limit: 200000, asked: 215000 },
    ],
    [
      'input length and `max_tokens` exceed context limit: 190000 + 16384 > 200000, decrease input length or `max_tokens` and try again',
      { limit: 200000, asked: 206384 },
    ],
    [
      '[400 Bad Request] The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      { limit: 1048576, asked: 1200000 },
    ],
    ['The input token count exceeds the maximum number of tokens allowed 1,048,576.', {}],
    [
      'Prompt contains 40,960 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      { limit: 32768, asked: 40960 },
    ],
    ['The prompt is too long: 5000, model maximum context length: 4096', { limit: 4096, asked: 5000 }],
    [
      'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4097. Given: 4000 `inputs` tokens',
      { limit: 4097 },
    ],
    [
      'request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it',
      { limit: 4096, asked: 5000 },
    ],
    [
      "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
      { limit: 131072, asked: 140000 },
    ],
    [
      'Request too large for gpt-4o in organization org on tokens per min (TPM): Limit 30000, Requested 41000.',
      { limit: 30000, asked: 41000 },
    ],
    ['Input is too long for requested model.', {}],
  ])('makes out what a provider means by: %s', (message, numbers) => {
    expect(lengthProblem(message)).toEqual({ reason: 'context', ...numbers });
  });

  it.each([
    [
      'max_tokens is too large: 16384. This model supports at most 4096 completion tokens, whereas you provided 16384.',
      4096,
    ],
    [
      'max_tokens: 16384 > 8192, which is the maximum allowed number of output tokens for claude-3-5-haiku',
      8192,
    ],
    ['`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens`', 8192],
  ])('tells a reply that may not be so long from a request that is too long: %s', (message, limit) => {
    expect(lengthProblem(message)).toMatchObject({ reason: 'output', limit });
  });

  it('goes by the code where the words say nothing', () => {
    expect(lengthProblem('Invalid request.', 'context_length_exceeded')).toEqual({ reason: 'context' });
  });

  it.each([
    'The model is overloaded.',
    'You exceeded your current quota.',
    'maximum number of images is 20',
    '',
  ])('leaves other refusals alone: %s', (message) => expect(lengthProblem(message)).toBeUndefined());

  it('makes them an error of its own, whatever the status', () => {
    const failure = { model: 'x:y', message: 'prompt is too long: 9 tokens > 8 maximum' };
    for (const status of [400, 413, 429, 500])
      expect(errorForStatus({ ...failure, status })).toMatchObject({
        code: 'MODEL_CONTEXT_EXCEEDED',
        details: { reason: 'context', limit: 8, asked: 9, status },
      });
    expect(errorForStatus({ ...failure, status: 413, message: '' }).code).toBe('MODEL_CONTEXT_EXCEEDED');
    expect(errorForStatus({ ...failure, status: 400, message: 'no' }).code).toBe('MODEL_REFUSED');
  });
});
