// Embeddings, by OpenAI's protocol: texts as vectors.
import { CadenceError } from '@cadence-agents/contracts';
import { z } from 'zod';
import { BoundedText } from '../http/bounded-text.ts';
import { endpoint } from '../http/http-model.ts';
import { type AnswerHead, type BodyReader, NoAnswer, post } from '../http/post.ts';
import { statusError } from '../http/status-error.ts';
import type { SourceSettings } from '../model-source.ts';
import { authError, badReply, connectionError, timeoutError } from '../provider/model-error.ts';
import { CallTimeout } from '../resilience/call-timeout.ts';
import { ollama, openai } from './openai-model.ts';

export interface Embeddings {
  vectors: number[][];
  /** Tokens of the texts, as the provider counts them. */
  tokens: number;
}

export interface EmbeddingModel {
  /** As `openai:text-embedding-3-small`. */
  readonly name: string;
  embed(
    texts: readonly string[],
    options: { signal: AbortSignal; dimensions?: number | undefined },
  ): Promise<Embeddings>;
}

const providers = { openai, ollama };

/** Vectors of a few thousand numbers each, for a few thousand texts. */
const MOST_CHARACTERS = 200_000_000;

const replySchema = z.object({
  data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()) })),
  usage: z.object({ prompt_tokens: z.number().int() }).optional(),
});

/** The model of that name: of OpenAI, of a server that speaks its protocol, or of Ollama. */
export function embeddingModel(name: string, settings: SourceSettings): EmbeddingModel {
  const provider = name.slice(0, name.indexOf(':'));
  const model = name.slice(provider.length + 1);
  if (!isKnown(provider) || model === '') {
    throw new CadenceError('MODEL_UNKNOWN', `There is no model for embeddings "${name}".`, {
      hint: 'Write openai:<model> or ollama:<model>; other servers that speak its protocol are named by OPENAI_BASE_URL.',
    });
  }
  return {
    name,
    embed: (texts, { signal, dimensions }) =>
      send(name, settings, placeOf(name, provider, settings), signal, {
        count: texts.length,
        body: { model, input: texts, encoding_format: 'float', ...(dimensions && { dimensions }) },
      }),
  };
}

const isKnown = (provider: string): provider is keyof typeof providers => Object.hasOwn(providers, provider);

interface Place {
  url: URL;
  key: { variable: string; value: string | undefined };
}

function placeOf(name: string, provider: keyof typeof providers, { env }: SourceSettings): Place {
  const known = providers[provider];
  const variables = typeof env === 'function' ? env() : env;
  const given = variables[known.baseUrlVariable]?.trim();
  const value = variables[known.keyVariable]?.trim() || undefined;
  if (value === undefined && !given && provider === 'openai')
    throw authError(name, known.keyVariable, 'none is set');
  const base = given || known.usualBaseUrl;
  // People name Ollama's address with and without the part below which it speaks the protocol.
  const baseUrl = provider === 'ollama' ? `${base.replace(/(?:\/v1)?\/*$/, '')}/v1` : base;
  return { url: endpoint(baseUrl, '/embeddings', known), key: { variable: known.keyVariable, value } };
}

async function send(
  name: string,
  { timeoutMs }: SourceSettings,
  { url, key }: Place,
  signal: AbortSignal,
  { body, count }: { body: object; count: number },
): Promise<Embeddings> {
  const timeout = new CallTimeout(signal, timeoutMs);
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    'accept-encoding': 'identity',
    ...(key.value !== undefined && { authorization: `Bearer ${key.value}` }),
  };
  const reader = (head: AnswerHead) =>
    head.status < 200 || head.status > 299 ? statusError(name, head, key) : vectorReader(name, count);
  try {
    const bytes = Buffer.from(JSON.stringify(body));
    return await post(url, { headers, body: bytes, signal: timeout.signal, reader });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (timeout.expired) throw timeoutError(name, timeoutMs);
    throw error instanceof NoAnswer ? connectionError(name, url.host, error.cause) : error;
  } finally {
    timeout.stop();
  }
}

function vectorReader(name: string, count: number): BodyReader<Embeddings> {
  const text = new BoundedText(MOST_CHARACTERS);
  return {
    take(bytes) {
      text.take(bytes);
      if (text.isTooLarge) throw badReply(name, 'too_large', 'sent a reply that is too large');
      return 'more';
    },
    finish(end) {
      if (end === 'cut') throw badReply(name, 'cut', 'broke off in the middle of its reply');
      return vectorsIn(name, text.finish(), count);
    },
  };
}

function vectorsIn(name: string, text: string, count: number): Embeddings {
  const { data, success } = replySchema.safeParse(jsonOf(text));
  if (!success || data.data.length !== count)
    throw badReply(name, 'invalid', 'sent a reply that has no embedding for each text');
  const vectors = data.data.toSorted((one, other) => one.index - other.index);
  return {
    vectors: vectors.map(({ embedding }) => embedding),
    tokens: data.usage?.prompt_tokens ?? 0,
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
