import { z } from 'zod';
import { messageSchema } from '../run/message.ts';
import { givenToneSchema } from '../run/tone.ts';
import {
  endpoint,
  idParams,
  jsonRecord,
  noContent,
  pageOf,
  pageQuery,
  pathIdSchema,
  placeSchema,
} from './endpoint.ts';
import { attachedFilesSchema } from './file-endpoints.ts';
import { runSchema, streamedEventSchema } from './run-endpoints.ts';

export const conversationSchema = z
  .object({
    id: z.string(),
    ownerId: z.string(),
    title: z.string().nullable(),
    metadata: jsonRecord,
    createdAt: z.string(),
    updatedAt: z.string(),
    /** When a message last came. */
    activeAt: z.string().optional(),
  })
  .meta({ id: 'Conversation' });
export type ApiConversation = z.infer<typeof conversationSchema>;

export const onBusySchema = z.enum(['enqueue', 'reject', 'interrupt', 'rollback']);

/** Where webhooks are sent to. */
export const webhookUrlSchema = z
  .url({ protocol: /^https?$/, error: 'must be an address as https://example.com/hook' })
  .max(2_000);

/** An id that a client made. */
export const messageIdSchema = z.string().min(1).max(200);

export const newMessageSchema = z
  .strictObject({
    message: z.string().min(1).max(1_000_000),
    /** Your own id of the message: it is kept wherever the message is shown. */
    messageId: messageIdSchema.optional(),
    /** Ids of stored files that go with it. */
    files: attachedFilesSchema,
    workflowId: pathIdSchema.default('coordinator'),
    /** Runs the draft of the workflow, for those who may write it: what its tables hold, once it is checked. */
    draft: z.boolean().default(false),
    tone: givenToneSchema,
    /** `provider:model`, for the agents that name none. */
    model: z.string().min(1).max(200).optional(),
    onBusy: onBusySchema.default('enqueue'),
    metadata: jsonRecord.optional(),
    /** Told when the run ends, or waits for a person. */
    webhook: webhookUrlSchema.optional(),
  })
  .meta({ id: 'NewMessage' });

const tag = 'Conversations';

export const conversationEndpoints = {
  createConversation: endpoint({
    method: 'POST',
    path: '/api/v1/conversations',
    tag,
    summary: 'Begin a conversation',
    description: 'An id of your own makes the call repeatable: the same id again returns the conversation.',
    action: 'conversation.create',
    body: z.strictObject({
      id: pathIdSchema.optional(),
      title: z.string().max(200).optional(),
      metadata: jsonRecord.optional(),
    }),
    status: 201,
    reply: conversationSchema,
    startsWork: 'other',
    errors: ['CONVERSATION_NOT_FOUND', 'VALUE_NOT_STORABLE'],
  }),
  listConversations: endpoint({
    method: 'GET',
    path: '/api/v1/conversations',
    tag,
    summary: 'Conversations, first the one with the latest message',
    description: 'Pages go on from where they were left, also when conversations get messages meanwhile.',
    action: 'conversation.read',
    query: pageQuery.extend({ after: placeSchema.optional() }),
    status: 200,
    reply: pageOf(conversationSchema),
    errors: [],
  }),
  getConversation: endpoint({
    method: 'GET',
    path: '/api/v1/conversations/:id',
    tag,
    summary: 'One conversation',
    action: 'conversation.read',
    params: idParams,
    status: 200,
    reply: conversationSchema,
    errors: ['CONVERSATION_NOT_FOUND'],
  }),
  updateConversation: endpoint({
    method: 'PUT',
    path: '/api/v1/conversations/:id',
    tag,
    summary: 'Change the title or the metadata',
    action: 'conversation.update',
    params: idParams,
    body: z.strictObject({ title: z.string().min(1).max(200).optional(), metadata: jsonRecord.optional() }),
    status: 200,
    reply: conversationSchema,
    errors: ['CONVERSATION_NOT_FOUND', 'VALUE_NOT_STORABLE'],
  }),
  deleteConversation: endpoint({
    method: 'DELETE',
    path: '/api/v1/conversations/:id',
    tag,
    summary: 'Remove a conversation with its runs, events and state',
    action: 'conversation.delete',
    params: idParams,
    status: 204,
    reply: noContent,
    errors: ['CONVERSATION_NOT_FOUND'],
  }),
  listMessages: endpoint({
    method: 'GET',
    path: '/api/v1/conversations/:id/messages',
    tag,
    summary: 'The messages of a conversation, as its agents see them',
    description: 'The latest ones, in their order; `next` leads to those before them.',
    action: 'conversation.read',
    params: idParams,
    query: pageQuery,
    status: 200,
    reply: pageOf(messageSchema),
    errors: ['CONVERSATION_NOT_FOUND'],
  }),
  sendMessage: endpoint({
    method: 'POST',
    path: '/api/v1/conversations/:id/messages',
    tag,
    summary: 'Send a message',
    description:
      'The message is committed before the answer begins. `Accept: text/event-stream` streams the events of the run; `Prefer: deltas=message` has their text told as `on_message_delta`; `Prefer: respond-async` answers 202 with the run at once; else the finished run is returned. A conversation that does not exist is begun. Leaving does not stop the run.',
    action: 'message.send',
    params: idParams,
    body: newMessageSchema,
    status: 200,
    reply: runSchema,
    stream: 'on request',
    events: streamedEventSchema,
    async: true,
    startsWork: 'run',
    errors: [
      'FILE_NOT_FOUND',
      'FILE_NOT_TAKEN',
      'CONVERSATION_NOT_FOUND',
      'WORKFLOW_NOT_FOUND',
      'WORKFLOW_INVALID',
      'CONVERSATION_BUSY',
      'IDEMPOTENCY_CONFLICT',
      'VALUE_NOT_STORABLE',
    ],
  }),
};
