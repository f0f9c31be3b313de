import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../../api-context.ts';
import { pinnedViews } from '../pinned-views.ts';
import { addAssistantRoutes } from './assistants.ts';
import { replyLangGraphError } from './langgraph-error.ts';
import { addRunRoutes, addRunStartRoutes } from './runs.ts';
import { addStateRoutes } from './states.ts';
import { threadStates } from './thread-states.ts';
import { addThreadRoutes } from './threads.ts';

/** The API of LangGraph's Agent Server, as far as its own client needs it; errors have its form too. */
export async function addLangGraphRoutes(app: FastifyInstance, context: ApiContext): Promise<void> {
  await app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => replyLangGraphError(error, request, reply));
    const viewOf = pinnedViews(context.cadence.store, context.cadence.kinds);
    const states = threadStates(context.cadence, viewOf);
    addAssistantRoutes(scope, context);
    addThreadRoutes(scope, context, states);
    addStateRoutes(scope, context, states);
    addRunStartRoutes(scope, context, { viewOf, states });
    addRunRoutes(scope, context, { viewOf, states });
  });
}
