import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pinnedViews } from '../../app/pinned-views.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { errorReply, prepareError } from '../../http/reply-error.ts';
import { addAssistantRoutes } from './assistants.ts';
import { addCronRoutes } from './crons.ts';
import { addRunRoutes, addRunStartRoutes } from './runs.ts';
import { threadStates } from './states/thread-states.ts';
import { addStateRoutes } from './states.ts';
import { addStoreRoutes } from './store.ts';
import { addThreadRoutes } from './threads.ts';

/** The API of LangGraph's Agent Server, as far as its own client needs it; errors have its form too. */
export async function addLangGraphRoutes(app: FastifyInstance, context: ApiContext): Promise<void> {
  await app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => replyLangGraphError(error, request, reply));
    const viewOf = pinnedViews(context.app);
    const states = threadStates(context.app, viewOf);
    addAssistantRoutes(scope, context);
    addThreadRoutes(scope, context, states);
    addStateRoutes(scope, context, states);
    addRunStartRoutes(scope, context, { viewOf, states });
    addRunRoutes(scope, context, { viewOf, states });
    addCronRoutes(scope, context);
    addStoreRoutes(scope, context);
  });
}

/** An error in the form of this API, with ours beside it. */
function replyLangGraphError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const told = prepareError(error, request, reply);
  const detail = [told.message, told.hint].filter(Boolean).join(' ');
  reply
    .code(told.status)
    .type('application/json')
    .send(JSON.stringify({ detail, ...errorReply(told, request.id) }));
}
