import { type ItemRecord, type LangGraphItem, langGraphEndpoints } from '@cadence-agents/contracts';
import type { FastifyInstance } from 'fastify';
import { deleteItem, getItem, listNamespaces, putItem, searchItems } from '../../app/items.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';

const MINUTE_MS = 60_000;

export function addStoreRoutes(app: FastifyInstance, { app: context }: ApiContext): void {
  implement(app, langGraphEndpoints.langGraphPutItem, ({ body }, { principal }) => {
    const { ttl, namespace, key, value } = body;
    const ttlMs = typeof ttl === 'number' ? Math.ceil(ttl * MINUTE_MS) : null;
    return putItem(context, principal, { namespace, key, value, ttlMs });
  });
  implement(app, langGraphEndpoints.langGraphGetItem, async ({ query }, { principal }) => {
    const found = await getItem(context, principal, query, query.refresh_ttl);
    return found ? toItem(found) : null;
  });
  implement(app, langGraphEndpoints.langGraphDeleteItem, ({ body }, { principal }) =>
    deleteItem(context, principal, body),
  );
  implement(app, langGraphEndpoints.langGraphSearchItems, async ({ body }, { principal }) => {
    const found = await searchItems(context, principal, {
      prefix: body.namespace_prefix ?? [],
      filter: body.filter ?? {},
      query: body.query ?? undefined,
      limit: body.limit ?? 10,
      offset: body.offset ?? 0,
      refresh: body.refresh_ttl ?? true,
    });
    return {
      items: found.map(({ score, ...item }) => ({ ...toItem(item), ...(score !== undefined && { score }) })),
    };
  });
  implement(app, langGraphEndpoints.langGraphListNamespaces, async ({ body }, { principal }) => ({
    namespaces: await listNamespaces(context, principal, {
      prefix: body.prefix ?? [],
      suffix: body.suffix ?? [],
      maxDepth: body.max_depth ?? undefined,
      limit: body.limit ?? 100,
      offset: body.offset ?? 0,
    }),
  }));
}

const toItem = ({ namespace, key, value, createdAt, updatedAt }: ItemRecord): LangGraphItem => ({
  ...{ namespace, key, value, created_at: createdAt, updated_at: updatedAt },
});
