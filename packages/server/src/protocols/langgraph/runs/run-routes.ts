import {
  type LangGraphNewRun,
  type LangGraphRun,
  langGraphEndpoints,
  langGraphNewRunSchema,
  type RunRecord,
} from '@cadence-agents/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorize } from '../../../app/access/authorize.ts';
import { findConversation } from '../../../app/conversations.ts';
import { invalidInput } from '../../../app/invalid-input.ts';
import type { PinnedViews } from '../../../app/pinned-views.ts';
import { cancelRun, deleteRun, findRun, listRuns, waitForRun } from '../../../app/runs.ts';
import type { ApiContext } from '../../../http/api-context.ts';
import { implement } from '../../../http/implement.ts';
import { onceClosed } from '../../../http/stream/once-closed.ts';
import { offsetPage } from '../offset-page.ts';
import type { ThreadStates } from '../states/thread-states.ts';
import { modesOf, runPath, statuses, statusOf, toRun } from './run-view.ts';
import { startRun } from './start-run.ts';
import type { StartedRuns } from './started-runs.ts';
import { streamRun } from './stream-run.ts';

export interface RunParts {
  viewOf: PinnedViews;
  states: ThreadStates;
  started: StartedRuns;
}

/** Runs on a thread, or on one of their own: started, streamed, waited for. */
export function addRunStartRoutes(app: FastifyInstance, context: ApiContext, parts: RunParts): void {
  const begin = async (body: LangGraphNewRun, request: FastifyRequest, threadId?: string) => {
    const begun = await startRun(context.app, parts.states, request, body, threadId);
    parts.started.tell(begun.run);
    return begun;
  };
  const create = async (
    body: LangGraphNewRun,
    request: FastifyRequest,
    reply: FastifyReply,
    threadId?: string,
  ) => {
    const { run } = await begin(body, request, threadId);
    reply.header('content-location', runPath(run));
    return toRun(run);
  };
  const stream = async (
    body: LangGraphNewRun,
    request: FastifyRequest,
    reply: FastifyReply,
    threadId?: string,
  ) => {
    const started = await begin(body, request, threadId);
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
    const { run } = await begin(body, request, threadId);
    reply.header('content-location', runPath(run));
    return endOf(context, parts, request, reply, run, body.on_disconnect === 'cancel');
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
  implement(app, langGraphEndpoints.langGraphBatchRuns, async ({ body }, request) => {
    const wanted = body.map((each, index) => readBatched(each, index));
    const runs: LangGraphRun[] = [];
    for (const each of wanted) {
      const { run } = await begin(each, request);
      runs.push(toRun(run));
    }
    return runs;
  });
}

/** One of several runs; the client sends the names of its own fields. */
function readBatched(given: object, index: number): LangGraphNewRun {
  const fields = Object.entries(given).map(([name, value]) => [snakeCase(name), value]);
  const { success, data, error } = langGraphNewRunSchema.safeParse(Object.fromEntries(fields));
  if (success) return data;
  throw invalidInput(
    error.issues.map(({ path, message }) => ({ path: ['body', index, ...path].join('.'), message })),
  );
}

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Runs that there are: looked at, joined, stopped, removed. */
export function addRunRoutes(app: FastifyInstance, context: ApiContext, parts: RunParts): void {
  const useCases = context.app;

  implement(app, langGraphEndpoints.langGraphListRuns, async ({ params, query }, { principal }) => {
    const { id } = await findConversation(useCases, principal, params.thread_id);
    const rows = await offsetPage((page) => listRuns(useCases, principal, { ...page, conversationId: id }), {
      ...query,
      keep: (run) => query.status === undefined || statusOf(run) === query.status,
    });
    return rows.map(toRun);
  });
  implement(app, langGraphEndpoints.langGraphGetRun, async ({ params }, { principal }) =>
    toRun(await findRun(useCases, principal, placeOf(params))),
  );
  implement(app, langGraphEndpoints.langGraphDeleteRun, ({ params }, { principal }) =>
    deleteRun(useCases, principal, placeOf(params)),
  );
  implement(app, langGraphEndpoints.langGraphJoinRun, async ({ params, query }, request, reply) => {
    if (query.cancel_on_disconnect) authorize(request.principal, 'run.cancel');
    const run = await findRun(useCases, request.principal, placeOf(params));
    return endOf(context, parts, request, reply, run, query.cancel_on_disconnect ?? false);
  });
  implement(app, langGraphEndpoints.langGraphJoinStream, async ({ params, query }, request, reply) => {
    if (query.cancel_on_disconnect) authorize(request.principal, 'run.cancel');
    const run = await findRun(useCases, request.principal, placeOf(params));
    return streamRun(context, parts.viewOf, request, reply, {
      run,
      modes: query.stream_mode ?? modesOf(run),
      afterSeq: query.after ?? 0,
      cancelOnDisconnect: query.cancel_on_disconnect ?? false,
    });
  });
  implement(
    app,
    langGraphEndpoints.langGraphJoinStatelessStream,
    async ({ params, query }, request, reply) => {
      if (query.cancel_on_disconnect) authorize(request.principal, 'run.cancel');
      const run = await findRun(useCases, request.principal, { id: params.run_id });
      return streamRun(context, parts.viewOf, request, reply, {
        run,
        modes: query.stream_mode ?? modesOf(run),
        afterSeq: query.after ?? 0,
        cancelOnDisconnect: query.cancel_on_disconnect ?? false,
      });
    },
  );
  implement(app, langGraphEndpoints.langGraphCancelRuns, async ({ body }, { principal }) => {
    const { thread_id: conversationId, run_ids: ids, status } = body;
    const place = conversationId ? { conversationId } : {};
    for (const id of ids ?? []) await cancelRun(useCases, principal, { id, ...place });
    if (ids || !(status || conversationId)) return;
    const open = (['queued', 'running'] as const).filter(
      (each) => !status || status === 'all' || statuses[each] === status,
    );
    for (const each of open) {
      const query = { ...place, status: each, limit: MOST_CANCELLED };
      const { items } = await listRuns(useCases, principal, query);
      for (const run of items) await cancelRun(useCases, principal, run);
    }
  });
  implement(app, langGraphEndpoints.langGraphCancelRun, async ({ params, query }, { principal }, reply) => {
    const run = await cancelRun(useCases, principal, placeOf(params));
    if (!query.wait) return reply.code(202).send();
    await waitForRun(useCases, run);
    return undefined;
  });
}

/** Runs that are stopped at once by their status. */
const MOST_CANCELLED = 200;

/** A run of that very thread. */
const placeOf = ({ thread_id, run_id }: { thread_id: string; run_id: string }) => ({
  id: run_id,
  conversationId: thread_id,
});

async function endOf(
  { app: context, stopping }: ApiContext,
  { states }: RunParts,
  { principal, log }: FastifyRequest,
  reply: FastifyReply,
  run: RunRecord,
  cancelOnDisconnect: boolean,
): Promise<Record<string, unknown>> {
  const cancel = () => {
    if (reply.raw.writableFinished || stopping.aborted) return;
    cancelRun(context, principal, run).catch((err: unknown) => log.warn({ err }, 'a run was not cancelled'));
  };
  if (cancelOnDisconnect) onceClosed(reply.raw, cancel);
  return states.outcome(await waitForRun(context, run));
}
