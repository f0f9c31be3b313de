// `npm run audit`: asks the registry for known weaknesses of what is shipped. `audit-exceptions.json` names those that do
// no harm here, with the reason. A registry that cannot be asked is no failure: it is said.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { auditVerdict, exceptionsSchema } from '../packages/testkit/src/house/audit-report.ts';

const file = new URL('../audit-exceptions.json', import.meta.url);
const exceptions = exceptionsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  timeout: 120_000,
});
const { wasAsked, problems } = auditVerdict(stdout ?? '', exceptions, new Date().toISOString().slice(0, 10));

for (const problem of problems) console.log(problem);
if (!wasAsked) console.log('The audit was skipped: the registry in use does not answer it.');
else if (problems.length === 0)
  console.log(`Nothing is known against what is shipped (${exceptions.length} exceptions).`);
process.exitCode = problems.length > 0 ? 1 : 0;
