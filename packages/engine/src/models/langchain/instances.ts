// The LangChain objects behind one model: created at the first call that needs them, then cached.
import { LruCache, type ModelRequest, type ToolSpec } from '@cadence-agents/contracts';
import type { BaseLanguageModelInput } from '@langchain/core/language_models/base';
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { AIMessageChunk } from '@langchain/core/messages';
import type { Runnable } from '@langchain/core/runnables';
import { isReasoningModel } from '../provider/reasoning-model.ts';
import { langchainProviders } from './providers.ts';

export interface InstanceSettings {
  /** As `initChatModel` calls it: `anthropic`, `google-genai`, `ollama`… */
  provider: string;
  model: string;
  apiKey?: string | undefined;
  baseUrl?: string | undefined;
  /** Creates the LangChain model; `initChatModel` by default. */
  createChatModel?: (fields: Record<string, unknown>) => Promise<BaseChatModel>;
}

export type Callable = Runnable<BaseLanguageModelInput, AIMessageChunk>;

const MAX_CACHED = 20;
/** Models that think refuse both. */
const noSampling: Pick<ModelRequest, 'temperature' | 'topP'> = {};

export class LangchainInstances {
  readonly #settings: InstanceSettings;
  // LangChain takes the temperature and the token limit when a model is created, not when it is called.
  // Callers choose them, so only those in use are kept.
  readonly #byFields = new LruCache<string, BaseChatModel>(MAX_CACHED);
  readonly #bound = new WeakMap<BaseChatModel, WeakMap<readonly ToolSpec[], Map<string, Callable>>>();

  constructor(settings: InstanceSettings) {
    this.#settings = settings;
  }

  async chatModel(request: ModelRequest): Promise<BaseChatModel> {
    const { maxOutputTokens } = request;
    const { temperature, topP } = isReasoningModel(this.#settings.model) ? noSampling : request;
    const key = `${temperature} ${topP} ${maxOutputTokens}`;
    const kept = this.#byFields.get(key);
    if (kept !== undefined) return kept;
    const maxTokensField = langchainProviders[this.#settings.provider]?.maxTokensField ?? 'maxTokens';
    const model = await this.#create({
      ...(temperature === undefined ? {} : { temperature }),
      ...(topP === undefined ? {} : { topP }),
      ...(maxOutputTokens === undefined ? {} : { [maxTokensField]: maxOutputTokens }),
    });
    this.#byFields.set(key, model);
    return model;
  }

  /** The model with the request's tools bound to it. */
  withTools(model: BaseChatModel, request: ModelRequest): Callable {
    const { tools, toolChoice = 'auto' } = request;
    if (tools.length === 0) return model;
    const byTools = keptIn(this.#bound, model, () => new WeakMap());
    const byChoice = keptIn(byTools, tools, () => new Map());
    const kept = byChoice.get(toolChoice);
    if (kept !== undefined) return kept;
    if (model.bindTools === undefined) throw new Error('This model cannot call tools.');
    const functions = tools.map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    }));
    // LangChain's word for `required`, which each provider's package translates.
    const choice = toolChoice === 'required' ? 'any' : toolChoice;
    const bound = model.bindTools(functions, toolChoice === 'auto' ? {} : { tool_choice: choice });
    byChoice.set(toolChoice, bound);
    return bound;
  }

  async #create(fields: Record<string, unknown>): Promise<BaseChatModel> {
    const { provider, model, apiKey, baseUrl, createChatModel } = this.#settings;
    const baseUrlField = langchainProviders[provider]?.baseUrlField ?? 'baseUrl';
    const all = {
      ...fields,
      modelProvider: provider,
      // Cadence has retries of its own.
      maxRetries: 0,
      ...(apiKey === undefined ? {} : { apiKey }),
      ...(baseUrl === undefined ? {} : { [baseUrlField]: baseUrl }),
    };
    if (createChatModel !== undefined) return createChatModel(all);
    const { initChatModel } = await import('langchain/chat_models/universal');
    return initChatModel(model, all);
  }
}

function keptIn<K extends WeakKey, V>(map: WeakMap<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
