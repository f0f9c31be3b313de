import { CadenceError, type RunRecord } from '@cadence-agents/contracts';
import type { LocalStore } from './local-cadence.ts';

const FEWEST = 4;
const PAGE = 500;

/** A run by its id, or by a beginning of it that no other run shares. */
export async function findRun(local: LocalStore, idOrPrefix: string): Promise<RunRecord> {
  const app = await import('@cadence-agents/server/app');
  try {
    return await app.findRun(local, app.localPrincipal, { id: idOrPrefix });
  } catch (error) {
    if (!CadenceError.is(error) || error.code !== 'RUN_NOT_FOUND') throw error;
    return findByPrefix(local, idOrPrefix);
  }
}

async function findByPrefix(local: LocalStore, prefix: string): Promise<RunRecord> {
  if (prefix.length < FEWEST) {
    throw new CadenceError('INPUT_INVALID', `"${prefix}" is too short for the id of a run.`, {
      hint: `Give at least ${FEWEST} characters of it; "cadence run list" shows them.`,
    });
  }
  const found: RunRecord[] = [];
  for await (const run of allRuns(local)) if (run.id.startsWith(prefix)) found.push(run);
  const [only, ...others] = found;
  if (only && others.length === 0) return only;
  if (!only) {
    throw new CadenceError('RUN_NOT_FOUND', `There is no run "${prefix}".`, {
      hint: 'See which there are: cadence run list',
    });
  }
  throw new CadenceError('INPUT_INVALID', `${found.length} runs begin with "${prefix}".`, {
    hint: `Give more of the id: ${found.map(({ id }) => id).join(', ')}`,
  });
}

async function* allRuns(local: LocalStore): AsyncGenerator<RunRecord> {
  const { listRuns, localPrincipal } = await import('@cadence-agents/server/app');
  let after: string | undefined;
  do {
    const page = await listRuns(local, localPrincipal, { limit: PAGE, after });
    yield* page.items;
    after = page.next ?? undefined;
  } while (after !== undefined);
}
