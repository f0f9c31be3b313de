import { modelsTexts } from './models-texts.ts';

/** A way to connect a model, as people think of it. */
export interface ProviderChoice {
  label: string;
  /** The provider that it is to Cadence. */
  provider: string;
  /** Whether a key has to be given, can be, or is of no use. */
  key: 'needed' | 'optional' | 'none';
  /** Where it is usually reached, if people have to say that. */
  address?: string;
  /** One to begin with. */
  model: string;
}

const labels = modelsTexts.connect.providers;

export const providerChoices = {
  openai: { label: labels.openai, provider: 'openai', key: 'needed', model: 'gpt-5-mini' },
  anthropic: { label: labels.anthropic, provider: 'anthropic', key: 'needed', model: 'claude-haiku-4-5' },
  google: { label: labels.google, provider: 'google-genai', key: 'needed', model: 'gemini-2.5-flash' },
  ollama: {
    ...{ label: labels.ollama, provider: 'ollama', key: 'none', model: 'llama3.2' },
    address: 'http://127.0.0.1:11434',
  },
  compatible: {
    ...{ label: labels.compatible, provider: 'openai', key: 'optional', model: '' },
    address: 'http://127.0.0.1:8000/v1',
  },
} as const satisfies Record<string, ProviderChoice>;

export type ChoiceName = keyof typeof providerChoices;
export const choiceNames = Object.keys(providerChoices) as ChoiceName[];
export const isChoice = (name: string): name is ChoiceName => Object.hasOwn(providerChoices, name);
