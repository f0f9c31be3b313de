import { endpoints } from '@cadence-agents/contracts';
import type { FastifyInstance } from 'fastify';
import { configurePlugin, resetPlugin } from '../../app/plugin-config.ts';
import {
  findPlugin,
  listPlugins,
  reloadPlugins,
  removePlugin,
  restorePlugin,
  turnPlugin,
  uploadPlugin,
} from '../../app/plugins.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';
import { saveUpload } from './save-upload.ts';

export function addPluginRoutes(app: FastifyInstance, { app: context }: ApiContext): void {
  implement(app, endpoints.listPlugins, async (_, { principal }) => ({
    items: await listPlugins(context, principal),
  }));
  implement(app, endpoints.getPlugin, ({ params }, { principal }) =>
    findPlugin(context, principal, params.name),
  );
  implement(app, endpoints.uploadPlugin, (_, request) =>
    uploadPlugin(context, request.principal, (folder, mostBytes) => saveUpload(request, folder, mostBytes)),
  );
  implement(app, endpoints.deletePlugin, ({ params }, { principal }) =>
    removePlugin(context, principal, params.name),
  );
  implement(app, endpoints.updatePlugin, ({ params, body }, { principal }) =>
    turnPlugin(context, principal, { ...params, ...body }),
  );
  implement(app, endpoints.putPluginConfig, ({ params, body }, { principal }) =>
    configurePlugin(context, principal, { ...params, ...body }),
  );
  implement(app, endpoints.deletePluginConfig, ({ params }, { principal }) =>
    resetPlugin(context, principal, params.name),
  );
  implement(app, endpoints.restorePlugin, ({ params }, { principal }) =>
    restorePlugin(context, principal, params),
  );
  implement(app, endpoints.reloadPlugins, (_, { principal }) => reloadPlugins(context, principal));
}
