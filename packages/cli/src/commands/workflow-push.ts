import { CadenceError, localOwner } from '@cadence/contracts';
import { readJsonFile } from '@cadence/server/read-json-file';
import { check } from '@cadence/workflow';
import { kindsFor } from '../known-kinds.ts';
import { errorsIn, printProblems } from '../print-problems.ts';
import { withStorage } from '../with-storage.ts';

const { tenantId } = localOwner;

export async function workflowPush(file: string, options: { json?: boolean }): Promise<void> {
  const given = readJsonFile(file);
  const { definition, problems } = check(given, { kinds: await kindsFor(given) });
  if (problems.length > 0) printProblems(file, problems, console.error);
  if (!definition || errorsIn(problems) > 0) {
    throw new CadenceError('WORKFLOW_INVALID', `"${file}" was not stored.`, {
      hint: 'Mend the errors above and push it again.',
      details: problems,
    });
  }
  await withStorage(async (store) => {
    const before = await store.workflows.get(tenantId, definition.id);
    const { version } = await store.workflows.put(tenantId, definition);
    if (options.json) console.log(JSON.stringify({ id: definition.id, version }, null, 2));
    else if (before?.version === version)
      console.log(`"${definition.id}" is stored as version ${version} already.`);
    else console.log(`Stored "${definition.id}" as version ${version}; new runs start on it.`);
  });
}
