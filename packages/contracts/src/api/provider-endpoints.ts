import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const tag = 'Models';

/** A key and an address that are tried before they are kept; those that are set when absent. */
export const connectionSchema = z.object({
  key: z.string().trim().min(1).max(10_000).optional(),
  url: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
});

const placeSchema = z.enum(['environment', 'entered']);
const providerSchema = z
  .object({
    /** What the names of its models begin with. */
    name: z.string(),
    /** The variable that its key stands for, and where that is from; `null` where it needs none. */
    key: z.object({ variable: z.string(), source: placeSchema.nullable() }).nullable(),
    /** Where it is reached; `null` where that cannot be chosen. Entered as a part of the setting `modelUrls`. */
    address: z
      .object({
        variable: z.string(),
        value: z.string().nullable(),
        source: z.enum(['environment', 'settings', 'usual']),
        /** Where it is reached when nothing else is said; `null` where only its package knows. */
        usual: z.string().nullable(),
      })
      .nullable(),
    /** npm packages that it needs and that are not installed. */
    missing: z.array(z.string()),
    /** Whether its models can be listed. */
    lists: z.boolean(),
  })
  .meta({ id: 'Provider' });
export type ApiProvider = z.infer<typeof providerSchema>;

export const providerEndpoints = {
  listProviders: endpoint({
    method: 'GET',
    path: '/api/v1/providers',
    tag,
    summary: 'The providers of models: whose key is set, and where each is reached',
    description: 'Keys are entered as secrets, under the names of their variables, and never told.',
    action: 'settings.read',
    status: 200,
    reply: z.object({ items: z.array(providerSchema) }),
    errors: [],
  }),
  listProviderModels: endpoint({
    method: 'POST',
    path: '/api/v1/providers/:name/models',
    tag,
    summary: 'The models that a provider says it has',
    action: 'model.list',
    params: z.strictObject({ name: z.string().min(1).max(100) }),
    body: z.strictObject(connectionSchema.shape),
    status: 200,
    reply: z.object({
      /** As `provider:model`. */
      items: z.array(z.string()),
    }),
    errors: [
      'PROVIDER_NOT_FOUND',
      'ADDRESS_REFUSED',
      'MODEL_AUTH',
      'MODEL_REFUSED',
      'MODEL_RATE_LIMITED',
      'MODEL_UNAVAILABLE',
      'MODEL_TIMEOUT',
      'MODEL_BAD_REPLY',
    ],
  }),
};
