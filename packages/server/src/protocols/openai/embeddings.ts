import { openAiEndpoints } from '@cadence-agents/contracts';
import type { FastifyInstance } from 'fastify';
import { embedTexts } from '../../app/embeddings.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';

export function addEmbeddingRoute(app: FastifyInstance, { app: context }: ApiContext): void {
  implement(app, openAiEndpoints.openAiEmbeddings, async ({ body }, { principal }, { raw }) => {
    const left = new AbortController();
    raw.once('close', () => left.abort());
    const { model, vectors, tokens } = await embedTexts(context, principal, {
      model: body.model,
      texts: typeof body.input === 'string' ? [body.input] : body.input,
      dimensions: body.dimensions ?? undefined,
      signal: left.signal,
    });
    const encode = body.encoding_format === 'base64' ? base64 : (vector: number[]) => vector;
    return {
      object: 'list' as const,
      model,
      data: vectors.map((vector, index) => ({
        object: 'embedding' as const,
        index,
        embedding: encode(vector),
      })),
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    };
  });
}

const base64 = (vector: number[]): string => Buffer.from(new Float32Array(vector).buffer).toString('base64');
