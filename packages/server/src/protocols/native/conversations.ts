import { endpoints } from '@cadence-agents/contracts';
import type { FastifyInstance } from 'fastify';
import { askInstead, listBranches, showBranch } from '../../app/branches.ts';
import {
  createConversation,
  deleteConversation,
  findConversation,
  listConversations,
  listMessages,
  updateConversation,
} from '../../app/conversations.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';

export function addConversationRoutes(app: FastifyInstance, { app: context }: ApiContext): void {
  implement(app, endpoints.createConversation, ({ body }, { principal }) =>
    createConversation(context, principal, body),
  );
  implement(app, endpoints.listConversations, ({ query }, { principal }) =>
    listConversations(context, principal, query),
  );
  implement(app, endpoints.getConversation, ({ params }, { principal }) =>
    findConversation(context, principal, params.id),
  );
  implement(app, endpoints.updateConversation, ({ params, body }, { principal }) =>
    updateConversation(context, principal, params.id, body),
  );
  implement(app, endpoints.deleteConversation, ({ params }, { principal }) =>
    deleteConversation(context, principal, params.id),
  );
  implement(app, endpoints.listMessages, ({ params, query }, { principal }) =>
    listMessages(context, principal, params.id, query),
  );
  implement(app, endpoints.listBranches, ({ params }, { principal }) =>
    listBranches(context, principal, params.id),
  );
  implement(app, endpoints.showBranch, ({ params, body }, { principal }) =>
    showBranch(context, principal, params.id, body.runId),
  );
  implement(app, endpoints.askInstead, ({ params, body }, { principal }) =>
    askInstead(context, principal, params, body.message),
  );
}
