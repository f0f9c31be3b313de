import { findPackageJSON } from 'node:module';
import { type LangchainProvider, langchainPackages, langchainProviders } from './langchain/providers.ts';
import { builtIn } from './model-source.ts';

export interface ProviderVariables {
  /** What the names of its models begin with. */
  name: string;
  /** The environment variable of its key; `null` where it needs none, or finds its credentials by itself. */
  keyVariable: string | null;
  /** That of its address; `null` where the address cannot be chosen. */
  baseUrlVariable: string | null;
  /** Where it is reached when no address is set; `null` where its package knows. */
  usualBaseUrl: string | null;
}

export interface ModelProvider extends ProviderVariables {
  /** The packages that it needs and that are not installed. */
  missing: string[];
}

/** How each provider is told its key and its address. */
export const providerVariables: readonly ProviderVariables[] = [
  ...Object.entries(builtIn).map(([name, { keyVariable, baseUrlVariable, usualBaseUrl }]) => ({
    ...{ name, keyVariable, baseUrlVariable, usualBaseUrl },
  })),
  ...Object.entries(langchainProviders).map(([name, known]: [string, LangchainProvider]) => ({
    name,
    keyVariable: known.keyVariable ?? null,
    baseUrlVariable: known.baseUrlVariable ?? null,
    usualBaseUrl: null,
  })),
];

/** Whose models can be called, and what has to be installed for the others. */
export function modelProviders(): ModelProvider[] {
  return providerVariables.map((provider) => {
    const known = Object.hasOwn(builtIn, provider.name) ? undefined : langchainProviders[provider.name];
    const needed = known ? langchainPackages(known.package) : [];
    return { ...provider, missing: needed.filter((each) => !isInstalled(each)) };
  });
}

function isInstalled(name: string): boolean {
  try {
    return findPackageJSON(name, import.meta.url) !== undefined;
  } catch {
    return false;
  }
}
