// The models of the settings, with the keys and addresses that there are.
import { defaultLimits } from '@cadence-agents/contracts';
import {
  createModels,
  type EmbeddingModel,
  embeddingModel,
  type Models,
  providerVariables,
} from '@cadence-agents/engine';
import { offlineModel } from '@cadence-agents/offline-model';
import type { ReadSettings } from './settings/read-settings.ts';
import type { Settings } from './settings/setting-table.ts';

type Environment = ReadSettings['env'];

/** Where keys and addresses of providers are looked up: the environment, and below it the addresses of the settings. */
export function modelEnv(settings: Pick<Settings, 'modelUrls'>, env: () => Environment): () => Environment {
  let made: { from: Environment; modelUrls: Settings['modelUrls']; env: Environment } | undefined;
  return () => {
    const from = env();
    const { modelUrls } = settings;
    if (made?.from !== from || made.modelUrls !== modelUrls)
      made = { from, modelUrls, env: { ...from, ...addresses(modelUrls, from) } };
    return made.env;
  };
}

/** Of those that the environment says nothing of; an empty variable is none. */
function addresses(modelUrls: Settings['modelUrls'], env: Environment): Environment {
  const set = providerVariables.flatMap(({ name, baseUrlVariable }) => {
    const address = modelUrls[name];
    const isFree = baseUrlVariable !== null && !env[baseUrlVariable]?.trim();
    return isFree && address !== undefined ? [[baseUrlVariable, address]] : [];
  });
  return Object.fromEntries(set);
}

export function openModels(settings: Settings, env: () => Environment): Models {
  return createModels(() => ({
    defaultModel: settings.defaultModel,
    fallbackModels: settings.fallbackModels,
    timeoutMs: settings.modelTimeoutMs,
    maxRetries: defaultLimits.maxRetries,
    env,
    sources: { offline: (model) => (model === '' ? offlineModel() : undefined) },
  }));
}

export function openEmbeddings(
  { embeddingModel: name, modelTimeoutMs: timeoutMs }: Settings,
  env: () => Environment,
): EmbeddingModel | undefined {
  return name === null ? undefined : embeddingModel(name, { env, timeoutMs });
}
