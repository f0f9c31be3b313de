import { type LangGraphNewRun, langGraphEndpoints, type RunRecord } from '@cadence/contracts';
import { removeRun } from '@cadence/storage';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../../app/access/principal.ts';
import type { PinnedViews } from '../../app/pinned-views.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';
import { findConversation, ownRows } from '../native/conversations.ts';
import { findRun, noRun } from '../native/runs.ts';
import { offsetPage } from './offset-page.ts';
import { modesOf, runPath, statusOf, toRun } from './run-view.ts';
import { startRun } from './start-run.ts';
import { streamRun } from './stream-run.ts';
import type { ThreadStates } from './thread-states.ts';

export interface RunParts {
  viewOf: PinnedViews;
  states: ThreadStates;
}

/** Runs on a thread, or on one of their own: started, streamed, waited for. */
export function addRunStartRoutes(app: FastifyInstance, context: ApiContext, parts: RunParts): void {
  const create = async (
    body: LangGraphNewRun,
    request: FastifyRequest,
    reply: FastifyReply,
    threadId?: string,
  ) => {
    const { run } = await startRun(context, request, body, threadId);
    reply.header('content-location', runPath(run));
    return toRun(run);
  };
  const stream = async (
    body: LangGraphNewRun,
    request: FastifyRequest,
    reply: FastifyReply,
    threadId?: string,
  ) => {
    const started = await startRun(context, request, body, threadId);
    const modes = body.stream_mode ?? modesOf(started.run);
    const cancelOnDisconnect = body.on_disconnect === 'cancel';
    return streamRun(context, parts.viewOf, request, reply, { ...started, modes, cancelOnDisconnect });
  };
  const wait = async (
    body: LangGraphNewRun,
    request: FastifyRequest,
    reply: FastifyReply,
    threadId?: string,
  ) => {
    const { run } = await startRun(context, request, body, threadId);
    reply.header('content-location', runPath(run));
    return endOf(context, parts, reply, run, body.on_disconnect === 'cancel');
  };
  implement(app, langGraphEndpoints.langGraphCreateRun, ({ params, body }, request, reply) =>
    create(body, request, reply, params.thread_id),
  );
  implement(app, langGraphEndpoints.langGraphStreamRun, ({ params, body }, request, reply) =>
    stream(body, request, reply, params.thread_id),
  );
  implement(app, langGraphEndpoints.langGraphWaitRun, ({ params, body }, request, reply) =>
    wait(body, request, reply, params.thread_id),
  );
  implement(app, langGraphEndpoints.langGraphCreateStatelessRun, ({ body }, request, reply) =>
    create(body, request, reply),
  );
  implement(app, langGraphEndpoints.langGraphStreamStatelessRun, ({ body }, request, reply) =>
    stream(body, request, reply),
  );
  implement(app, langGraphEndpoints.langGraphWaitStatelessRun, ({ body }, request, reply) =>
    wait(body, request, reply),
  );
}

/** Runs that there are: looked at, joined, stopped, removed. */
export function addRunRoutes(app: FastifyInstance, context: ApiContext, parts: RunParts): void {
  const { cadence } = context;

  implement(app, langGraphEndpoints.langGraphListRuns, async ({ params, query }, { principal }) => {
    const { id } = await findConversation(context, principal, params.thread_id);
    const filter = { conversationId: id, ...ownRows(principal) };
    const rows = await offsetPage(
      (page) => cadence.store.runs.list(principal.tenantId, { ...page, ...filter }),
      { ...query, keep: (run) => query.status === undefined || statusOf(run) === query.status },
    );
    return rows.map(toRun);
  });
  implement(app, langGraphEndpoints.langGraphGetRun, async ({ params }, { principal }) =>
    toRun(await runOf(context, principal, params)),
  );
  implement(app, langGraphEndpoints.langGraphDeleteRun, async ({ params }, { principal }) => {
    const { id, tenantId, conversationId } = await runOf(context, principal, params);
    await cadence.database.write((queries) => removeRun(queries, { id, tenantId, conversationId }), {
      durable: true,
    });
  });
  implement(app, langGraphEndpoints.langGraphJoinRun, async ({ params, query }, { principal }, reply) => {
    const run = await runOf(context, principal, params);
    return endOf(context, parts, reply, run, query.cancel_on_disconnect ?? false);
  });
  implement(app, langGraphEndpoints.langGraphJoinStream, async ({ params, query }, request, reply) => {
    const run = await runOf(context, request.principal, params);
    return streamRun(context, parts.viewOf, request, reply, {
      run,
      modes: query.stream_mode ?? modesOf(run),
      afterSeq: query.after ?? 0,
      cancelOnDisconnect: query.cancel_on_disconnect ?? false,
    });
  });
  implement(app, langGraphEndpoints.langGraphCancelRun, async ({ params, query }, { principal }, reply) => {
    const run = await runOf(context, principal, params);
    await cadence.cancel(run.id, run);
    if (!query.wait) return reply.code(202).send();
    await cadence.wait(run.id, run);
    return undefined;
  });
}

/** A run of that very thread. */
async function runOf(
  context: ApiContext,
  principal: Principal,
  { thread_id, run_id }: { thread_id: string; run_id: string },
): Promise<RunRecord> {
  const run = await findRun(context, principal, run_id);
  if (run.conversationId === thread_id) return run;
  throw noRun(run_id);
}

async function endOf(
  { cadence, stopping }: ApiContext,
  { states }: RunParts,
  reply: FastifyReply,
  run: RunRecord,
  cancelOnDisconnect: boolean,
): Promise<Record<string, unknown>> {
  const cancel = () => {
    if (!reply.raw.writableFinished && !stopping.aborted) void cadence.cancel(run.id, run);
  };
  if (cancelOnDisconnect) reply.raw.once('close', cancel);
  return states.outcome(await cadence.wait(run.id, run));
}
