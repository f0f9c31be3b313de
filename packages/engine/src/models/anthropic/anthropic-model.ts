// The Messages API of Anthropic.
import type { ChatModel } from '@cadence-agents/contracts';
import {
  defaultMaxReplyChars,
  endpoint,
  type HttpModelSettings,
  type HttpVariables,
  httpModel,
} from '../http/http-model.ts';
import { readMessage, toModelReply } from './reply.ts';
import { anthropicRequestBody, filledSchema } from './request.ts';
import { createAnthropicStream } from './stream.ts';

export const anthropic: HttpVariables = {
  keyVariable: 'ANTHROPIC_API_KEY',
  baseUrlVariable: 'ANTHROPIC_BASE_URL',
  usualBaseUrl: 'https://api.anthropic.com',
};

export function anthropicModel(settings: HttpModelSettings): ChatModel {
  const { model, apiKey, baseUrl, maxReplyChars = defaultMaxReplyChars } = settings;
  const name = `anthropic:${model}`;
  return httpModel(
    {
      name,
      url: endpoint(baseUrl.replace(/\/v1\/*$/, ''), '/v1/messages', anthropic),
      keyVariable: anthropic.keyVariable,
      keyHeaders: {
        'anthropic-version': '2023-06-01',
        ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
      },
      encode: (request, stream) => anthropicRequestBody(model, request, stream),
      read: (text, { request, body }) =>
        toModelReply(name, readMessage(name, text, apiKey), body, filledSchema(request) !== undefined),
      stream: ({ request, body }, told) => {
        const fills = filledSchema(request) !== undefined;
        return createAnthropicStream({
          model: name,
          maxReplyChars,
          secret: apiKey,
          fills,
          told,
          prompt: body,
        });
      },
    },
    settings,
  );
}
