// The code in a page of the docs, and what its comments say of it.

export interface CodeBlock {
  language: string;
  text: string;
  /** Of its first line of code, from 1. */
  line: number;
  /** The file that it is, where a line above says so and nothing else: `` `shipping/package.json` ``. */
  file: string | undefined;
  /** Why it cannot be run: `<!-- not run: needs a key -->`. */
  notRun: string | undefined;
  /** What readers have done by then, for a shell: `<!-- before: cadence ask "Hello" -->`. */
  before: string | undefined;
}

/** The blocks of a page, in their order. A comment stands right above its block. */
export function codeBlocks(markdown: string): CodeBlock[] {
  const lines = markdown.split('\n');
  const blocks: CodeBlock[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const language = /^```(\S*)/.exec(lines[at] ?? '')?.[1];
    if (language === undefined) continue;
    const end = lines.indexOf('```', at + 1);
    const comment = /^<!-- (not run|before): (.+) -->$/.exec(lines[at - 1] ?? '');
    const above = lines.slice(0, comment ? at - 1 : at).findLast((line) => line !== '');
    blocks.push({
      language,
      text: `${lines.slice(at + 1, end).join('\n')}\n`,
      line: at + 2,
      file: /^`([^`\s]+)`$/.exec(above ?? '')?.[1],
      notRun: comment?.[1] === 'not run' ? comment[2] : undefined,
      before: comment?.[1] === 'before' ? comment[2] : undefined,
    });
    at = end;
  }
  return blocks;
}

/** The text of a file that a page shows whole. */
export function fileInPage(markdown: string, name: string): string {
  const block = codeBlocks(markdown).find(({ file }) => file === name);
  if (block === undefined) throw new Error(`The page shows no file "${name}".`);
  return block.text;
}
