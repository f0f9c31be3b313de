import { z } from 'zod';
import { endpoint, noContent, pathIdSchema } from './endpoint.ts';

export const pluginListingSchema = z
  .object({
    slug: z.string(),
    name: z.string(),
    version: z.string().nullable(),
    description: z.string().nullable(),
    source: z.enum(['package', 'directory', 'uploaded', 'mcp']),
    status: z.enum(['loaded', 'failed', 'shadowed']),
    /** Why it is not loaded; for a loaded one, why its changed version is not. */
    reason: z.string().nullable(),
    hint: z.string().nullable(),
    isolation: z.enum(['none', 'process', 'namespace']),
    /** Whether it can reach the network. */
    network: z.boolean(),
    shadows: z.array(z.object({ source: z.string(), version: z.string() })),
    hash: z.string().nullable(),
    health: z.object({ healthy: z.boolean(), details: z.unknown().optional() }).nullable(),
    tools: z.array(z.string()),
    /** Uploaded ones: the versions that are kept, newest first. */
    versions: z.array(z.string()),
  })
  .meta({ id: 'Plugin' });
export type ApiPlugin = z.infer<typeof pluginListingSchema>;

const tag = 'Plugins';
const params = z.strictObject({ name: pathIdSchema });

export const pluginEndpoints = {
  listPlugins: endpoint({
    method: 'GET',
    path: '/api/v1/plugins',
    tag,
    summary: 'All plugins, loaded or not',
    action: 'catalogue.read',
    status: 200,
    reply: z.object({ items: z.array(pluginListingSchema) }),
    errors: [],
  }),
  getPlugin: endpoint({
    method: 'GET',
    path: '/api/v1/plugins/:name',
    tag,
    summary: 'One plugin',
    action: 'catalogue.read',
    params,
    status: 200,
    reply: pluginListingSchema,
    errors: ['PLUGIN_NOT_FOUND'],
  }),
  uploadPlugin: endpoint({
    method: 'POST',
    path: '/api/v1/plugins',
    tag,
    summary: 'Install a plugin from a .tgz or .zip',
    description:
      'It is unpacked and tried out beside the others before anything changes. Uploaded plugins run in a process of their own.',
    action: 'plugin.upload',
    multipart: true,
    status: 201,
    reply: pluginListingSchema,
    errors: ['UPLOADS_DISABLED', 'PLUGIN_INVALID', 'BODY_TOO_LARGE', 'ISOLATION_UNAVAILABLE'],
  }),
  deletePlugin: endpoint({
    method: 'DELETE',
    path: '/api/v1/plugins/:name',
    tag,
    summary: 'Remove an uploaded plugin',
    action: 'plugin.delete',
    params,
    status: 204,
    reply: noContent,
    errors: ['PLUGIN_NOT_FOUND'],
  }),
  restorePlugin: endpoint({
    method: 'POST',
    path: '/api/v1/plugins/:name/versions/:version/restore',
    tag,
    summary: 'Put a kept version of an uploaded plugin in use again',
    description: 'If it does not work any more, the present one stays.',
    action: 'plugin.restore',
    params: params.extend({ version: pathIdSchema }),
    status: 200,
    reply: pluginListingSchema,
    errors: ['PLUGIN_NOT_FOUND', 'PLUGIN_INVALID', 'ISOLATION_UNAVAILABLE'],
  }),
  reloadPlugins: endpoint({
    method: 'POST',
    path: '/api/v1/plugins/reload',
    tag,
    summary: 'Look for changed plugins',
    description: 'Runs under way keep the plugins they began with.',
    action: 'plugin.reload',
    status: 200,
    reply: z.object({
      added: z.array(z.string()),
      changed: z.array(z.string()),
      removed: z.array(z.string()),
      failed: z.array(z.object({ slug: z.string(), reason: z.string() })),
    }),
    errors: [],
  }),
};
