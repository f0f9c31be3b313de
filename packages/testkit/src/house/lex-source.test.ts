import { describe, expect, it } from 'vitest';
import { lexSource } from './lex-source.ts';

describe('lexSource', () => {
  it.each([
    ['strings', `a('x', "it's")`, 'a("0", "1")', ['x', "it's"]],
    ['escapes', String.raw`a('it\'s', 'b')`, 'a("0", "1")', [String.raw`it\'s`, 'b']],
    ['templates', 'a(`import "x"`)', 'a("0")', ['import "x"']],
    ['expressions in templates', `a(\`x \${b({ c: \`\${d}\` })} y\`, e)`, `a(\${b({ c: \${d} })}, e)`, []],
    ['regular expressions', `a = /['"\`/]/g; b('x')`, 'a = /r/; b("0")', ['x']],
    ['regular expressions after a keyword', `return /'/.test(x)`, 'return /r/.test(x)', []],
    ['divisions after a line break', `a\n${' '.repeat(40)}/ b / 'x'`, `a\n${' '.repeat(40)}/ b / "0"`, ['x']],
    ['divisions', `a / b + 'x' / c`, 'a / b + "0" / c', ['x']],
    ['a lone quote, as in the text of JSX', `<p>Don't</p>\nimport 'x'`, `<p>Don't</p>\nimport "0"`, ['x']],
  ])('sees through %s', (_name, source, code, strings) => {
    expect(lexSource(source)).toEqual({ code, strings, comments: [] });
  });

  it('sets comments apart', () => {
    const { code, comments } = lexSource(`a // it's\n/* 'b' \n */ c 'http://x'`);
    expect(code).toBe('a  \n  c "0"');
    expect(comments).toEqual(["// it's", "/* 'b' \n */"]);
  });
});
