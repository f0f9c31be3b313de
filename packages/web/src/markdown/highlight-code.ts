// Colours for code of any common language: comments, strings, numbers and words that most languages reserve.
export type TokenKind = 'comment' | 'string' | 'number' | 'keyword' | 'name' | 'plain';

export interface CodeToken {
  kind: TokenKind;
  text: string;
  start: number;
}

const keywords = new Set(
  'abstract and as async await begin bool boolean break case catch char class const continue def default del do double elif else elsif end enum except export extends false final finally float fn for foreach from func function go if impl implements import in include int interface is lambda let long loop match mod module mut namespace new nil none not null of or override package pass private protected pub public raise readonly rescue return select self static string struct super switch then this throw trait true try type typeof undefined unless until use using var void when where while with yield create table insert into values update set delete join group order by'.split(
    ' ',
  ),
);

const hashComments = new Set([
  'py',
  'python',
  'sh',
  'bash',
  'shell',
  'zsh',
  'rb',
  'ruby',
  'yaml',
  'yml',
  'toml',
  'r',
]);
const dashComments = new Set(['sql', 'lua', 'haskell', 'hs']);

/** Code in coloured pieces; joined they are the code again. */
export function highlightCode(code: string, language: string): CodeToken[] {
  const comment = hashComments.has(language)
    ? '#[^\\n]*'
    : dashComments.has(language)
      ? '--[^\\n]*'
      : '//[^\\n]*|/\\*[\\s\\S]*?(?:\\*/|$)';
  const pattern = new RegExp(
    `(?<comment>${comment})|(?<string>"(?:\\\\.|[^"\\\\\\n])*"?|'(?:\\\\.|[^'\\\\\\n])*'?|\`(?:\\\\.|[^\`\\\\])*\`?)|(?<number>\\b\\d[\\w.]*)|(?<word>[A-Za-z_$][\\w$]*)`,
    'g',
  );
  const tokens: CodeToken[] = [];
  let end = 0;
  for (const { 0: text, index, groups } of code.matchAll(pattern)) {
    if (index > end) tokens.push({ kind: 'plain', text: code.slice(end, index), start: end });
    tokens.push({ kind: kindOf(groups ?? {}, text, code[index + text.length]), text, start: index });
    end = index + text.length;
  }
  if (end < code.length) tokens.push({ kind: 'plain', text: code.slice(end), start: end });
  return tokens;
}

function kindOf(
  groups: Record<string, string | undefined>,
  text: string,
  next: string | undefined,
): TokenKind {
  if (groups.comment !== undefined) return 'comment';
  if (groups.string !== undefined) return 'string';
  if (groups.number !== undefined) return 'number';
  if (keywords.has(text) || keywords.has(text.toLowerCase())) return 'keyword';
  return next === '(' ? 'name' : 'plain';
}
