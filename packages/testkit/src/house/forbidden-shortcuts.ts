import { lexSource } from './lex-source.ts';
import type { Files } from './read-repository.ts';
import { isTest, sourceFiles } from './source-files.ts';

const inComments = /@ts-ignore|@ts-nocheck|biome-ignore|eslint-disable/;
const expectedError = /@ts-expect-error/;
const passedOver = /\b(?:it|test|describe|suite|bench)(?:\.\w+)*\.(?:skip|only|todo)\b/;

function shortcutsIn(path: string, source: string): string[] {
  const { code, comments } = lexSource(source);
  const suppressed = comments.some(
    (comment) => inComments.test(comment) || (!isTest(path) && expectedError.test(comment)),
  );
  return [
    ...(suppressed ? [`${path}: silences a check`] : []),
    ...(passedOver.test(code) ? [`${path}: passes over tests`] : []),
  ];
}

/** Sources that silence the compiler or the linter, and tests that are skipped or run alone in ways that Biome misses. */
export const forbiddenShortcuts = (files: Files): string[] =>
  [...sourceFiles(files)].flatMap(([path, text]) => shortcutsIn(path, text));
