import { randomUUID } from 'node:crypto';
import {
  type JsonObject,
  type LangGraphCron,
  type LangGraphNewCron,
  langGraphEndpoints,
  type ScheduleRecord,
} from '@cadence-agents/contracts';
import type { FastifyInstance } from 'fastify';
import type { Principal } from '../../app/access/principal.ts';
import type { AppContext } from '../../app/app-context.ts';
import { splitTurn } from '../../app/client-messages.ts';
import { invalidInput } from '../../app/invalid-input.ts';
import {
  createSchedule,
  deleteSchedule,
  listSchedules,
  type ScheduleQuery,
  updateSchedule,
} from '../../app/schedules.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';
import { offsetPage } from './offset-page.ts';
import { settingsIn } from './runs/start-run.ts';
import { readLangChain } from './states/langchain-messages.ts';
import { jsonContains } from './threads/json-contains.ts';

/** Crons are schedules. */
export function addCronRoutes(app: FastifyInstance, { app: context }: ApiContext): void {
  implement(app, langGraphEndpoints.langGraphCreateCron, ({ body }, { principal }) =>
    createCron(context, principal, body, null),
  );
  implement(app, langGraphEndpoints.langGraphCreateThreadCron, ({ params, body }, { principal }) =>
    createCron(context, principal, body, params.thread_id),
  );
  implement(app, langGraphEndpoints.langGraphSearchCrons, async ({ body }, { principal }) => {
    const { sort_by = null, sort_order, select } = body;
    const found = await matching(context, principal, body);
    const order = sort_order ?? 'desc';
    const sorted =
      sort_by === null && order === 'desc' ? found : sortBy(found, sort_by ?? 'created_at', order);
    const { limit, offset } = { limit: body.limit ?? 10, offset: body.offset ?? 0 };
    return sorted.slice(offset, offset + limit).map((cron) => selected(cron, select));
  });
  implement(
    app,
    langGraphEndpoints.langGraphCountCrons,
    async ({ body }, { principal }) => (await matching(context, principal, body)).length,
  );
  implement(app, langGraphEndpoints.langGraphUpdateCron, async ({ params, body }, { principal }) => {
    const { schedule, timezone, end_time, enabled, metadata, input } = body;
    const changes = {
      cron: schedule ?? undefined,
      timeZone: timezone ?? undefined,
      endsAt: end_time,
      enabled: enabled ?? undefined,
      metadata: metadata ?? undefined,
      message: input === undefined || input === null ? undefined : messageIn(input),
    };
    return toCron(await updateSchedule(context, principal, params.cron_id, changes));
  });
  implement(app, langGraphEndpoints.langGraphDeleteCron, ({ params }, { principal }) =>
    deleteSchedule(context, principal, params.cron_id),
  );
}

async function createCron(
  context: AppContext,
  principal: Principal,
  body: LangGraphNewCron,
  conversationId: string | null,
): Promise<LangGraphCron> {
  const { tone, model = null } = settingsIn(body);
  const strategy = body.multitask_strategy ?? 'enqueue';
  const schedule = await createSchedule(context, principal, {
    message: messageIn(body.input),
    workflowId: body.assistant_id,
    cron: body.schedule,
    timeZone: body.timezone ?? 'UTC',
    endsAt: body.end_time ?? null,
    enabled: body.enabled ?? true,
    conversationId,
    onBusy: strategy,
    webhook: body.webhook ? { url: body.webhook, format: 'langgraph' } : null,
    tone,
    model,
    metadata: {
      ...body.metadata,
      langgraph: { stream_mode: body.stream_mode ?? ['values'], multitask_strategy: strategy },
    },
  });
  return toCron(schedule);
}

/** What is said at each due time; what was said before is in the thread. */
function messageIn(input: unknown): string {
  const said = readLangChain(input, 'body.input').map(({ parts = [], ...words }) => {
    const file = parts.find((part) => part.type === 'given');
    if (file) throw invalidInput([{ path: file.path, message: 'is not taken: a cron says words' }]);
    return words;
  });
  const { message, earlier } = splitTurn(said, randomUUID(), 'body.input.messages');
  if (earlier.length === 0) return message;
  throw invalidInput([{ path: 'body.input.messages', message: 'must have one message, of the user' }]);
}

interface CronQuery {
  assistant_id?: string | null | undefined;
  thread_id?: string | null | undefined;
  enabled?: boolean | null | undefined;
  metadata?: JsonObject | null | undefined;
}

/** More than a tenant has, unless CADENCE_MAX_SCHEDULES was raised far. */
const MOST = 10_000;

async function matching(
  context: AppContext,
  principal: Principal,
  query: CronQuery,
): Promise<LangGraphCron[]> {
  const filter: Omit<ScheduleQuery, 'limit'> = {
    ...(query.assistant_id && { workflowId: query.assistant_id }),
    ...(query.thread_id && { conversationId: query.thread_id }),
    ...(typeof query.enabled === 'boolean' && { enabled: query.enabled }),
  };
  const rows = await offsetPage((page) => listSchedules(context, principal, { ...page, ...filter }), {
    limit: MOST,
    offset: 0,
    keep: (row) => jsonContains(row.metadata, query.metadata ?? {}),
  });
  return rows.map(toCron);
}

type Sortable = 'cron_id' | 'assistant_id' | 'thread_id' | 'created_at' | 'updated_at' | 'next_run_date';

function sortBy(crons: readonly LangGraphCron[], field: Sortable, order: 'asc' | 'desc'): LangGraphCron[] {
  const sign = order === 'asc' ? 1 : -1;
  return crons.toSorted((a, b) => {
    const [left, right] = [a[field] ?? '', b[field] ?? ''];
    return left === right ? 0 : sign * (left < right ? -1 : 1);
  });
}

function selected(
  cron: LangGraphCron,
  fields: readonly (keyof LangGraphCron)[] | null | undefined,
): Partial<LangGraphCron> {
  if (!fields) return cron;
  return Object.fromEntries(fields.map((field) => [field, cron[field]]));
}

function toCron(schedule: ScheduleRecord): LangGraphCron {
  const { langgraph: _, ...metadata } = schedule.metadata;
  return {
    cron_id: schedule.id,
    assistant_id: schedule.workflowId,
    thread_id: schedule.conversationId,
    on_run_completed: 'keep',
    end_time: schedule.endsAt,
    schedule: schedule.cron,
    timezone: schedule.timeZone,
    created_at: schedule.createdAt,
    updated_at: schedule.updatedAt,
    payload: {
      assistant_id: schedule.workflowId,
      input: { messages: [{ type: 'human', content: schedule.input }] },
      multitask_strategy: schedule.onBusy,
      ...(schedule.webhook && { webhook: schedule.webhook.url }),
    },
    user_id: schedule.ownerId,
    next_run_date: schedule.nextAt,
    metadata,
    enabled: schedule.enabled,
  };
}
