import { lexSource } from './lex-source.ts';
import type { Files } from './read-repository.ts';
import { isTest, sourceFiles } from './source-files.ts';

const onlyPlace = 'packages/engine/src/machine.ts';
const reads =
  /\bDate\.now\b|\brandomUUID\b|\bMath\.random\b|\bnew Date\(\)|\bgetRandomValues\b|\brandomBytes\b/g;

/** Places of the engine that ask the machine for the time, an id or chance, which no recording would have. */
export const machineReads = (files: Files): string[] =>
  [...sourceFiles(files)].flatMap(([path, text]) => {
    if (isTest(path) || !path.startsWith('packages/engine/src/') || path === onlyPlace) return [];
    const found = new Set(lexSource(text).code.match(reads));
    return [...found].map(
      (read) => `${path}: ${read}; a run has its own in its context, others use machine.ts`,
    );
  });
