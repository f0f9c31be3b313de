import { posix } from 'node:path';
import { lexSource } from './lex-source.ts';
import { moduleImports } from './module-imports.ts';
import type { Files } from './read-repository.ts';
import { isTest, sourceFiles } from './source-files.ts';

const server = 'packages/server/src/';
const roots = [server, 'packages/cli/src/'];

interface Layer {
  /** Paths in the server's sources. */
  files: RegExp;
  /** What they may not import: a path in the server's sources, or a package. */
  imports: (imported: string, path: string) => boolean;
  problem: string;
}

const protocolOf = (path: string) => /^protocols\/([^/]+)\//.exec(path)?.[1];
const isHttp = (imported: string) => /^(?:http\/|@?fastify(?:\/|$))/.test(imported);
const isProtocol = (imported: string) => imported.startsWith('protocols/');

const layers: readonly Layer[] = [
  {
    files: /^app\//,
    imports: (imported) => isHttp(imported) || isProtocol(imported),
    problem: 'a use case knows no HTTP and no protocol',
  },
  { files: /^http\//, imports: isProtocol, problem: 'HTTP machinery knows no protocol' },
  {
    files: /^protocols\/[^/]+\//,
    imports: (imported, path) => isProtocol(imported) && protocolOf(imported) !== protocolOf(path),
    problem: 'a protocol knows no other',
  },
];

/** Where the store is opened and handed to those who work with it. */
const composition = new Set(['open-storage.ts', 'stored-conversations.ts']);

/** What of the store a file may not name: protocols nothing at all, the others nothing beneath it. */
function storeProblems(path: string, source: string): string[] {
  const { code } = lexSource(source);
  if (protocolOf(path) && /\bstore\b/.test(code)) return ['goes to the store; a use case does that'];
  const isBeneath =
    /(?:\.|[{,]\s*)database\b/.test(code) ||
    moduleImports(source).some((name) => /^@cadence-agents\/storage(?:\/|$)/.test(name));
  return isBeneath && !composition.has(path) ? ['goes beneath the store'] : [];
}

function importProblems(path: string, source: string): string[] {
  const imported = moduleImports(source).map((name) =>
    name.startsWith('.') ? posix.join(posix.dirname(path), name) : name,
  );
  return layers
    .filter(({ files }) => files.test(path))
    .flatMap(({ imports, problem }) =>
      imported.filter((name) => imports(name, path)).map((name) => `imports "${name}": ${problem}`),
    );
}

/** Sources that reach across the server's layers: protocols and commands → use cases → the store. */
export function layerProblems(files: Files): string[] {
  return [...sourceFiles(files)]
    .filter(([path]) => !isTest(path))
    .flatMap(([path, source]) => {
      const root = roots.find((each) => path.startsWith(each));
      if (root === undefined) return [];
      const inside = path.slice(root.length);
      const problems = [
        ...(root === server ? importProblems(inside, source) : []),
        ...storeProblems(inside, source),
      ];
      return problems.map((problem) => `${path}: ${problem}`);
    });
}
