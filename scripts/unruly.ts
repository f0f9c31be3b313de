// `npm run unruly`: plays every bad reply at every place where a model is asked, prints how each turn ended, and writes
// docs/unruly.md.
import { writeFileSync } from 'node:fs';
import { rowsOf, unrulyPage } from '../packages/engine/src/unruly/page.fixture.ts';
import { playAll } from '../packages/engine/src/unruly/table.fixture.ts';

const cells = await playAll();
for (const row of rowsOf(cells)) console.log(row);
writeFileSync(new URL('../docs/unruly.md', import.meta.url), unrulyPage(cells));
const wrong = cells.filter(({ problems }) => problems.length > 0);
console.log(`${cells.length * 2} turns, ${wrong.length} that did not end as they should.`);
if (wrong.length > 0) process.exitCode = 1;
