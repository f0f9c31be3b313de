// The tables of fields in docs/protocols.md, from what the tests send.
import {
  chatFields,
  fieldTable,
  responseFields,
} from '../packages/server/src/protocols/openai/fields.fixture.ts';

export function withFieldTables(page: string): string {
  return withTable(
    withTable(page, 'chat completions', fieldTable(chatFields)),
    'responses',
    fieldTable(responseFields),
  );
}

function withTable(page: string, of: string, table: string): string {
  const begin = `<!-- fields of ${of} -->\n`;
  const [before = '', rest = ''] = page.split(begin, 2);
  const end = rest.indexOf('<!-- end of fields -->');
  if (end < 0) throw new Error(`docs/protocols.md has no place for the fields of ${of}.`);
  return `${before}${begin}\n${table}\n\n${rest.slice(end)}`;
}
