import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { allEndpoints } from './all-endpoints.ts';
import { openApi } from './openapi.ts';

/** The OpenAPI document, and the page that shows it; both come from this server alone. */
export async function addDocumentRoutes(app: FastifyInstance): Promise<void> {
  const document = openApi(allEndpoints);
  app.get('/openapi.json', { config: { public: true } }, async () => document);
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, public: true };
    });
    await scope.register(swagger, { mode: 'static', specification: { document } });
    await scope.register(swaggerUi, { routePrefix: '/docs', uiConfig: { tryItOutEnabled: true } });
  });
}
