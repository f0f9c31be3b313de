import { endpoints } from '@cadence-agents/contracts';
import type { FastifyInstance } from 'fastify';
import { listProviderModels, listProviders, testModel } from '../../app/providers.ts';
import { deleteSetting, listSettings, putSetting } from '../../app/settings.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';

export function addSettingRoutes(app: FastifyInstance, { app: context, stopping }: ApiContext): void {
  implement(app, endpoints.listSettings, async (_, { principal }) => ({
    items: await listSettings(context, principal),
  }));
  implement(app, endpoints.putSetting, ({ params: { name }, body }, { principal }) =>
    putSetting(context, principal, { name, value: body.value }),
  );
  implement(app, endpoints.deleteSetting, ({ params: { name } }, { principal }) =>
    deleteSetting(context, principal, name),
  );
  implement(app, endpoints.listProviders, async (_, { principal }) => ({
    items: await listProviders(context, principal),
  }));
  implement(app, endpoints.listProviderModels, async ({ params: { name }, body }, { principal }) => ({
    items: await listProviderModels(context, principal, { provider: name, ...body, signal: stopping }),
  }));
  implement(app, endpoints.testModel, ({ body }, { principal }) =>
    testModel(context, principal, { ...body, signal: stopping }),
  );
}
