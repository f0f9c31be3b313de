// The models that a provider says it has, for people to choose from. OpenAI, Anthropic and Ollama list them alike.
import { CadenceError, parseJson } from '@cadence-agents/contracts';
import { z } from 'zod';
import { anthropic } from './anthropic/anthropic-model.ts';
import { BoundedText } from './http/bounded-text.ts';
import { endpoint, type HttpVariables } from './http/http-model.ts';
import { type AnswerHead, type BodyReader, get, NoAnswer } from './http/post.ts';
import { statusError } from './http/status-error.ts';
import type { SourceSettings } from './model-source.ts';
import { ollama, openai } from './openai/openai-model.ts';
import { badReply, connectionError, timeoutError } from './provider/model-error.ts';
import { CallTimeout } from './resilience/call-timeout.ts';

interface Listing extends HttpVariables {
  /** Below the base URL, which people name with and without its version. */
  path: string;
  query?: string;
  headers: (key: string) => Record<string, string>;
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const listings: Readonly<Record<string, Listing>> = {
  openai: { ...openai, path: '/models', headers: bearer },
  anthropic: {
    ...anthropic,
    path: '/v1/models',
    query: '?limit=1000',
    headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  },
  ollama: { ...ollama, path: '/v1/models', headers: bearer },
};

const replySchema = z.object({ data: z.array(z.object({ id: z.string().min(1) })).nullable() });
const MOST_CHARACTERS = 2_000_000;
const MOST_MODELS = 2_000;

export const listsModels = (provider: string): boolean => Object.hasOwn(listings, provider);

/** As `provider:model`, in the order of their names. */
export async function listedModels(
  provider: string,
  { env, timeoutMs, signal }: Pick<SourceSettings, 'env' | 'timeoutMs'> & { signal: AbortSignal },
): Promise<string[]> {
  const listing = listsModels(provider) ? listings[provider] : undefined;
  if (!listing) {
    throw new CadenceError('PROVIDER_NOT_FOUND', `The models of "${provider}" cannot be listed.`, {
      hint: `Those of ${Object.keys(listings).join(', ')} can; type the name of another.`,
    });
  }
  const variables = typeof env === 'function' ? env() : env;
  const key = variables[listing.keyVariable]?.trim() || undefined;
  const url = addressOf(listing, variables[listing.baseUrlVariable]?.trim());
  const timeout = new CallTimeout(signal, timeoutMs);
  const reader = (head: AnswerHead) =>
    head.status < 200 || head.status > 299
      ? statusError(provider, head, { variable: listing.keyVariable, value: key })
      : nameReader(provider);
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    ...(key && listing.headers(key)),
  };
  try {
    return await get(url, { headers, signal: timeout.signal, reader });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (timeout.expired) throw timeoutError(provider, timeoutMs);
    throw error instanceof NoAnswer ? connectionError(provider, url.host, error.cause) : error;
  } finally {
    timeout.stop();
  }
}

function addressOf(listing: Listing, given: string | undefined): URL {
  const base = given || listing.usualBaseUrl;
  const below = listing.path.startsWith('/v1') ? base.replace(/\/v1\/*$/, '') : base;
  const url = endpoint(below, listing.path, listing);
  url.search = listing.query ?? '';
  return url;
}

function nameReader(provider: string): BodyReader<string[]> {
  const text = new BoundedText(MOST_CHARACTERS);
  return {
    take(bytes) {
      text.take(bytes);
      if (text.isTooLarge) throw badReply(provider, 'too_large', 'sent a list that is too large');
      return 'more';
    },
    finish(end) {
      if (end === 'cut') throw badReply(provider, 'cut', 'broke off in the middle of its list');
      const { data } = replySchema.safeParse(parseJson(text.finish()));
      if (!data) throw badReply(provider, 'invalid', 'sent no list of models');
      const names = (data.data ?? []).slice(0, MOST_MODELS).map(({ id }) => `${provider}:${id}`);
      return names.toSorted();
    },
  };
}
