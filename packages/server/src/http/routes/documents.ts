import { endpoints, langGraphEndpoints, openAiEndpoints } from '@cadence/contracts';
import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { openApi } from '../openapi.ts';

/** The OpenAPI document, and the page that shows it. */
export async function addDocumentRoutes(app: FastifyInstance): Promise<void> {
  const document = openApi({ ...endpoints, ...openAiEndpoints, ...langGraphEndpoints });
  app.get('/openapi.json', { config: { public: true } }, async () => document);
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, public: true };
    });
    await scope.register(reference, {
      routePrefix: '/docs',
      configuration: {
        url: '/openapi.json',
        pageTitle: 'Cadence API',
        withDefaultFonts: false,
        telemetry: false,
      },
    });
  });
}
