// From a model's name to what makes it. Nothing heavy is imported here: LangChain is loaded at its first call.
import { CadenceError, type ChatModel } from '@cadence/contracts';
import { nearestName } from '@cadence/workflow';
import { langchainModel } from './langchain/langchain-model.ts';
import { type LangchainProvider, langchainProviders } from './langchain/providers.ts';
import { offlineModel } from './offline/offline-model.ts';
import { openaiModel } from './openai/openai-model.ts';
import { authError } from './provider/model-error.ts';

export interface ModelSource {
  create: () => ChatModel;
  /** Where its requests go; `null` when nowhere, or where the provider's package decides. */
  endpoint: string | null;
  /** The environment variable of the key; `null` when none is needed. */
  key: { variable: string; isSet: boolean } | null;
}

export interface SourceSettings {
  env: Readonly<Record<string, string | undefined>>;
  timeoutMs: number;
  extra?: Readonly<Record<string, (model: string) => ChatModel>>;
}

const openaiUrl = 'https://api.openai.com/v1';

export function findModel(name: string, settings: SourceSettings): ModelSource {
  const colon = name.indexOf(':');
  const provider = colon === -1 ? name : name.slice(0, colon);
  const model = colon === -1 ? '' : name.slice(colon + 1);
  const extra = settings.extra ?? {};
  const own = Object.hasOwn(extra, provider) ? extra[provider] : undefined;
  if (own !== undefined) return { create: () => own(model), endpoint: null, key: null };
  if (name === 'offline') return { create: offlineModel, endpoint: null, key: null };
  const known = Object.hasOwn(langchainProviders, provider) ? langchainProviders[provider] : undefined;
  if (model === '' || (provider !== 'openai' && known === undefined)) {
    throw unknownModel(name, provider, Object.keys(extra));
  }
  return known === undefined
    ? openaiSource(name, model, settings)
    : langchainSource({ name, provider, model, known }, settings);
}

function openaiSource(name: string, model: string, { env, timeoutMs }: SourceSettings): ModelSource {
  const baseUrl = setting(env, 'OPENAI_BASE_URL') ?? openaiUrl;
  const apiKey = setting(env, 'OPENAI_API_KEY');
  // A server of one's own may ask for no key.
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

/** Fails at its calls and not before, so that a fallback can take them over. */
function modelWithoutKey(name: string, keyVariable: string): ChatModel {
  return { name, generate: () => Promise.reject(authError(name, keyVariable, 'none is set')) };
}

function setting(env: SourceSettings['env'], variable: string): string | undefined {
  return env[variable]?.trim() || undefined;
}

function unknownModel(name: string, provider: string, extra: string[]): CadenceError {
  const providers = ['offline', 'openai', ...extra, ...Object.keys(langchainProviders)];
  const near = nearestName(provider, providers);
  const example = near === undefined || near === 'offline' ? near : `${near}:<model>`;
  return new CadenceError('MODEL_UNKNOWN', `There is no model "${name}".`, {
    hint:
      example === undefined
        ? `Write "offline" or "provider:model"; the providers are ${providers.slice(1).join(', ')}.`
        : `Did you mean "${example}"?`,
    details: { model: name, providers },
  });
}
