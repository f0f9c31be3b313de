import { CadenceError, endpoints, messageSchema, type RunEvent, type RunRecord } from '@cadence/contracts';
import { conversationState } from '@cadence/storage/checkpoints';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mayRead, ownerOf, type Principal } from '../../app/access/principal.ts';
import { page } from '../../app/page.ts';
import { findStep, forkRun, stepsOf } from '../../fork-run.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';
import { streamFrames } from '../../http/stream/event-stream.ts';
import { ownRows } from './conversations.ts';
import { runFrames } from './run-frames.ts';

export function addRunRoutes(app: FastifyInstance, context: ApiContext): void {
  const { cadence } = context;
  const { store, database } = cadence;

  implement(app, endpoints.listRuns, ({ query }, { principal }) => {
    const { conversationId, workflowId, status } = query;
    const filter = {
      ...(conversationId !== undefined && { conversationId }),
      ...(workflowId !== undefined && { workflowId }),
      ...(status && { status }),
      ...ownRows(principal),
    };
    return page(query, (asked) => store.runs.list(principal.tenantId, { ...asked, ...filter }));
  });
  implement(app, endpoints.getRun, ({ params }, { principal }) => findRun(context, principal, params.id));
  implement(app, endpoints.runEvents, async ({ params, query }, request, reply) => {
    const run = await findRun(context, request.principal, params.id);
    const after = query.after ?? lastEventId(request);
    if (request.headers.accept?.includes('application/json')) {
      return { items: await eventsOf(context, run.id, after) };
    }
    return streamFrames(request, reply, (reader) => runFrames(cadence, run.id, after, reader));
  });
  implement(app, endpoints.runSteps, async ({ params }, { principal }) => ({
    items: await stepsOf(database, await findRun(context, principal, params.id)),
  }));
  implement(app, endpoints.runStep, async ({ params }, { principal }) => {
    const run = await findRun(context, principal, params.id);
    const step = await findStep(database, run, params.step);
    const state = await conversationState(database, run.conversationId, step.checkpointId);
    const { messages = [], turn = null } = state?.values ?? {};
    return { ...step, messages: messageSchema.array().parse(messages), turn };
  });
  implement(app, endpoints.runRecording, async ({ params }, { principal }) => {
    const run = await findRun(context, principal, params.id);
    const { tenantId, workflowId, workflowVersion } = run;
    const workflow = await store.workflows.get(tenantId, workflowId, workflowVersion ?? undefined);
    return {
      format: 'cadence-run/1' as const,
      run,
      workflow: workflow?.definition ?? null,
      events: await eventsOf(context, run.id, 0),
      steps: await stepsOf(database, run),
    };
  });
  implement(app, endpoints.forkRun, async ({ params, body }, { principal }) => {
    const run = await findRun(context, principal, params.id);
    const step = await findStep(database, run, String(body.step));
    const owner = ownerOf(principal);
    const conversationId = await forkRun(database, run, step, body.messages);
    await store.conversations.create({
      ...owner,
      id: conversationId,
      title: `Fork of ${run.input.slice(0, 60)}`,
    });
    if (body.message === undefined) return { conversationId, run: null };
    const { workflowId, workflowVersion, tone, model } = run;
    const sent = { message: body.message, conversationId, workflowId, workflowVersion, tone, model, owner };
    return { conversationId, run: await cadence.send(sent) };
  });
}

/** A run that the principal may see. */
export async function findRun({ cadence }: ApiContext, principal: Principal, id: string): Promise<RunRecord> {
  const run = await cadence.store.runs.get(principal.tenantId, id);
  if (run && mayRead(principal, run)) return run;
  throw noRun(id);
}

export function noRun(id: string): CadenceError {
  return new CadenceError('RUN_NOT_FOUND', `There is no run "${id}".`, { hint: 'Look at the list of runs.' });
}

async function eventsOf({ cadence }: ApiContext, runId: string, after: number): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for (let seq = after; ; ) {
    const batch = await cadence.store.events.read(runId, seq);
    events.push(...batch);
    const last = batch.at(-1);
    if (!last) return events;
    seq = last.seq;
  }
}

/** Where a reader that comes back had got to. */
function lastEventId({ headers }: FastifyRequest): number {
  const given = headers['last-event-id'];
  if (given === undefined || given === '') return 0;
  const seq = Number(given);
  if (Number.isSafeInteger(seq) && seq >= 0) return seq;
  throw new CadenceError(
    'INPUT_INVALID',
    `"${String(given).slice(0, 50)}" is not the id of an event of a run.`,
    {
      hint: 'Send the id of the last event that was received.',
    },
  );
}
