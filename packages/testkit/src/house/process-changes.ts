// Finds the test files that change the process they run in: such a file gets a worker of its own.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lexSource } from './lex-source.ts';

const changes: { reason: string; code: RegExp }[] = [
  { reason: 'mocks modules', code: /\bvi\s*\.(?:mock|doMock|resetModules)\(/ },
  { reason: 'spies', code: /\bvi\s*\.spyOn\(/ },
  { reason: 'replaces the clock', code: /\bvi\s*\.(?:useFakeTimers|setSystemTime)\(/ },
  {
    reason: 'replaces globals',
    code: /\bvi\s*\.stubGlobal\(|\bglobalThis\.\w+\s*=[^=]|\.prototype\.\w+\s*=[^=]|\bdefineProperty\((?:globalThis|process)\b/,
  },
  {
    reason: 'changes the environment',
    code: /\bvi\s*\.stubEnv\(|\bprocess\.env(?:\.\w+|\[[^\]]*\])?\s*(?:\?\?|\|\|)?=[^=]|\bdelete process\.env\b|\bassign\(process\.env\b/,
  },
  { reason: 'changes the folder', code: /\bprocess\.chdir\(/ },
  { reason: 'adds module hooks', code: /\bregisterHooks\(/ },
  { reason: 'sets flags of V8', code: /\bsetFlagsFromString\(/ },
];

/** What a source changes for everything else in its process. */
export function processChanges(source: string): string[] {
  // Most sources have none of them, also not in a string, and need no lexing.
  const possible = changes.filter(({ code }) => code.test(source));
  if (possible.length === 0) return [];
  const { code: lexed } = lexSource(source);
  return possible.filter(({ code }) => code.test(lexed)).map(({ reason }) => reason);
}

const testFiles = '{packages,plugins,bench,scripts}/**/*.test.ts';
const importedFixture = /^(?:import|export)\b[^;]*?\sfrom '(\.[^']*\.(?:fixture|conformance)\.ts)';/gm;

// A worker imports a fixture once, and its hooks are those of the file that it is imported for.
const hooks = /^(?:before|after)(?:All|Each)\(/m;
const ownHooks = 'has a fixture with hooks of its own';

/** The test files below the root that change their process, themselves or by a fixture, each with the reasons. */
export function filesThatChangeProcess(root: string): Map<string, string[]> {
  const known = new Map<string, Set<string>>();
  const reasonsOf = (path: string): Set<string> => {
    const found = known.get(path);
    if (found) return found;
    const source = readFileSync(join(root, path), 'utf8');
    const reasons = new Set(processChanges(source));
    if (!path.endsWith('.test.ts') && hooks.test(source)) reasons.add(ownHooks);
    // Known before its imports are read, which may come back to it.
    known.set(path, reasons);
    for (const [, name = ''] of source.matchAll(importedFixture))
      for (const reason of reasonsOf(join(dirname(path), name))) reasons.add(reason);
    return reasons;
  };
  const files = globSync(testFiles, { cwd: root, exclude: ['**/node_modules/**'] }).toSorted();
  return new Map(
    files.flatMap((path) => {
      const reasons = [...reasonsOf(path)];
      return reasons.length === 0 ? [] : [[path, reasons]];
    }),
  );
}
