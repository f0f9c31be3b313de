import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pinnedViews } from '../../app/pinned-views.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { errorReply, prepareError } from '../../http/reply-error.ts';
import { addAssistantRoutes, addAssistantVersionRoutes } from './assistants.ts';
import { addCronRoutes } from './crons.ts';
import { addRunRoutes, addRunStartRoutes } from './runs/run-routes.ts';
import { addStateRoutes } from './states/state-routes.ts';
import { threadStates } from './states/thread-states.ts';
import { addThreadCommandRoute } from './thread-protocol/thread-commands.ts';
import { StartedRuns } from './thread-protocol/thread-runs.ts';
import { addThreadStreamRoute } from './thread-protocol/thread-stream.ts';
import { addThreadRoutes, addThreadSearchRoutes } from './threads/thread-routes.ts';

/** The API of LangGraph's Agent Server, as far as its own client needs it; errors have its form too. */
export async function addLangGraphRoutes(app: FastifyInstance, context: ApiContext): Promise<void> {
  await app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => replyLangGraphError(error, request, reply));
    const viewOf = pinnedViews(context.app);
    const states = threadStates(context.app, viewOf);
    addAssistantRoutes(scope, context);
    addAssistantVersionRoutes(scope, context);
    addThreadRoutes(scope, context, states);
    addThreadSearchRoutes(scope, context, states);
    addStateRoutes(scope, context, states);
    const parts = { viewOf, states, started: new StartedRuns() };
    addRunStartRoutes(scope, context, parts);
    addRunRoutes(scope, context, parts);
    addThreadCommandRoute(scope, context, parts);
    addThreadStreamRoute(scope, context, parts);
    addCronRoutes(scope, context);
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
