// From a model's name to what creates it. Nothing heavy is imported here: LangChain is loaded at its first call.
import { CadenceError, type ChatModel } from '@cadence/contracts';
import { nearestName } from '@cadence/workflow';
import { langchainModel } from './langchain/langchain-model.ts';
import { type LangchainProvider, langchainProviders } from './langchain/providers.ts';
import { openaiModel } from './openai/openai-model.ts';
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

const openaiUrl = 'https://api.openai.com/v1';

export function findModel(name: string, settings: SourceSettings): ModelSource {
  const colon = name.indexOf(':');
  const provider = colon === -1 ? name : name.slice(0, colon);
  const model = colon === -1 ? '' : name.slice(colon + 1);
  const { sources = {} } = settings;
  if (Object.hasOwn(sources, provider)) {
    const own = sources[provider]?.(model);
    if (own !== undefined) return { create: () => own, endpoint: null, key: null };
  }
  const known = Object.hasOwn(langchainProviders, provider) ? langchainProviders[provider] : undefined;
  if (model === '' || (provider !== 'openai' && known === undefined)) {
    throw unknownModel(name, provider, sources);
  }
  return known === undefined
    ? openaiSource(name, model, settings)
    : langchainSource({ name, provider, model, known }, settings);
}

function openaiSource(name: string, model: string, { env, timeoutMs }: SourceSettings): ModelSource {
  const baseUrl = setting(env, 'OPENAI_BASE_URL') ?? openaiUrl;
  const apiKey = setting(env, 'OPENAI_API_KEY');
  // A local server may need no key.
  const needsKey = URL.parse(baseUrl)?.hostname === 'api.openai.com';
  const usable = !needsKey || apiKey !== undefined;
  return {
    create: () =>
      usable ? openaiModel({ model, baseUrl, apiKey, timeoutMs }) : modelWithoutKey(name, 'OPENAI_API_KEY'),
    endpoint: URL.parse(baseUrl)?.origin ?? null,
    key:
      needsKey || apiKey !== undefined ? { variable: 'OPENAI_API_KEY', isSet: apiKey !== undefined } : null,
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
  const others = ['openai', ...Object.keys(sources), ...Object.keys(langchainProviders)];
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
