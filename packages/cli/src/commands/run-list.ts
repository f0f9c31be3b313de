import { CadenceError, localOwner, type RunRecord, runStatusSchema } from '@cadence/contracts';
import { nearestName } from '@cadence/workflow';
import { shortId } from '../short-id.ts';
import { brief, localTime, textTable } from '../text-table.ts';
import { withStorage } from '../with-storage.ts';

interface RunListOptions {
  status?: string;
  limit: number;
  json?: boolean;
}

const statuses: readonly RunRecord['status'][] = ['queued', 'running', ...runStatusSchema.options];

export async function runList({ status, limit, json }: RunListOptions): Promise<void> {
  const filter = { limit, ...(status !== undefined && { status: checkedStatus(status) }) };
  const runs = await withStorage((store) => store.runs.list(localOwner.tenantId, filter));
  if (json) return console.log(JSON.stringify(runs, null, 2));
  if (runs.length === 0) {
    const none = status === undefined ? 'No runs yet.' : `No run is ${status}.`;
    return console.log(`${none} Ask something: cadence ask "What is 15 * 23?"`);
  }
  const cells = runs.map((run) => [
    shortId(run.id),
    run.status,
    localTime(run.createdAt),
    run.workflowId,
    brief(run.input, 60),
  ]);
  for (const line of textTable(cells)) console.log(line);
}

function checkedStatus(given: string): RunRecord['status'] {
  const found = statuses.find((status) => status === given);
  if (found) return found;
  const nearest = nearestName(given, statuses);
  throw new CadenceError('INPUT_INVALID', `There is no status "${given}".`, {
    hint: `${nearest ? `Did you mean "${nearest}"? ` : ''}Use one of: ${statuses.join(', ')}.`,
  });
}
