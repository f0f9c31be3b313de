// The store of LangGraph's Agent Server: what programs keep by namespace and key.
import { z } from 'zod';
import { endpoint, jsonRecord, noContent } from './endpoint.ts';
import { langGraphCommon as common, offsetFields } from './langgraph-schemas.ts';

const labelSchema = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[^.\p{Cc}]+$/u, 'must have no period and no control character');
const namespaceSchema = z
  .array(labelSchema)
  .max(20)
  .refine((labels) => labels.join('.').length <= 200, 'must have 200 characters or fewer');
const placeSchema = z.object({ namespace: namespaceSchema.min(1), key: z.string().min(1).max(200) });

const itemSchema = z
  .object({
    namespace: z.array(z.string()),
    key: z.string(),
    value: jsonRecord,
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'LangGraphItem' });
export type LangGraphItem = z.infer<typeof itemSchema>;

const truth = z.union([z.boolean(), z.stringbool()]);

export const langGraphStoreEndpoints = {
  langGraphPutItem: endpoint({
    ...common,
    method: 'PUT',
    path: '/store/items',
    summary: 'Keep an item',
    action: 'item.write',
    body: placeSchema.extend({
      value: jsonRecord,
      /** Minutes that it lives when nobody reads or writes it; for ever when absent. */
      ttl: z.number().positive().max(1_000_000_000).nullish(),
      index: z
        .union([z.null(), z.literal(false)], { error: 'is not taken: all texts of an item are searched' })
        .optional(),
    }),
    status: 204,
    reply: noContent,
    errors: ['VALUE_NOT_STORABLE'],
  }),
  langGraphGetItem: endpoint({
    ...common,
    method: 'GET',
    path: '/store/items',
    summary: 'One item, or `null`',
    action: 'item.read',
    query: z.looseObject({
      namespace: z
        .string()
        .transform((path) => path.split('.'))
        .pipe(namespaceSchema.min(1)),
      key: placeSchema.shape.key,
      refresh_ttl: truth.default(true),
    }),
    status: 200,
    reply: itemSchema.nullable(),
    errors: [],
  }),
  langGraphDeleteItem: endpoint({
    ...common,
    method: 'DELETE',
    path: '/store/items',
    summary: 'Remove an item',
    action: 'item.write',
    body: placeSchema,
    status: 204,
    reply: noContent,
    errors: [],
  }),
  langGraphSearchItems: endpoint({
    ...common,
    method: 'POST',
    path: '/store/items/search',
    summary: 'Items of a namespace and those inside it, by fields and by words',
    description:
      'A filter has values, or `$eq`, `$ne`, `$gt`, `$gte`, `$lt`, `$lte`. Words are looked for in all texts of an item; `score` is the part of them that it has. A search goes through 10,000 items.',
    action: 'item.read',
    body: z.looseObject({
      ...offsetFields,
      namespace_prefix: namespaceSchema.nullish(),
      filter: jsonRecord.nullish(),
      query: z.string().max(10_000).nullish(),
      refresh_ttl: truth.nullish(),
    }),
    status: 200,
    reply: z.object({ items: z.array(itemSchema.extend({ score: z.number().optional() })) }),
    errors: [],
  }),
  langGraphListNamespaces: endpoint({
    ...common,
    method: 'POST',
    path: '/store/namespaces',
    summary: 'Namespaces that have items',
    action: 'item.read',
    body: z.looseObject({
      ...offsetFields,
      prefix: namespaceSchema.nullish(),
      suffix: namespaceSchema.nullish(),
      max_depth: z.number().int().min(1).max(20).nullish(),
    }),
    status: 200,
    reply: z.object({ namespaces: z.array(z.array(z.string())) }),
    errors: [],
  }),
};
