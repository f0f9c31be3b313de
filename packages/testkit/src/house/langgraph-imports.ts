import { moduleImports } from './module-imports.ts';
import type { Files } from './read-repository.ts';
import { isTest, sourceFiles } from './source-files.ts';

const home = 'packages/engine/src/graph/';

/** Files of the packages that import LangGraph although they are not the compiler's. */
export function strayLangGraphImports(files: Files): string[] {
  return [...sourceFiles(files)]
    .filter(([path]) => path.startsWith('packages/') && !path.startsWith(home) && !isTest(path))
    .filter(([, text]) => moduleImports(text).some((name) => /^@langchain\/langgraph(?:\/|$)/.test(name)))
    .map(([path]) => path);
}
