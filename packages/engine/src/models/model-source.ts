// From a model's name to what creates it. OpenAI, Anthropic and Ollama are built in; the others come with LangChain,
// which is loaded at its first call.
import { CadenceError, type ChatModel } from '@cadence-agents/contracts';
import { nearestName } from '@cadence-agents/workflow';
import { anthropic, anthropicModel } from './anthropic/anthropic-model.ts';
import type { HttpModelSettings, HttpVariables } from './http/http-model.ts';
import { langchainModel } from './langchain/langchain-model.ts';
import { type LangchainProvider, langchainProviders } from './langchain/providers.ts';
import { ollama, ollamaModel, openai, openaiModel } from './openai/openai-model.ts';
import { authError } from './provider/model-error.ts';

export interface ModelSource {
  create: () => ChatModel;
  /** Where its requests go; `null` when nowhere, or when the provider's package decides. */
  endpoint: string | null;
  /** The environment variable of the key; `null` when none is needed. */
  key: { variable: string; isSet: boolean } | null;
}

/**
 * The caller's own models, by the part of a name before the colon. Called with the part after the colon, or with an
 * empty text if the name has no colon; returns `undefined` if there is no such model.
 */
export type OwnSources = Readonly<Record<string, (model: string) => ChatModel | undefined>>;

type Environment = Readonly<Record<string, string | undefined>>;

export interface SourceSettings {
  /** Keys and addresses of providers; as a function where they may change. */
  env: Environment | (() => Environment);
  timeoutMs: number;
  /** They come before the known providers. */
  sources?: OwnSources;
}

interface BuiltIn extends HttpVariables {
  /** Whether its usual address wants a key; a local server may need none. */
  needsKey: boolean;
  create: (settings: HttpModelSettings) => ChatModel;
}

export const builtIn: Readonly<Record<string, BuiltIn>> = {
  openai: { ...openai, needsKey: true, create: openaiModel },
  anthropic: { ...anthropic, needsKey: true, create: anthropicModel },
  ollama: { ...ollama, needsKey: false, create: ollamaModel },
};

export function findModel(name: string, settings: SourceSettings): ModelSource {
  const colon = name.indexOf(':');
  const provider = colon === -1 ? name : name.slice(0, colon);
  const model = colon === -1 ? '' : name.slice(colon + 1);
  const { sources = {} } = settings;
  if (Object.hasOwn(sources, provider)) {
    const own = sources[provider]?.(model);
    if (own !== undefined) return { create: () => own, endpoint: null, key: null };
  }
  if (model === '') throw unknownModel(name, provider, sources);
  const ownAdapter = Object.hasOwn(builtIn, provider) ? builtIn[provider] : undefined;
  if (ownAdapter) return builtInSource({ name, model, provider: ownAdapter }, settings);
  const known = Object.hasOwn(langchainProviders, provider) ? langchainProviders[provider] : undefined;
  if (known === undefined) throw unknownModel(name, provider, sources);
  return langchainSource({ name, provider, model, known }, settings);
}

function builtInSource(
  { name, model, provider }: { name: string; model: string; provider: BuiltIn },
  { env, timeoutMs }: SourceSettings,
): ModelSource {
  const { keyVariable, usualBaseUrl } = provider;
  const baseUrl = setting(env, provider.baseUrlVariable) ?? usualBaseUrl;
  const apiKey = setting(env, keyVariable);
  const host = (url: string) => URL.parse(url)?.hostname;
  const needsKey = provider.needsKey && host(baseUrl) === host(usualBaseUrl);
  const usable = !needsKey || apiKey !== undefined;
  return {
    create: () =>
      usable ? provider.create({ model, baseUrl, apiKey, timeoutMs }) : modelWithoutKey(name, keyVariable),
    endpoint: URL.parse(baseUrl)?.origin ?? null,
    key: needsKey || apiKey !== undefined ? { variable: keyVariable, isSet: apiKey !== undefined } : null,
  };
}

function langchainSource(
  found: { name: string; provider: string; model: string; known: LangchainProvider },
  { env, timeoutMs }: SourceSettings,
): ModelSource {
  const { name, provider, model, known } = found;
  const variable = known.keyVariable;
  const apiKey = variable === undefined ? undefined : setting(env, variable);
  const baseUrl = known.baseUrlVariable === undefined ? undefined : setting(env, known.baseUrlVariable);
  return {
    create: () =>
      variable !== undefined && apiKey === undefined
        ? modelWithoutKey(name, variable)
        : langchainModel({ provider, model, apiKey, baseUrl, timeoutMs }),
    endpoint: baseUrl === undefined ? null : (URL.parse(baseUrl)?.origin ?? null),
    key: variable === undefined ? null : { variable, isSet: apiKey !== undefined },
  };
}

/** Fails when it is called and not before, so that a fallback can take over. */
function modelWithoutKey(name: string, keyVariable: string): ChatModel {
  return { name, generate: () => Promise.reject(authError(name, keyVariable, 'none is set')) };
}

function setting(env: SourceSettings['env'], variable: string): string | undefined {
  const variables = typeof env === 'function' ? env() : env;
  return variables[variable]?.trim() || undefined;
}

function unknownModel(name: string, provider: string, sources: OwnSources): CadenceError {
  const wholeNames = Object.keys(sources).filter((own) => sources[own]?.('') !== undefined);
  const others = [...Object.keys(builtIn), ...Object.keys(sources), ...Object.keys(langchainProviders)];
  const providers = others.filter((other) => !wholeNames.includes(other));
  const near = nearestName(provider, [...wholeNames, ...providers]);
  const forms = [...wholeNames, 'provider:model'].map((form) => `"${form}"`).join(' or ');
  return new CadenceError('MODEL_UNKNOWN', `There is no model "${name}".`, {
    hint:
      near === undefined
        ? `Write ${forms}; the providers are ${providers.join(', ')}.`
        : `Did you mean "${wholeNames.includes(near) ? near : `${near}:<model>`}"?`,
    details: { model: name, providers: [...wholeNames, ...providers] },
  });
}
