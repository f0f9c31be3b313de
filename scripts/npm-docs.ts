import { published } from '@cadence-agents/contracts';

const [begin, end] = ['<!-- from npm -->', '<!-- /from npm -->'];

const lines = `
## From npm

<!-- not run: installs packages, and serves until it is stopped; scripts/pack/pack.test.ts does that -->
\`\`\`sh
npx ${published.command} ask "What is 15 * 23?"   # try it, and install nothing
npm install ${published.command}                  # in a project
\`\`\`
`;

/** A page with what npm serves: nothing until the names of the packages belong to this project. */
export function withNpm(page: string, { reserved } = published): string {
  const [before = '', rest = ''] = page.split(begin);
  const [, after = ''] = rest.split(end);
  return `${before}${begin}\n${reserved ? `${lines}\n` : ''}${end}${after}`;
}
