import { CadenceError, type ChatModel, LruCache } from '@cadence-agents/contracts';
import { findModel, type ModelSource, type SourceSettings } from './model-source.ts';
import { withFallbacks } from './resilience/fallback.ts';
import { withRetries } from './resilience/retry.ts';
import { withTakenFiles } from './taken-files.ts';

export interface ModelsSettings extends SourceSettings {
  /** `provider:model`, or the bare name of a source. */
  defaultModel: string;
  /** Tried in turn when a model fails. */
  fallbackModels?: readonly string[];
  maxRetries: number;
}

export interface ModelDescription extends Omit<ModelSource, 'create'> {
  name: string;
  role: 'default' | 'fallback';
  /** Why the model cannot be used; `null` when no reason is known. */
  problem: string | null;
}

export interface Models {
  /** The model of that name, or the default one. */
  get(name: string | null | undefined): ChatModel;
  /** Why the model of that name cannot be used; `null` when no reason is known. */
  problemOf(name: string): string | null;
  /** Forgets the models that were made, after keys or settings have changed. Calls under way end as they began. */
  refresh(): void;
  /** The models that the settings name, for people to check. */
  describe(): ModelDescription[];
}

// Bounded, because requests may name models.
const MAX_CACHED_MODELS = 200;

/** Takes its settings as a function where they may change; call `refresh` when they have. */
export function createModels(given: ModelsSettings | (() => ModelsSettings)): Models {
  const read = typeof given === 'function' ? given : () => given;
  let settings = read();
  let cache = new LruCache<string, ChatModel>(MAX_CACHED_MODELS);
  const fallbacks = () => (settings.fallbackModels ?? []).map((name) => name.trim());

  const retried = (name: string) => {
    return withRetries(withTakenFiles(findModel(name, settings).create()), {
      maxRetries: settings.maxRetries,
    });
  };

  function resilient(name: string): ChatModel {
    const first = retried(name);
    const others = fallbacks()
      .filter((other) => other !== name)
      .map(retried);
    return others.length === 0 ? first : withFallbacks([first, ...others]);
  }

  return {
    get(named) {
      const name = named?.trim() || settings.defaultModel.trim();
      return cache.getOrCreate(name, () => resilient(name));
    },
    refresh() {
      settings = read();
      cache = new LruCache(MAX_CACHED_MODELS);
    },
    problemOf: (name) => describeModel(name.trim(), 'default', settings).problem,
    describe: () => [
      describeModel(settings.defaultModel.trim(), 'default', settings),
      ...fallbacks().map((name) => describeModel(name, 'fallback', settings)),
    ],
  };
}

function describeModel(
  name: string,
  role: ModelDescription['role'],
  settings: ModelsSettings,
): ModelDescription {
  try {
    const { create, ...source } = findModel(name, settings);
    create();
    const missing = source.key !== null && !source.key.isSet;
    return { name, role, ...source, problem: missing ? `${source.key?.variable} is not set.` : null };
  } catch (error) {
    return { name, role, endpoint: null, key: null, problem: CadenceError.from(error).message };
  }
}
