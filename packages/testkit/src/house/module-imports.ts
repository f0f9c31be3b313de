import { lexSource } from './lex-source.ts';

const forms = [
  /(?<![.\w$])(?:import|export)\b[\w\s$*{},]*?\bfrom\s*"(\d+)"/g,
  /(?<![.\w$])import\s*"(\d+)"/g,
  /(?<![.\w$])(?:import|require)\s*\(\s*"(\d+)"/g,
];

/** What a TypeScript source imports: statically, for its types only, to export it again, or dynamically. */
export function moduleImports(source: string): string[] {
  const { code, strings } = lexSource(source);
  const found = forms.flatMap((form) =>
    [...code.matchAll(form)].map((match) => strings[Number(match[1])] ?? ''),
  );
  return [...new Set(found)];
}
