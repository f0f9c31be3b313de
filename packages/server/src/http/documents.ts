// The OpenAPI document, and the page that shows it; both come from this server alone. They are made when somebody first
// asks: a start does not wait for them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifySwaggerUiOptions } from '@fastify/swagger-ui';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { allEndpoints } from './all-endpoints.ts';
import { openApi } from './openapi/openapi.ts';

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
  const uiConfig = { tryItOutEnabled: true };
  await reference.register(swaggerUi, { routePrefix: '/docs', uiConfig, ...packedFiles() });
  return reference;
}

/** The files of the page, which a bundled server brings along: its package is not there to be asked. */
function packedFiles(): Partial<FastifySwaggerUiOptions> {
  const baseDir = join(import.meta.dirname, '../../swagger-ui');
  if (!existsSync(baseDir)) return {};
  return { baseDir, logo: { type: 'image/svg+xml', content: readFileSync(join(baseDir, 'logo.svg')) } };
}
