import { MODEL_PROVIDER_CONFIG } from 'langchain/chat_models/universal';
import { expect, it } from 'vitest';
import { langchainProviders } from './providers.ts';

it('langchainProviders are those that LangChain knows, except those built in', () => {
  const known = Object.entries(MODEL_PROVIDER_CONFIG).filter(
    ([name]) => !['anthropic', 'ollama', 'openai'].includes(name),
  );
  const packages = Object.entries(langchainProviders).map(([name, own]) => [name, own.package]);
  expect(Object.fromEntries(packages)).toEqual(
    Object.fromEntries(known.map(([name, own]) => [name, own.package])),
  );
});
