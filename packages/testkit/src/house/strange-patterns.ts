import { lexSource } from './lex-source.ts';
import type { Files } from './read-repository.ts';
import { isTest, sourceFiles } from './source-files.ts';

/** Sources that may build a regular expression, and of what: never of what a user, a model or a server wrote. */
export const ownPatterns: Readonly<Record<string, string>> = {
  'packages/engine/src/masking/redact.ts': 'a RegExp of a plugin, to which it adds a flag',
  'packages/langgraph/src/codec/tag-codecs.ts': 'a RegExp that a graph put into its state; it is not run',
  'packages/offline-model/src/text/number-words.ts': 'its own list of words',
  'packages/web/src/markdown/highlight-code.ts': 'its own constants',
  'plugins/info/src/calendar-date.ts': 'its own names of months',
  'plugins/search/src/tokenise.ts': 'its own classes of letters',
};

/** Sources that may hand a schema to a validator, which runs its patterns: they take the patterns out before. */
export const schemaReaders: readonly string[] = [
  'packages/engine/src/nodes/structured-answer.ts',
  'packages/engine/src/plugins/isolated/plugin-description.ts',
  'packages/server/src/mcp/client/schema-validator.ts',
];

const builtPattern = /\bRegExp\s*\(/;
const readSchema = /\bfromJSONSchema\b|\bfromJsonSchema\b|\bnew\s+Ajv\w*/;

/** Places where a stranger's regular expression could reach an engine that backtracks. */
export function strangePatterns(files: Files): string[] {
  return [...sourceFiles(files)].flatMap(([path, text]) => {
    if (isTest(path) || !/^(?:packages\/(?!testkit\/)[^/]+|plugins\/[^/]+)\/src\//.test(path)) return [];
    const { code } = lexSource(text);
    return [
      ...(builtPattern.test(code) && !Object.hasOwn(ownPatterns, path)
        ? [`${path}: builds a regular expression; use linearPattern, or a literal`]
        : []),
      ...(readSchema.test(code) && !schemaReaders.includes(path)
        ? [`${path}: reads a JSON schema with its patterns; use withoutPatterns`]
        : []),
    ];
  });
}
