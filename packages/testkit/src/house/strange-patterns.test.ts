import { describe, expect, it } from 'vitest';
import { lexSource } from './lex-source.ts';
import { readRepository } from './read-repository.ts';
import { ownPatterns, schemaReaders, strangePatterns } from './strange-patterns.ts';

const check = (path: string, source: string) => strangePatterns(new Map([[path, source]]));
const product = 'packages/engine/src/a.ts';

describe('strangePatterns', () => {
  it('finds none in this repository', async () => {
    expect(strangePatterns(await readRepository())).toEqual([]);
  });

  it('has no exception that is not used', async () => {
    const files = await readRepository();
    const code = (path: string) => lexSource(files.get(path) ?? '').code;
    for (const path of Object.keys(ownPatterns)) expect(code(path)).toMatch(/\bRegExp\s*\(/);
    for (const path of schemaReaders) expect(code(path)).toContain('withoutPatterns');
  });

  it.each(['new RegExp(config.pattern)', 'RegExp(text)', 'new RegExp(`^` + name)', "new RegExp('a')"])(
    'refuses %s',
    (source) => expect(check(product, source)).toEqual([expect.stringContaining('linearPattern')]),
  );

  it.each(['z.fromJSONSchema(schema)', 'new AjvJsonSchemaValidator()', 'new Ajv({})'])(
    'refuses %s',
    (source) => expect(check(product, source)).toEqual([expect.stringContaining('withoutPatterns')]),
  );

  it.each(['/a+/.test(text)', 'x instanceof RegExp', '// new RegExp(x)', "say('new RegExp(x)')"])(
    'accepts %s',
    (source) => expect(check(product, source)).toEqual([]),
  );

  it('leaves tests and tools alone', () => {
    expect(check('packages/engine/src/a.test.ts', 'new RegExp(x)')).toEqual([]);
    expect(check('scripts/docs.ts', 'new RegExp(x)')).toEqual([]);
  });
});
