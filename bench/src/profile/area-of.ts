import { ownFile } from '../inspected/own-file.ts';

const packages: [area: string, name: RegExp][] = [
  ['LangChain and LangGraph', /^(?:@langchain\/|langchain$|langsmith$)/],
  ['undici', /^undici$/],
  ['zod', /^zod$/],
  [
    'Fastify',
    /^(?:fastify|@fastify\/.+|avvio|find-my-way|light-my-request|fast-json-stringify|secure-json-parse|ajv|process-warning|reusify|toad-cache)$/,
  ],
  ['pg', /^pg(?:-.+)?$/],
];

/** A function on the stack, and who called it. */
export interface Frame {
  url: string;
  functionName: string;
  caller: Frame | undefined;
}

const sqliteCalls = new Set(['run', 'get', 'all', 'exec', 'iterate', 'prepare']);

/** What the time of a function is counted as: a folder of ours, a package, a part of Node or of V8. */
export function areaOf({ url, functionName, caller }: Frame): string {
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (functionName === '(program)') return 'native code without a JavaScript caller';
  if (url === '') return nativeArea(functionName, caller);
  const own = ownFile(url);
  if (own !== undefined) return ownArea(own);
  const [, name = ''] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (name !== '') return packages.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other packages';
  // The only WebAssembly in the process is the parser of undici.
  if (url.startsWith('wasm:')) return 'undici';
  return url.startsWith('node:') ? nodeArea(url) : 'the rest';
}

/** Native functions have no address: SQLite's count by themselves, all others as part of who called them. */
function nativeArea(functionName: string, caller: Frame | undefined): string {
  if (caller === undefined) return 'the rest';
  const isSqlite = ownFile(caller.url)?.startsWith('packages/storage/') && sqliteCalls.has(functionName);
  return isSqlite ? 'node:sqlite' : areaOf(caller);
}

/** `engine/nodes` for `packages/engine/src/nodes/agent.ts`. */
function ownArea(path: string): string {
  const [place, name, , folder = ''] = path.split('/');
  if (place === 'plugins') return 'plugins';
  return folder.endsWith('.ts') ? `${name}` : `${name}/${folder}`;
}

function nodeArea(url: string): string {
  if (url.includes('undici')) return 'undici';
  if (/http|net|stream|tls|dns|_tls|event_target|abort_controller|webstreams/.test(url))
    return 'node: HTTP, sockets and streams';
  return 'node: timers, promises and the rest';
}
