import { z } from 'zod';
import { userProfileSchema } from '../store/profile-store.ts';
import { endpoint, modelErrors, pathIdSchema } from './endpoint.ts';
import { connectionSchema } from './provider-endpoints.ts';

const tag = 'Operation';

export const usageBucketSchema = z
  .object({
    /** Start of the hour or the day. */
    time: z.string(),
    /** The workflow, the agent or the model, where grouped by one. */
    group: z.string().nullable(),
    /** None by model: a run may use many. */
    runs: z.number().int(),
    failures: z.number().int(),
    inputTokens: z.number().int(),
    outputTokens: z.number().int(),
    /** Of the input tokens, those that the provider had in its cache; absent when none. */
    cachedInputTokens: z.number().int().optional(),
    /** Of the input tokens, those that it took into its cache, where it charges for that; absent when none. */
    cacheWriteTokens: z.number().int().optional(),
    /** In US dollars, where the price of the model is known. */
    cost: z.number().nullable(),
    medianMs: z.number().nullable(),
    p95Ms: z.number().nullable(),
  })
  .meta({ id: 'UsageTotals' });
export type ApiUsageBucket = z.infer<typeof usageBucketSchema>;

export const modelSchema = z
  .object({
    name: z.string(),
    role: z.enum(['default', 'fallback']),
    endpoint: z.string().nullable(),
    problem: z.string().nullable(),
  })
  .meta({ id: 'Model' });
export type ApiModel = z.infer<typeof modelSchema>;

const profileQuery = z.strictObject({
  /** Somebody else's, for authors; one's own when absent. */
  userId: pathIdSchema.optional(),
});

export const operationEndpoints = {
  health: endpoint({
    method: 'GET',
    path: '/healthz',
    tag,
    summary: 'Whether the process is alive',
    action: 'public',
    status: 200,
    reply: z.object({
      status: z.literal('ok'),
      version: z.string(),
      /** The level in which uploaded plugins run. */
      isolation: z.string(),
    }),
    errors: [],
  }),
  ready: endpoint({
    method: 'GET',
    path: '/readyz',
    tag,
    summary: 'Whether it can take work: the database can be written to and it is not about to stop',
    action: 'public',
    status: 200,
    reply: z.object({ status: z.literal('ready') }),
    errors: ['SHUTTING_DOWN', 'STORE_UNAVAILABLE'],
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/metrics',
    tag,
    summary: 'Figures of this process, for Prometheus',
    action: 'metrics.read',
    status: 200,
    reply: z.string(),
    text: true,
    errors: [],
  }),
  usage: endpoint({
    method: 'GET',
    path: '/api/v1/usage',
    tag,
    summary: 'Runs, tokens, cost, latency and failures over time',
    description:
      'By user, the hundred who used most have a group each, by their ids, and all others are together in one without a name. Who used most is told by whole days, among those who did so of a workflow on one of the days or in a month.',
    action: 'usage.read',
    query: z.strictObject({
      since: z.iso.datetime().optional(),
      until: z.iso.datetime().optional(),
      bucket: z.enum(['hour', 'day']).default('day'),
      groupBy: z.enum(['workflow', 'agent', 'model', 'user']).optional(),
    }),
    status: 200,
    reply: z.object({ items: z.array(usageBucketSchema) }),
    errors: [],
  }),
  getProfile: endpoint({
    method: 'GET',
    path: '/api/v1/profile',
    tag,
    summary: 'What is known of a person beyond a conversation',
    action: 'profile.read',
    query: profileQuery,
    status: 200,
    reply: userProfileSchema,
    errors: [],
  }),
  putProfile: endpoint({
    method: 'PUT',
    path: '/api/v1/profile',
    tag,
    summary: 'Replace a profile',
    action: 'profile.put',
    query: profileQuery,
    body: userProfileSchema,
    status: 200,
    reply: userProfileSchema,
    errors: ['VALUE_NOT_STORABLE'],
  }),
  listModels: endpoint({
    method: 'GET',
    path: '/api/v1/models',
    tag,
    summary: 'The models that the settings name',
    action: 'catalogue.read',
    status: 200,
    reply: z.object({
      items: z.array(modelSchema),
      /** Those that people may choose from for a message. */
      chat: z.array(z.string()).optional(),
      /** What a million tokens cost, by the name of the model. */
      prices: z.record(
        z.string(),
        z.object({
          input: z.number(),
          output: z.number(),
          cachedInput: z.number().optional(),
          cacheWrite: z.number().optional(),
        }),
      ),
    }),
    errors: [],
  }),
  testModel: endpoint({
    method: 'POST',
    path: '/api/v1/models/test',
    tag,
    summary: 'Ask a model for one word',
    description:
      'With a key or an address it is asked by those, which are not kept; that is for those who may change settings.',
    action: 'model.test',
    body: z.strictObject({ model: z.string().min(1).max(200), ...connectionSchema.shape }),
    status: 200,
    reply: z.object({ model: z.string(), answer: z.string(), ms: z.number() }),
    startsWork: 'other',
    errors: ['ADDRESS_REFUSED', 'PROVIDER_NOT_FOUND', ...modelErrors],
  }),
};
