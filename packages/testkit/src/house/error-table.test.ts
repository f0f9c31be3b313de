import { errorCodes } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { errorTable } from './error-table.ts';
import { readRepository } from './read-repository.ts';

describe('errorTable', () => {
  it('has the codes of the contracts and no others, with the same status and meaning', async () => {
    const rows = errorTable((await readRepository()).get('docs/errors.md') ?? '');
    const documented = rows.map(({ code, status, meaning }) => [code, { status, meaning }]);
    expect(Object.fromEntries(documented)).toEqual(errorCodes);
    expect(rows).toHaveLength(Object.keys(errorCodes).length);
  });

  it('says for each code what to do', async () => {
    const rows = errorTable((await readRepository()).get('docs/errors.md') ?? '');
    expect(rows.filter((row) => row.whatToDo.length < 20)).toEqual([]);
  });

  it('has no row that is written otherwise', async () => {
    const markdown = (await readRepository()).get('docs/errors.md') ?? '';
    const lines = markdown.split('\n').filter((line) => line.startsWith('| `'));
    expect(errorTable(markdown)).toHaveLength(lines.length);
  });
});
