import type { HandoffAnswer, HandoffRequest, RunRecord } from '@cadence/contracts';
import type { FastifyRequest } from 'fastify';
import type { Cadence } from '../cadence.ts';

/** A run, and the last of its events that belongs to what came before. */
export interface StartedRun {
  run: RunRecord;
  afterSeq: number;
}

export interface WaitingRun extends StartedRun {
  handoff: HandoffRequest;
}

/** The run of a conversation that waits for a person, and where its events have got to. */
export async function waitingRun(
  { store }: Pick<Cadence, 'store'>,
  tenantId: string,
  conversationId: string,
): Promise<WaitingRun | undefined> {
  const [run] = await store.runs.list(tenantId, { conversationId, status: 'awaiting_human', limit: 1 });
  if (!run?.handoff) return undefined;
  return { run, handoff: run.handoff, afterSeq: await store.events.lastSeq(run.id) };
}

/** Has it go on with what the person said. Where a message does that, the address does not tell, so it is noted here. */
export async function answerWaiting(
  cadence: Cadence,
  { principal, id: requestId, ip }: FastifyRequest,
  { handoff, afterSeq }: WaitingRun,
  answer: HandoffAnswer,
): Promise<StartedRun> {
  const { tenantId, keyId } = principal;
  const run = await cadence.answer(handoff.id, answer, { tenantId, ownerId: '' });
  await cadence.store.audit.append({
    tenantId,
    actor: keyId ?? 'local',
    action: 'handoff.answer',
    target: handoff.id,
    outcome: 'done',
    requestId,
    ip,
    details: {},
  });
  return { run, afterSeq };
}
