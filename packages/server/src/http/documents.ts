// The OpenAPI document, and the page that shows it; both come from this server alone. They are made when somebody first
// asks: a start does not wait for them.
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { allEndpoints } from './all-endpoints.ts';
import { openApi } from './openapi.ts';

export function addDocumentRoutes(app: FastifyInstance): void {
  let document: ReturnType<typeof openApi> | undefined;
  let reference: Promise<FastifyInstance> | undefined;
  const described = () => {
    document ??= openApi(allEndpoints);
    return document;
  };
  const isPublic = { config: { public: true } };
  app.get('/openapi.json', isPublic, async () => described());
  const showReference = async ({ url, headers }: FastifyRequest, reply: FastifyReply) => {
    reference ??= openReference(described());
    const { statusCode, headers: given, rawPayload } = await (await reference).inject({ url, headers });
    for (const name of ['content-type', 'cache-control', 'etag', 'last-modified', 'location'])
      if (given[name] !== undefined) reply.header(name, given[name]);
    return reply.code(statusCode).send(rawPayload);
  };
  app.get('/docs', isPublic, showReference);
  app.get('/docs/*', isPublic, showReference);
  app.addHook('onClose', async () => (await reference)?.close());
}

async function openReference(document: ReturnType<typeof openApi>): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  const reference = fastify();
  await reference.register(swagger, { mode: 'static', specification: { document } });
  await reference.register(swaggerUi, { routePrefix: '/docs', uiConfig: { tryItOutEnabled: true } });
  return reference;
}
