// What Cadence understands of OpenAI's embeddings.
import { z } from 'zod';
import { pathIdSchema } from './endpoint.ts';

const MOST_TEXTS = 2_048;
const text = z.string().min(1);

export const embeddingRequestSchema = z
  .strictObject({
    /** The one that is set, with or without its provider. */
    model: pathIdSchema,
    input: z.union([text, z.array(text).min(1).max(MOST_TEXTS)], {
      error: 'must be a text or a list of texts; tokens are not taken',
    }),
    dimensions: z.number().int().min(1).max(100_000).nullish(),
    encoding_format: z.enum(['float', 'base64']).nullish(),
    user: z.string().max(512).nullish(),
  })
  .meta({ id: 'OpenAIEmbeddingRequest' });

export const embeddingsSchema = z
  .object({
    object: z.literal('list'),
    model: z.string(),
    data: z.array(
      z.object({
        object: z.literal('embedding'),
        index: z.number().int(),
        /** Numbers, or the bytes of 32-bit floats in base64. */
        embedding: z.union([z.array(z.number()), z.string()]),
      }),
    ),
    usage: z.object({ prompt_tokens: z.number().int(), total_tokens: z.number().int() }),
  })
  .meta({ id: 'OpenAIEmbeddings' });
