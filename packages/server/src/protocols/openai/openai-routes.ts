import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../../http/api-context.ts';
import { addChatRoute } from './chat.ts';
import { addEmbeddingRoute } from './embeddings.ts';
import { addModelRoutes } from './models.ts';
import { replyOpenAiError } from './openai-error.ts';
import { addResponseRoutes } from './responses/responses.ts';

/** OpenAI's API, for the clients that speak it; errors have its form too. */
export async function addOpenAiRoutes(app: FastifyInstance, context: ApiContext): Promise<void> {
  await app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => replyOpenAiError(error, request, reply));
    addModelRoutes(scope, context);
    addChatRoute(scope, context);
    addResponseRoutes(scope, context);
    addEmbeddingRoute(scope, context);
  });
}
