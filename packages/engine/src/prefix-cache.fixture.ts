// The cache of a provider, as OpenAI and the servers of open models have it: of each prompt, the longest beginning that
// was sent before costs less. It works on what goes over the wire, in the order in which a provider reads it.
import { fieldOf, listOf, type ModelRequest, parseJson } from '@cadence-agents/contracts';
import type { OpenaiDialect } from './models/openai/dialect.ts';
import { openaiRequestBody } from './models/openai/request.ts';

/** 16 tokens, as vLLM has it; OpenAI takes 128 at a time. */
const BLOCK_CHARS = 16 * 4;

/** The share of the prompts that was in the cache: without what is new, and without the first prompt of each agent. */
export function shareInCache(requests: readonly ModelRequest[], dialect: OpenaiDialect): number {
  const cache = new Set<string>();
  const prompts = requests.map((request) => promptOf(request, dialect));
  const found = prompts.map((prompt) => {
    const blocks = Math.floor(prompt.length / BLOCK_CHARS);
    const beginnings = Array.from({ length: blocks }, (_, index) =>
      prompt.slice(0, (index + 1) * BLOCK_CHARS),
    );
    const missing = beginnings.findIndex((beginning) => !cache.has(beginning));
    for (const beginning of beginnings) cache.add(beginning);
    return (missing === -1 ? blocks : missing) * BLOCK_CHARS;
  });
  return sum(found) / sum(prompts.map(({ length }) => length));
}

/** The share of the prompts that can be taken from a cache later: what the next prompt of the same agent begins with. */
export function shareCacheable(requests: readonly ModelRequest[], dialect: OpenaiDialect): number {
  const pairs = [...Map.groupBy(requests, ({ speaker }) => speaker).values()].flatMap((own) => {
    const prompts = own.map((request) => promptOf(request, dialect));
    return prompts.slice(1).map((next, index) => [prompts[index] ?? '', next] as const);
  });
  const repeated = pairs.map(([prompt, next]) => sharedBeginning(prompt, next));
  return sum(repeated) / sum(pairs.map(([prompt]) => prompt.length));
}

function sharedBeginning(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Tools first, then the messages. */
function promptOf(request: ModelRequest, dialect: OpenaiDialect): string {
  const body = parseJson(openaiRequestBody('m', request, false, dialect).toString());
  const parts = [...listOf(fieldOf(body, 'tools')), ...listOf(fieldOf(body, 'messages'))];
  return parts.map((part) => JSON.stringify(part)).join('\n');
}
