// Commands of the thread protocol: what a client asks for beside the stream of events.
import {
  CadenceError,
  type EndpointInput,
  type LangGraphNewRun,
  langGraphEndpoints,
  langGraphNewRunSchema,
} from '@cadence-agents/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findConversation } from '../../../app/conversations.ts';
import { invalidInput } from '../../../app/invalid-input.ts';
import type { ApiContext } from '../../../http/api-context.ts';
import { implement } from '../../../http/implement.ts';
import type { RunParts } from '../runs/run-routes.ts';
import { startRun } from '../runs/start-run.ts';
import { seqThrough } from './run-thread-events.ts';

type Command = EndpointInput<typeof langGraphEndpoints.langGraphThreadCommand>['body'];

export function addThreadCommandRoute(app: FastifyInstance, context: ApiContext, parts: RunParts): void {
  implement(app, langGraphEndpoints.langGraphThreadCommand, async ({ params, body }, request) => {
    const { thread_id: threadId } = params;
    try {
      return await carryOut(context, parts, request, threadId, body);
    } catch (error) {
      const name = CadenceError.is(error) ? errorNames[error.code] : undefined;
      if (name === undefined || !CadenceError.is(error)) throw error;
      const message = [error.message, error.hint].filter(Boolean).join(' ');
      return { type: 'error' as const, id: body.id, error: name, message };
    }
  });
}

/** What is told in a reply, by the names that the protocol has for it; all else is an error of the request. */
const errorNames: Record<string, string | undefined> = {
  INPUT_INVALID: 'invalid_argument',
  CONVERSATION_BUSY: 'invalid_argument',
  RUN_NOT_RESUMABLE: 'no_such_run',
  HANDOFF_NOT_WAITING: 'no_such_run',
};

async function carryOut(
  { app: context }: ApiContext,
  { states, started }: RunParts,
  request: FastifyRequest,
  threadId: string,
  command: Command,
) {
  const { id, method } = command;
  const start = async (body: LangGraphNewRun) => {
    const { run, afterSeq } = await startRun(context, states, request, body, threadId);
    started.tell(run);
    const meta = { thread_id: threadId, applied_through_seq: seqThrough(run, afterSeq) };
    return { type: 'success' as const, id, result: { run_id: run.id }, meta };
  };
  if (method === 'run.start') return start(readStart(command.params));
  const thread = await findConversation(context, request.principal, threadId);
  const workflowId = thread.workflows?.at(-1);
  if (method === 'input.respond') {
    if (workflowId !== undefined) return start(readResponse(command.params, workflowId));
    throw new CadenceError('RUN_NOT_RESUMABLE', `The thread "${threadId}" has had no run yet.`, {
      hint: 'Start one with run.start.',
    });
  }
  if (method === 'state.get') {
    const { values, checkpoint } = await states.latest(thread);
    const result = { values, checkpoint: { id: checkpoint.checkpoint_id } };
    return { type: 'success' as const, id, result, meta: { thread_id: threadId } };
  }
  if (method === 'agent.getTree') {
    const tree = { namespace: [], status: 'running', graph_name: workflowId };
    return { type: 'success' as const, id, result: { tree }, meta: { thread_id: threadId } };
  }
  const message = `There is no command "${method}" here; there are run.start, input.respond, state.get and agent.getTree.`;
  return { type: 'error' as const, id, error: 'unknown_command', message };
}

function readStart({ multitaskStrategy, ...given }: Command['params'] = {}): LangGraphNewRun {
  const wanted = { ...given, multitask_strategy: multitaskStrategy, if_not_exists: 'create' };
  return readRun(wanted);
}

const responseSchema = z.looseObject({
  interrupt_id: z.string().optional(),
  response: z.unknown().optional(),
  responses: z.array(z.looseObject({ interrupt_id: z.string(), response: z.unknown() })).optional(),
  update: z.unknown().optional(),
  goto: z.unknown().optional(),
});

function readResponse(given: Command['params'], assistant_id: string): LangGraphNewRun {
  const { data } = responseSchema.safeParse(given ?? {});
  const one = data?.interrupt_id === undefined ? [] : [[data.interrupt_id, data.response] as const];
  const many = data?.responses?.map((each) => [each.interrupt_id, each.response] as const);
  const resume = Object.fromEntries(many ?? one);
  if (!data || Object.keys(resume).length === 0)
    throw invalidInput([{ path: 'params', message: 'must have "interrupt_id" and "response"' }]);
  const { update, goto, config, metadata } = data;
  return readRun({ assistant_id, command: { resume, update, goto }, config, metadata });
}

function readRun(wanted: object): LangGraphNewRun {
  const { success, data, error } = langGraphNewRunSchema.safeParse(wanted);
  if (success) return data;
  throw invalidInput(
    error.issues.map(({ path, message }) => ({ path: ['params', ...path].join('.'), message })),
  );
}
