import { z } from 'zod';
import { pluginConfigSchema } from '../plugin/plugin-config.ts';
import { endpoint, noContent, pathIdSchema } from './endpoint.ts';

export const pluginListingSchema = z
  .object({
    slug: z.string(),
    name: z.string(),
    version: z.string().nullable(),
    description: z.string().nullable(),
    source: z.enum(['package', 'directory', 'uploaded', 'mcp']),
    /** `off`: it was turned off, and could be used. */
    status: z.enum(['loaded', 'failed', 'shadowed', 'off']),
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
    /**
     * Variables that one in a process of its own declares, for those who may enter them: whether the settings let it have
     * each, and whether there is a value.
     */
    secrets: z.array(z.object({ name: z.string(), isAllowed: z.boolean(), isSet: z.boolean() })).optional(),
    /** What can be set of it, and what holds; for those who may set it. */
    config: pluginConfigSchema.optional(),
    /** How the process is doing of one that has its own, in the process that was asked; `null` for others. */
    process: z
      .object({
        /** `idle`: the next call starts it. */
        state: z.enum(['running', 'idle']),
        /** Since when, or since when it is idle. */
        since: z.iso.datetime(),
        /** How often it ended by itself since the plugin was loaded. */
        restarts: z.int(),
        lastFailure: z.object({ at: z.iso.datetime(), reason: z.string() }).nullable(),
      })
      .nullable()
      .optional(),
    /** Questions that show what it is good for. */
    examples: z.array(z.string()).optional(),
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
  updatePlugin: endpoint({
    method: 'PATCH',
    path: '/api/v1/plugins/:name',
    tag,
    summary: 'Turn a plugin off or on',
    description:
      'It is kept, for every process of the deployment. The agent, tools and node kinds of one that is off are not offered, and checks say so where a definition names them. Runs under way keep the plugins they began with.',
    action: 'plugin.update',
    params,
    body: z.strictObject({ off: z.boolean() }),
    status: 200,
    reply: pluginListingSchema,
    errors: ['PLUGIN_NOT_FOUND'],
  }),
  putPluginConfig: endpoint({
    method: 'PUT',
    path: '/api/v1/plugins/:name/config',
    tag,
    summary: 'Enter the config of a plugin, without a restart',
    description:
      'The whole of it; a field that is left out has its default. The plugin is tried out with it first, then made anew in every process of the deployment; runs under way end as they began.',
    action: 'plugin.update',
    params,
    body: z.strictObject({ value: z.record(z.string(), z.json()) }),
    status: 200,
    reply: pluginListingSchema,
    errors: ['PLUGIN_NOT_FOUND', 'PLUGIN_INVALID'],
  }),
  deletePluginConfig: endpoint({
    method: 'DELETE',
    path: '/api/v1/plugins/:name/config',
    tag,
    summary: 'Go back to the defaults of a plugin',
    action: 'plugin.update',
    params,
    status: 204,
    reply: noContent,
    errors: ['PLUGIN_NOT_FOUND'],
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
