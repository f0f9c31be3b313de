const root = new URL('../../../', import.meta.url).href;

/** The path of a script from the root of the repository, if it is one of the packages or plugins. */
export function ownFile(url: string): string | undefined {
  if (!url.startsWith(root) || url.includes('/node_modules/')) return undefined;
  // Plugins are loaded with a query that tells their versions apart.
  const [path = ''] = url.slice(root.length).split('?');
  return /^(?:packages|plugins)\//.test(path) ? path : undefined;
}

/** `packages/engine` for `packages/engine/src/x.ts`. */
export const packageOf = (path: string): string => path.split('/').slice(0, 2).join('/');
