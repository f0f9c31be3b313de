import { CadenceError, endpoints, type HandoffAnswer } from '@cadence/contracts';
import type { FastifyInstance } from 'fastify';
import { mayRead, type Principal } from '../../app/access/principal.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';
import { findRun } from './runs.ts';

/** Stopping runs, and telling those that wait for a person how to go on. */
export function addRunControlRoutes(app: FastifyInstance, context: ApiContext): void {
  const { cadence } = context;
  const { handoffs } = cadence.store;

  implement(app, endpoints.cancelRun, async ({ params }, { principal }) => {
    const run = await findRun(context, principal, params.id);
    return cadence.cancel(run.id, run);
  });
  implement(app, endpoints.resumeRun, async ({ params, body }, { principal }) => {
    const run = await findRun(context, principal, params.id);
    if (!run.handoff || run.status !== 'awaiting_human') {
      throw new CadenceError('RUN_NOT_RESUMABLE', `The run "${run.id}" does not wait for a person.`, {
        hint: `It is ${run.status}. A run that was cut off goes on by itself.`,
      });
    }
    return cadence.answer(run.handoff.id, answerFrom(body), run);
  });
  implement(app, endpoints.listHandoffs, async (_, { principal }) => ({
    items: await handoffs.waiting(principal.tenantId, principal.userId ?? undefined),
  }));
  implement(app, endpoints.getHandoff, ({ params }, { principal }) =>
    findHandoff(context, principal, params.id),
  );
  implement(app, endpoints.answerHandoff, async ({ params, body }, { principal }) => {
    const handoff = await findHandoff(context, principal, params.id);
    return cadence.answer(handoff.id, answerFrom(body), handoff);
  });
}

async function findHandoff({ cadence }: ApiContext, principal: Principal, id: string) {
  const found = await cadence.store.handoffs.get(principal.tenantId, id);
  if (found && mayRead(principal, found)) return found;
  throw new CadenceError('HANDOFF_NOT_FOUND', `There is no hand-off "${id}".`, {
    hint: 'Look at the list of hand-offs that wait.',
  });
}

/** Without the fields that were not given. */
function answerFrom({
  text,
  label,
  args,
}: {
  text: string;
  label?: string | undefined;
  args?: HandoffAnswer['args'] | undefined;
}): HandoffAnswer {
  return { text, ...(label !== undefined && { label }), ...(args && { args }) };
}
