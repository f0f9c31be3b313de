import { endpoints } from '@cadence-agents/contracts';
import type { FastifyInstance } from 'fastify';
import { createBackup, deleteBackup, downloadBackup, listBackups } from '../../app/backups.ts';
import { describeRetention, sweepNow } from '../../app/retention.ts';
import { describeSafety, trySafety } from '../../app/safety.ts';
import { fileHeaders } from '../../files/file-headers.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';

export function addSafekeepingRoutes(app: FastifyInstance, { app: context }: ApiContext): void {
  implement(app, endpoints.getRetention, (_, { principal }) => describeRetention(context, principal));
  implement(app, endpoints.sweepNow, (_, { principal }) => sweepNow(context, principal));
  implement(app, endpoints.listBackups, (_, { principal }) => listBackups(context, principal));
  implement(app, endpoints.createBackup, (_, { principal }) => createBackup(context, principal));
  implement(app, endpoints.downloadBackup, async ({ params }, { principal }, reply) => {
    const { bytes, content } = await downloadBackup(context, principal, params.name);
    return reply
      .headers(fileHeaders('application/vnd.sqlite3', params.name))
      .header('content-length', bytes)
      .send(content);
  });
  implement(app, endpoints.getSafety, async (_, { principal }) => describeSafety(context, principal));
  implement(app, endpoints.trySafety, ({ body }, { principal }) => trySafety(context, principal, body));
  implement(app, endpoints.deleteBackup, ({ params }, { principal }) =>
    deleteBackup(context, principal, params.name),
  );
}
