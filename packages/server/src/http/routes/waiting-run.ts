import type { RunRecord } from '@cadence/contracts';
import type { Cadence } from '../../cadence.ts';

/** A run, and the last of its events that belongs to what came before. */
export interface StartedRun {
  run: RunRecord;
  afterSeq: number;
}

/** The run of a conversation that waits for a person, and where its events have got to. */
export async function waitingRun(
  { store }: Pick<Cadence, 'store'>,
  tenantId: string,
  conversationId: string,
): Promise<StartedRun | undefined> {
  const [run] = await store.runs.list(tenantId, { conversationId, status: 'awaiting_human', limit: 1 });
  return run?.handoff ? { run, afterSeq: await store.events.lastSeq(run.id) } : undefined;
}
