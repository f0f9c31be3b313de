// A plugin lies anywhere on disk and installs neither the sdk nor zod: it gets the host's copies. The same hook
// gives every module file of a plugin's folder the version of its importer, so that a reload reads helper files
// anew too. Node never forgets a module: old versions live on for the runs that hold them, and after those.
import { type RegisterHooksOptions, registerHooks } from 'node:module';
import { sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isInside } from './is-inside.ts';

type Resolve = NonNullable<RegisterHooksOptions['resolve']>;
type Resolution = ReturnType<Resolve>;

const VERSION = 'cadence';
const hostRoot = fileURLToPath(new URL('../../../../../', import.meta.url));
const folders = new Map<string, string>();
let loads = 0;
let registered = false;

/** Plugins in people's databases import the sdk by the scope that it had first. */
const currentName = (name: string): string => name.replace(/^@cadence\/(?=sdk(?:\/|$))/, '@cadence-agents/');

/** Packages that the host brings along, whatever a plugin declares. */
export const isHosted = (name: string): boolean =>
  ['@cadence-agents/sdk', 'zod'].some((hosted) => `${currentName(name)}/`.startsWith(`${hosted}/`));

/** From here on, plugins find the host's packages. */
export function registerHostModules(): void {
  if (registered) return;
  registered = true;
  registerHooks({ resolve });
}

/**
 * The address of a plugin's module in a version of its own. The number keeps a load that failed from being
 * answered out of Node's cache when the same files are tried again, their dependencies now installed.
 */
export function versionedUrl(file: string, folder: string, hash: string): string {
  loads += 1;
  const version = `${hash.slice(0, 16)}.${loads}`;
  folders.set(version, folder);
  return withVersion(pathToFileURL(file), version);
}

const resolve: Resolve = (name, context, nextResolve) => {
  const specifier = currentName(name);
  const parent = fileUrl(context.parentURL);
  const version = parent?.searchParams.get(VERSION) ?? undefined;
  const hosted = isHosted(specifier);
  if (parent === undefined || (version === undefined && !hosted)) return nextResolve(specifier, context);
  const fromHost = () => nextResolve(specifier, { ...context, parentURL: import.meta.url });
  if (hosted) return resolveHosted(parent, version, fromHost, () => nextResolve(specifier, context));
  const found = nextResolve(specifier, context);
  return context.conditions.includes('require') ? found : sameVersion(found, version);
};

function resolveHosted(
  parent: URL,
  version: string | undefined,
  fromHost: () => Resolution,
  asUsual: () => Resolution,
): Resolution {
  const path = fileURLToPath(parent);
  if (isInNodeModules(path)) return firstThatResolves(asUsual, fromHost);
  return version !== undefined || !isInside(hostRoot, path) ? fromHost() : asUsual();
}

// A package that a plugin depends on may need a zod of its own.
function firstThatResolves(first: () => Resolution, second: () => Resolution): Resolution {
  try {
    return first();
  } catch {
    return second();
  }
}

function sameVersion(found: Resolution, version: string | undefined): Resolution {
  const url = fileUrl(found.url);
  const folder = version === undefined ? undefined : folders.get(version);
  if (url === undefined || version === undefined || folder === undefined) return found;
  const path = fileURLToPath(url);
  if (!isInside(folder, path) || isInNodeModules(path.slice(folder.length))) return found;
  return { ...found, url: withVersion(url, version) };
}

function withVersion(url: URL, version: string): string {
  const versioned = new URL(url);
  versioned.searchParams.set(VERSION, version);
  return versioned.href;
}

const isInNodeModules = (path: string): boolean => path.includes(`${sep}node_modules${sep}`);

function fileUrl(text: string | undefined): URL | undefined {
  return text?.startsWith('file:') ? new URL(text) : undefined;
}
