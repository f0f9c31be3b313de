// What a page says to readers of the repository, said to readers of the site.
import type { MarkdownRenderer } from 'vitepress';

type Tokens = ReturnType<MarkdownRenderer['parse']>;

export function toSiteMarkup(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('site-markup', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      // A table whose columns need no names has empty heads, which say nothing to those who hear the page.
      const isEmptyHead = token.type === 'th_open' && tokens[index + 1]?.content === '';
      if (isEmptyHead) for (const cell of [token, tokens[index + 2]]) if (cell) cell.tag = 'td';
      if (!token.children) continue;
      unlinkSources(token.children);
      // What stands in code is shown, not filled in.
      for (const child of token.children) if (child.type === 'code_inline') child.attrSet('v-pre', '');
    }
  });
}

/** Files of the repository that are no pages are named and not linked: the site does not have them. */
function unlinkSources(tokens: Tokens): void {
  let inside = false;
  for (const token of tokens) {
    if (token.type === 'link_open') inside = token.attrGet('href')?.startsWith('../') === true;
    if (!inside || (token.type !== 'link_open' && token.type !== 'link_close')) continue;
    token.tag = 'span';
    token.attrs = null;
  }
}
