import { basename, extname } from 'node:path';
import { htmlText, htmlTitle } from './html-text.ts';
import { markdownText, markdownTitle } from './markdown-text.ts';

export interface DocumentText {
  title: string;
  text: string;
}

type Format = 'markdown' | 'html' | 'plain';

const formats: Readonly<Record<string, Format>> = {
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.html': 'html',
  '.htm': 'html',
  '.txt': 'plain',
  '.text': 'plain',
};

export function isDocument(path: string): boolean {
  return formats[extname(path).toLowerCase()] !== undefined;
}

/** A document's title and what it says, whatever form it has. */
export function readText(path: string, content: string): DocumentText {
  const format = formats[extname(path).toLowerCase()];
  if (format === 'markdown')
    return { title: markdownTitle(content) ?? nameOf(path), text: markdownText(content) };
  if (format === 'html') return { title: htmlTitle(content) ?? nameOf(path), text: htmlText(content) };
  return { title: nameOf(path), text: content.trim() };
}

/** `release-notes_2026.txt` is titled `release notes 2026`. */
function nameOf(path: string): string {
  return basename(path, extname(path)).replace(/[-_]+/g, ' ');
}
