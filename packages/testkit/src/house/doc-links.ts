import { posix } from 'node:path';
import type { Files } from './read-repository.ts';

/** Links in the pages to files and headings that are not there. Those to other hosts are not followed. */
export function deadLinks(files: Files): string[] {
  const pages = [...files].filter(([path]) => /^(?:docs\/)?[^/]+\.md$/.test(path));
  const known = new Set(files.keys());
  return pages.flatMap(([path, text]) =>
    linksIn(text).flatMap((link) => {
      if (/^[a-z]+:/.test(link)) return [];
      const [target = '', heading] = link.split('#');
      const file = target === '' ? path : posix.join(posix.dirname(path), target);
      const isImage = /\.(?:png|svg)$/.test(file);
      if (!known.has(file) && !isImage) return [`${path}: ${link}`];
      if (heading === undefined || headingsIn(files.get(file) ?? '').has(heading)) return [];
      return [`${path}: ${link}`];
    }),
  );
}

/** Where the Markdown outside of code leads. */
function linksIn(markdown: string): string[] {
  const prose = markdown.replaceAll(/^```.*?^```$/gms, '').replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
}

/** The ids that headings have in the repository and on the site. */
function headingsIn(markdown: string): ReadonlySet<string> {
  const prose = markdown.replaceAll(/^```.*?^```$/gms, '');
  return new Set([...prose.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => slugOf(title)));
}

const slugOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
