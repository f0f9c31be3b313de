import { describe, expect, it } from 'vitest';
import { moduleImports } from './module-imports.ts';

describe('moduleImports', () => {
  it.each([
    `import x from './x.ts'`,
    `import './x.ts'`,
    `import * as x from "./x.ts";`,
    `import type { X } from './x.ts'`,
    `import {\n  type X, // one\n  Y as Z,\n} from './x.ts'`,
    `import x, { $y } from './x.ts'`,
    `export * from './x.ts'`,
    `export { x as default } from './x.ts'`,
    `export type { X } from './x.ts'`,
    `const x = await import('./x.ts')`,
    'const x = await import(`./x.ts`)',
    `let x: import('./x.ts').X`,
    `const a = 1\nimport x from './x.ts'`,
    `const x = require('./x.ts')`,
  ])('sees %j', (source) => {
    expect(moduleImports(source)).toEqual(['./x.ts']);
  });

  it.each([
    `// import x from './x.ts'`,
    `/* export * from './x.ts' */`,
    `const x = "import x from './x.ts'"`,
    `const x = \`import './x.ts' \${1}\``,
    `export const from = './x.ts'`,
    `a.import('./x.ts')`,
    `new URL('./x.ts', import.meta.url)`,
  ])('is not deceived by %j', (source) => {
    expect(moduleImports(source)).toEqual([]);
  });

  it('lists each import once, whatever its form', () => {
    const source = `import a from 'a'; import type { A } from 'a';\nexport { b } from 'b';\nimport('c');`;
    expect(moduleImports(source)).toEqual(['a', 'b', 'c']);
  });
});
