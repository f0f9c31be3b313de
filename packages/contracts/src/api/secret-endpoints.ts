import { z } from 'zod';
import { endpoint, noContent } from './endpoint.ts';

const tag = 'Access';

/** The name of an environment variable. Settings of Cadence's own are not secrets that are entered. */
const secretNameSchema = z
  .string()
  .regex(/^(?!CADENCE_)[A-Z][A-Z0-9_]{0,99}$/, 'must be the name of a variable, as OPENAI_API_KEY');
const params = z.strictObject({ name: secretNameSchema });
const secretSchema = z.object({ name: z.string(), updatedAt: z.string() }).meta({ id: 'Secret' });

export const secretEndpoints = {
  listSecrets: endpoint({
    method: 'GET',
    path: '/api/v1/secrets',
    tag,
    summary: 'The secrets that were entered, without their values',
    action: 'secret.read',
    status: 200,
    reply: z.object({ items: z.array(secretSchema) }),
    errors: [],
  }),
  putSecret: endpoint({
    method: 'PUT',
    path: '/api/v1/secrets/:name',
    tag,
    summary: 'Enter the key of a provider, or another secret',
    description:
      'It stands in for the environment variable of its name: for the keys of providers, and for references to it in the headers and variables of MCP servers. It is stored encrypted, and never told again.',
    action: 'secret.put',
    params,
    body: z.strictObject({ value: z.string().trim().min(1).max(10_000) }),
    status: 200,
    reply: secretSchema,
    errors: [],
  }),
  deleteSecret: endpoint({
    method: 'DELETE',
    path: '/api/v1/secrets/:name',
    tag,
    summary: 'Forget a secret',
    action: 'secret.delete',
    params,
    status: 204,
    reply: noContent,
    errors: ['SECRET_NOT_FOUND'],
  }),
};
