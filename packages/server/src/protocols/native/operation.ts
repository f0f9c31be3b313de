import { CadenceError, endpoints } from '@cadence-agents/contracts';
import type { FastifyInstance } from 'fastify';
import { describeDeployment } from '../../app/deployment.ts';
import { checkReady, isolationLevel, listAudit, listModels, reportUsage } from '../../app/operation.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';
import { version } from '../../operation/version.ts';

export function addOperationRoutes(
  app: FastifyInstance,
  { app: context, stopping, metrics }: ApiContext,
): void {
  implement(app, endpoints.health, async () => ({
    status: 'ok' as const,
    version,
    isolation: await isolationLevel(context),
  }));
  implement(app, endpoints.ready, async () => {
    if (stopping.aborted) {
      throw new CadenceError('SHUTTING_DOWN', 'This server is about to stop.', { hint: 'Ask another one.' });
    }
    await checkReady(context);
    return { status: 'ready' as const };
  });
  implement(app, endpoints.metrics, async (_, __, reply) => {
    reply.type(metrics.contentType);
    return metrics.text();
  });
  implement(app, endpoints.getDeployment, (_, { principal }) => describeDeployment(context, principal));
  implement(app, endpoints.listAudit, ({ query }, { principal }) => listAudit(context, principal, query));
  implement(app, endpoints.usage, async ({ query }, { principal }) => ({
    items: await reportUsage(context, principal, query),
  }));
  implement(app, endpoints.listModels, async (_, { principal }) => listModels(context, principal));
}
