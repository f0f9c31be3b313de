import { randomUUID } from 'node:crypto';
import { CadenceError, endpoints, userProfileSchema } from '@cadence/contracts';
import { isolationInForce } from '@cadence/engine';
import type { FastifyInstance } from 'fastify';
import { demandRole, ownerOf, type Principal } from '../../app/access/principal.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';
import { promptAnswer } from '../../operation/prompt-answer.ts';
import { type SettingName, settingTable } from '../../settings/setting-table.ts';
import { version } from '../../version.ts';

export function addOperationRoutes(app: FastifyInstance, context: ApiContext): void {
  const { cadence, settings, sources, stopping, metrics } = context;

  implement(app, endpoints.health, async () => {
    const { level = 'unavailable' } = await isolationInForce(settings.pluginIsolation);
    return { status: 'ok' as const, version, isolation: level };
  });
  implement(app, endpoints.ready, async () => {
    if (stopping.aborted) {
      throw new CadenceError('SHUTTING_DOWN', 'This server is about to stop.', { hint: 'Ask another one.' });
    }
    await promptAnswer(cadence.store.ping());
    return { status: 'ready' as const };
  });
  implement(app, endpoints.metrics, async (_, __, reply) => {
    reply.type(metrics.contentType);
    return metrics.text();
  });
  implement(app, endpoints.getProfile, async ({ query }, { principal }) => {
    const { tenantId, ownerId } = profileOwner(principal, query.userId);
    return (await cadence.store.profiles.get(tenantId, ownerId)) ?? userProfileSchema.parse({});
  });
  implement(app, endpoints.putProfile, ({ query, body }, { principal }) => {
    const { tenantId, ownerId } = profileOwner(principal, query.userId);
    return cadence.store.profiles.put(tenantId, ownerId, body);
  });
  implement(app, endpoints.listModels, async () => ({
    items: cadence.models.describe(),
    prices: settings.modelPrices,
  }));
  implement(app, endpoints.testModel, async ({ body }, request) => {
    const before = performance.now();
    const asked = [{ id: randomUUID(), role: 'user' as const, content: 'Say hello.' }];
    const { content } = await cadence.models
      .get(body.model)
      .generate(
        { system: 'Answer with one word.', messages: asked, tools: [] },
        { signal: AbortSignal.any([stopping, AbortSignal.timeout(30_000)]) },
      );
    request.log.info({ model: body.model }, 'model tested');
    return { model: body.model, answer: content.slice(0, 200), ms: Math.round(performance.now() - before) };
  });
  implement(app, endpoints.listSettings, async () => ({
    items: settingNames.map((name) => {
      const { env, about, secret = false } = settingTable[name];
      return { name, env, about, source: sources[name], secret, value: secret ? null : settings[name] };
    }),
  }));
}

const settingNames = Object.keys(settingTable) as SettingName[];

/** One's own profile, or that of another for those who may write agents. */
function profileOwner(principal: Principal, userId: string | undefined) {
  const own = ownerOf(principal);
  if (userId === undefined || userId === own.ownerId) return own;
  demandRole(principal, 'author');
  return { ...own, ownerId: userId };
}
