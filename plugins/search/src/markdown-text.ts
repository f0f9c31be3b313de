// Every repetition in these patterns is bounded or cannot overlap with its neighbour: a long line must not hold
// everyone up.
const marks: readonly [RegExp, string][] = [
  [/^(?:```|~~~).*$/gm, ''],
  [/!?\[([^[\]\n]{0,500})\]\([^()\n]{0,2000}\)/g, '$1'],
  [/^#{1,6}[ \t]+(.*)$/gm, '$1\n'],
  [/^ {0,3}> ?/gm, ''],
  [/(\*\*|__|`)(?=\S)([^\n]{0,300}?\S)\1/g, '$2'],
  [/\n{3,}/g, '\n\n'],
];
const frontMatter = /^---\r?\n([\s\S]{0,4000}?)\n---\r?\n/;

/** What a Markdown document says, without most of its marks. */
export function markdownText(markdown: string): string {
  const body = markdown.replace(frontMatter, '');
  return marks.reduce((text, [pattern, plain]) => text.replace(pattern, plain), body).trim();
}

/** The title in the front matter, or else the first heading. */
export function markdownTitle(markdown: string): string | undefined {
  const front = frontMatter.exec(markdown)?.[1] ?? '';
  const named = /^title:[ \t]*["']?(.*?)["']?$/m.exec(front)?.[1];
  const heading = /^#{1,6}[ \t]+(.*)$/m.exec(markdown)?.[1];
  return named || (heading && markdownText(heading)) || undefined;
}
