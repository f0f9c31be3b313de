import { lexSource } from './lex-source.ts';
import { moduleImports } from './module-imports.ts';
import type { Files } from './read-repository.ts';
import { isTest, sourceFiles } from './source-files.ts';

/** Sources that import what can call the outside, and what they do with it. All others use the guarded fetch. */
export const waysOut: Readonly<Record<string, string>> = {
  'packages/engine/src/models/http/post.ts': 'calls the base URL of the settings',
  'packages/engine/src/models/http/prompt-sockets.ts': 'connects to where the calls go',
  'packages/engine/src/plugins/isolated/child-link.ts': 'talks to a process by a pipe',
  'packages/engine/src/plugins/isolated/child-main.ts': 'talks to Cadence by a pipe',
  'packages/sdk/src/testing/call-tool.ts': 'runs in the tests of plugin authors',
  'packages/server/src/bus/folder-words.ts': 'talks to processes on the same data folder',
  'packages/server/src/http/guard/check-host.ts': 'only looks at addresses',
  'packages/server/src/http/security-headers.ts': 'has headers set on a response that goes nowhere',
  'packages/server/src/http/stream/chunked-body.ts': 'writes to those who have asked',
  'packages/server/src/security/bounded-response.ts': 'a part of the guarded fetch',
  'packages/server/src/security/guarded-fetch.ts': 'the guarded fetch',
  'packages/server/src/serve.ts': 'a type of what it listens on',
};

const waysOutModules = /^(?:node:(?:http|https|http2|net|tls|dgram)|undici|axios|node-fetch|got|ws)(?:\/|$)/;
// The lint refuses the name by itself (`noRestrictedGlobals`); this is the way around it.
const byGlobal = /\b(?:globalThis|window|self|global)\s*(?:\?\.|\.)\s*(?:fetch|WebSocket|EventSource)\b/;

/** Places from which an address that a stranger chose could be called unguarded. */
export function outgoingRequests(files: Files): string[] {
  return [...sourceFiles(files)].flatMap(([path, text]) => {
    if (isTest(path) || !/^(?:packages\/(?!testkit\/|web\/)[^/]+|plugins\/[^/]+)\/src\//.test(path))
      return [];
    if (Object.hasOwn(waysOut, path)) return [];
    const imported = moduleImports(text).filter((name) => waysOutModules.test(name));
    return [
      ...imported.map((name) => `${path}: imports "${name}"; use the guarded fetch`),
      ...(byGlobal.test(lexSource(text).code)
        ? [`${path}: uses a global way out; use the guarded fetch`]
        : []),
    ];
  });
}
