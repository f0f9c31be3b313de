import { CadenceError, localOwner, type RunRecord, type Store } from '@cadence/contracts';

const FEWEST = 4;
const PAGE = 500;
const { tenantId } = localOwner;

/** A run by its id, or by a beginning of it that no other run shares. */
export async function findRun(store: Store, idOrPrefix: string): Promise<RunRecord> {
  const exact = await store.runs.get(tenantId, idOrPrefix);
  if (exact) return exact;
  if (idOrPrefix.length < FEWEST) {
    throw new CadenceError('INPUT_INVALID', `"${idOrPrefix}" is too short for the id of a run.`, {
      hint: `Give at least ${FEWEST} characters of it; "cadence run list" shows them.`,
    });
  }
  const found: RunRecord[] = [];
  for await (const run of allRuns(store)) if (run.id.startsWith(idOrPrefix)) found.push(run);
  const [only, ...others] = found;
  if (only && others.length === 0) return only;
  if (!only) {
    throw new CadenceError('RUN_NOT_FOUND', `There is no run "${idOrPrefix}".`, {
      hint: 'See which there are: cadence run list',
    });
  }
  throw new CadenceError('INPUT_INVALID', `${found.length} runs begin with "${idOrPrefix}".`, {
    hint: `Give more of the id: ${found.map(({ id }) => id).join(', ')}`,
  });
}

async function* allRuns(store: Store): AsyncGenerator<RunRecord> {
  let after: string | undefined;
  for (;;) {
    const page = await store.runs.list(tenantId, { limit: PAGE, ...(after !== undefined && { after }) });
    yield* page;
    after = page.at(-1)?.id;
    if (page.length < PAGE) return;
  }
}
