// What the store has at the end, against what was promised and what the tools did.
import { localOwner, type RunEvent, type RunRecord, type Store } from '@cadence-agents/contracts';
import type { Evidence } from './evidence.ts';

const { tenantId } = localOwner;
const PAGE = 200;

/** Looks at every run; tells the evidence of whatever breaks an invariant. */
export async function checkStore(
  store: Store,
  evidence: Evidence,
  effects: readonly string[],
): Promise<void> {
  const times = Map.groupBy(effects, (key) => key);
  for (const [key, { length }] of times)
    if (length > 1) evidence.problem('twice', `the call ${key} had its effect ${length} times`);
  evidence.count('effects', effects.length);
  const known = new Set<string>();
  const inputs = new Map<string, string>();
  for await (const run of allRuns(store)) {
    known.add(run.id);
    const same = inputs.get(run.input);
    if (same !== undefined)
      evidence.problem('twice', `"${run.input}" was taken twice, as ${same} and ${run.id}`);
    inputs.set(run.input, run.id);
    evidence.count(`runs: ${run.status}`);
    if (run.error) evidence.count(`errors of runs: ${run.error.code}`);
    if (run.error?.code === 'INTERNAL')
      evidence.problem('fault', `${run.id} failed after ${run.attempt} attempts: ${run.error.message}`);
    for (const problem of runProblems(run, await store.events.read(run.id, 0), evidence))
      evidence.problem(problem.invariant, `${run.id} (${run.workflowId}): ${problem.text}`);
    for (const [callId, entry] of await store.ledger.entries(run.id)) {
      const claimed = entry.state === 'finished' && !entry.isError && entry.output.startsWith('posted');
      if (claimed && !times.has(`${run.id}:${callId}`))
        evidence.problem(
          'twice',
          `${run.id}: the call ${callId} is told to have had an effect, and had none`,
        );
    }
  }
  for (const { runId, message, conversationId } of evidence.promised.values())
    if (!known.has(runId) && !evidence.deleted.has(conversationId))
      evidence.problem('lost', `"${message}" was acknowledged as ${runId}, which the store does not have`);
  await checkMessages(store, evidence);
}

async function* allRuns(store: Store): AsyncGenerator<RunRecord> {
  let after: string | undefined;
  for (;;) {
    const page = (await store.runs.list(tenantId, { limit: PAGE, ...(after !== undefined && { after }) }))
      .items;
    yield* page;
    after = page.at(-1)?.id;
    if (after === undefined) return;
  }
}

export function runProblems(
  run: RunRecord,
  events: readonly RunEvent[],
  evidence: Evidence,
): { invariant: 'lost' | 'gap'; text: string }[] {
  if (run.status === 'queued' || run.status === 'running')
    return [{ invariant: 'lost', text: `it is still ${run.status} after ${run.attempt} attempts` }];
  const gap = events.findIndex(({ seq }, index) => seq !== index + 1);
  if (gap !== -1) return [{ invariant: 'gap', text: `event ${gap + 1} is numbered ${events[gap]?.seq}` }];
  const last = events.at(-1);
  // One that was cancelled before it began has told nothing.
  if (!last && run.status === 'cancelled') return [];
  if (last?.type !== 'on_run_end' || last.data.status !== run.status)
    return [{ invariant: 'gap', text: `it is ${run.status}, and its last event is ${JSON.stringify(last)}` }];
  if (evidence.wasReadAsStored(run.id, events)) return [];
  return [{ invariant: 'gap', text: 'what was read of it is not what the store has' }];
}

/** Every message that was answered is in its conversation, once. */
async function checkMessages(store: Store, evidence: Evidence): Promise<void> {
  const conversations = new Set([...evidence.promised.values()].map(({ conversationId }) => conversationId));
  for (const conversationId of conversations) {
    if (conversationId === '' || evidence.deleted.has(conversationId)) continue;
    const runs = (await store.runs.list(tenantId, { conversationId, limit: PAGE, status: 'completed' }))
      .items;
    const state = await store.states.latest(conversationId);
    const said = Map.groupBy(
      state?.messages.filter(({ role }) => role === 'user') ?? [],
      ({ content }) => content,
    );
    for (const { id, input } of runs) {
      const times = said.get(input)?.length ?? 0;
      // What is old may have gone into a summary.
      if (times !== 1 && !(times === 0 && state?.turn?.summary))
        evidence.problem(
          'lost',
          `${id} was answered, and its message is ${times} times in ${conversationId}`,
        );
    }
  }
}
