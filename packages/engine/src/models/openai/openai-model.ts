// Chat completions: OpenAI itself and everything that speaks its protocol, Ollama among it.
import type { ChatModel } from '@cadence-agents/contracts';
import {
  defaultMaxReplyChars,
  endpoint,
  type HttpModelSettings,
  type HttpVariables,
  httpModel,
} from '../http/http-model.ts';
import { openaiDialect } from './dialect.ts';
import { readCompletion, toModelReply } from './reply.ts';
import { openaiRequestBody } from './request.ts';
import { createOpenaiStream } from './stream.ts';

export interface OpenaiSettings extends HttpModelSettings {
  /** As `https://api.openai.com/v1`. */
  baseUrl: string;
  /** Whose model it is; OpenAI's by default. */
  provider?: OpenaiProvider;
}

interface OpenaiProvider extends HttpVariables {
  name: string;
}

export const openai: OpenaiProvider = {
  name: 'openai',
  keyVariable: 'OPENAI_API_KEY',
  baseUrlVariable: 'OPENAI_BASE_URL',
  usualBaseUrl: 'https://api.openai.com/v1',
};

export const ollama: OpenaiProvider = {
  name: 'ollama',
  keyVariable: 'OLLAMA_API_KEY',
  baseUrlVariable: 'OLLAMA_BASE_URL',
  usualBaseUrl: 'http://127.0.0.1:11434',
};

export function openaiModel(settings: OpenaiSettings): ChatModel {
  const { model, apiKey, provider = openai, maxReplyChars = defaultMaxReplyChars } = settings;
  const name = `${provider.name}:${model}`;
  const url = endpoint(settings.baseUrl, '/chat/completions', provider);
  const dialect = openaiDialect(model, url.hostname);
  return httpModel(
    {
      name,
      url,
      keyVariable: provider.keyVariable,
      keyHeaders: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
      encode: (request, stream) => openaiRequestBody(model, request, stream, dialect),
      read: (text, { body }) => toModelReply(name, readCompletion(name, text, apiKey), body),
      stream: ({ body }, told) =>
        createOpenaiStream({ model: name, maxReplyChars, secret: apiKey, told, prompt: body }),
    },
    settings,
  );
}

/** Ollama has OpenAI's protocol below `/v1`; people name its address with and without. */
export const ollamaModel = ({ baseUrl, ...settings }: HttpModelSettings): ChatModel =>
  openaiModel({ ...settings, baseUrl: `${baseUrl.replace(/(?:\/v1)?\/*$/, '')}/v1`, provider: ollama });
