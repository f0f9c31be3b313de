// The table of LangGraph's client in docs/protocols.md, from the rows that the tests go through.
import { clientMethods } from '../packages/server/src/protocols/langgraph/client-methods.fixture.ts';

const START = '<!-- langgraph client: written by npm run docs -->';
const END = '<!-- end of langgraph client -->';

export function withClientMethods(page: string): string {
  const [before = '', rest = ''] = page.split(START);
  const [, after = ''] = rest.split(END);
  const rows = Object.entries(clientMethods).map(
    ([method, row]) => `| \`${method}\` | ${'refused' in row ? '**refused**' : 'works'} | ${row.note} |`,
  );
  const table = ['| method | | |', '|---|---|---|', ...rows].join('\n');
  return `${before}${START}\n\n${table}\n\n${END}${after}`;
}
