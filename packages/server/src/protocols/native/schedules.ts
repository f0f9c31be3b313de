import { type ApiSchedule, endpoints, type ScheduleRecord } from '@cadence-agents/contracts';
import type { FastifyInstance } from 'fastify';
import {
  createSchedule,
  deleteSchedule,
  findSchedule,
  listFirings,
  listSchedules,
  updateSchedule,
} from '../../app/schedules.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';

export function addScheduleRoutes(app: FastifyInstance, { app: context }: ApiContext): void {
  implement(app, endpoints.createSchedule, async ({ body }, { principal }) =>
    toApi(
      await createSchedule(context, principal, {
        ...body,
        webhook: body.webhook === null ? null : { url: body.webhook, format: 'native' },
      }),
    ),
  );
  implement(app, endpoints.listSchedules, async ({ query }, { principal }) => {
    const { items, next } = await listSchedules(context, principal, query);
    return { items: items.map(toApi), next };
  });
  implement(app, endpoints.getSchedule, async ({ params }, { principal }) =>
    toApi(await findSchedule(context, principal, params.id)),
  );
  implement(app, endpoints.updateSchedule, async ({ params, body }, { principal }) =>
    toApi(await updateSchedule(context, principal, params.id, body)),
  );
  implement(app, endpoints.deleteSchedule, ({ params }, { principal }) =>
    deleteSchedule(context, principal, params.id),
  );
  implement(app, endpoints.listFirings, async ({ params, query }, { principal }) => ({
    items: await listFirings(context, principal, params.id, query.limit),
  }));
}

const toApi = ({ input, webhook, ...schedule }: ScheduleRecord): ApiSchedule => ({
  ...schedule,
  message: input,
  webhook: webhook?.url ?? null,
});
