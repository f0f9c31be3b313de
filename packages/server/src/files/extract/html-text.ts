import { Parser } from 'htmlparser2';

const unread: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'svg', 'head']);
const lines = /^(?:p|div|br|li|tr|h[1-6]|ul|ol|table|section|article|header|footer|pre|blockquote|hr)$/;

/** The words of a page, a line for each of its blocks. */
export function htmlText(html: string): string {
  let text = '';
  let hidden = 0;
  const parser = new Parser({
    onopentag(name) {
      if (unread.has(name)) hidden += 1;
      if (lines.test(name)) text += '\n';
      if (name === 'td' || name === 'th') text += '\t';
    },
    onclosetag(name) {
      if (unread.has(name)) hidden -= 1;
      if (lines.test(name)) text += '\n';
    },
    ontext(said) {
      if (hidden === 0) text += said.replaceAll(/\s+/g, ' ');
    },
  });
  parser.end(html);
  return text;
}
