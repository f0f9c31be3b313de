// Markdown as a terminal shows it. Answers are Markdown; files and pipes get them as they are.
import { stripVTControlCharacters, styleText } from 'node:util';
import { Lexer, type Token, type Tokens } from 'marked';
import { bold, dim, textTable } from './output.ts';

/** What a model writes must not steer the terminal. */
const plain = (text: string) => stripVTControlCharacters(text).replaceAll(/[^\P{Cc}\t\n]/gu, '');

export function terminalMarkdown(markdown: string): string {
  return blocks(new Lexer().lex(plain(markdown))).join('\n\n');
}

function blocks(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    const shown = block(token);
    return shown === undefined ? [] : [shown];
  });
}

function block(token: Token): string | undefined {
  switch (token.type) {
    case 'space':
    case 'def':
      return undefined;
    case 'heading':
      return styleText(['bold', 'underline'], inline(token.tokens));
    case 'list':
      return list(token as Tokens.List);
    case 'code':
      return indented(styleText('cyan', token.text), '  ');
    case 'blockquote':
      return indented(blocks(token.tokens ?? []).join('\n\n'), dim('│ '));
    case 'table':
      return table(token as Tokens.Table);
    case 'hr':
      return dim('─'.repeat(20));
    default:
      return inline('tokens' in token ? token.tokens : [token]);
  }
}

function list({ ordered, start, items }: Tokens.List): string {
  return items
    .map((item, index) => {
      const mark = ordered ? `${Number(start || 1) + index}.` : '•';
      const box = item.task ? (item.checked ? '☑ ' : '☐ ') : '';
      const text = `${box}${blocks(item.tokens).join('\n')}`;
      return indented(text, ' '.repeat(mark.length + 1)).replace(/^ +/, `${mark} `);
    })
    .join('\n');
}

function table({ header, rows }: Tokens.Table): string {
  const cells = [header, ...rows].map((row) => row.map(({ text }) => text));
  const [first = '', ...rest] = textTable(cells);
  return [bold(first), ...rest].join('\n');
}

const indented = (text: string, by: string) =>
  text
    .split('\n')
    .map((line) => `${by}${line}`)
    .join('\n');

function inline(tokens: readonly Token[] = []): string {
  return tokens.map(span).join('');
}

function span(token: Token): string {
  switch (token.type) {
    case 'strong':
      return bold(inline(token.tokens));
    case 'em':
      return styleText('italic', inline(token.tokens));
    case 'del':
      return styleText('strikethrough', inline(token.tokens));
    case 'codespan':
      return styleText('cyan', token.text);
    case 'br':
      return '\n';
    case 'link':
    case 'image':
      return link(token as Tokens.Link);
    case 'escape':
    case 'text':
      return 'tokens' in token && token.tokens ? inline(token.tokens) : token.text;
    default:
      return token.raw;
  }
}

function link({ text, href, tokens }: Tokens.Link): string {
  return text === href ? styleText('underline', href) : `${inline(tokens) || text} ${dim(`(${href})`)}`;
}
