import { findPackageJSON } from 'node:module';
import { langchainPackages, langchainProviders } from './langchain/providers.ts';
import { builtIn } from './model-source.ts';

export interface ModelProvider {
  /** What the names of its models begin with. */
  name: string;
  /** The packages that it needs and that are not installed. */
  missing: string[];
}

/** Whose models can be called, and what has to be installed for the others. */
export function modelProviders(): ModelProvider[] {
  const others = Object.entries(langchainProviders).map(([name, known]) => ({
    name,
    missing: langchainPackages(known.package).filter((each) => !isInstalled(each)),
  }));
  return [...Object.keys(builtIn).map((name) => ({ name, missing: [] })), ...others];
}

function isInstalled(name: string): boolean {
  try {
    return findPackageJSON(name, import.meta.url) !== undefined;
  } catch {
    return false;
  }
}
