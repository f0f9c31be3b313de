import { expect, it } from 'vitest';
import { codeBlocks, fileInPage } from './code-blocks.ts';

const page = `# Page

\`a/b.json\`

\`\`\`json
{}
\`\`\`

Words.

<!-- not run: needs a key -->
\`\`\`sh
ask
\`\`\`

<!-- before: touch x -->
\`\`\`sh
rm x
\`\`\`
`;

it('finds the code of a page, which file it is, and what its comments say', () => {
  const none = { file: undefined, notRun: undefined, before: undefined };
  expect(codeBlocks(page)).toEqual([
    { ...none, language: 'json', text: '{}\n', line: 6, file: 'a/b.json' },
    { ...none, language: 'sh', text: 'ask\n', line: 13, notRun: 'needs a key' },
    { ...none, language: 'sh', text: 'rm x\n', line: 18, before: 'touch x' },
  ]);
  expect(fileInPage(page, 'a/b.json')).toBe('{}\n');
  expect(() => fileInPage(page, 'c')).toThrow('no file "c"');
});
