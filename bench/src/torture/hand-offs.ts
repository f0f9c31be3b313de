// The people whom runs ask.
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { ask, type Trial } from './trial.ts';

const handoffSchema = z.object({
  id: z.string(),
  runId: z.string().optional(),
  choices: z.array(z.string()).nullish(),
});
type Handoff = z.infer<typeof handoffSchema>;

/** Answers what a run asks; `false` when it does not ask any more. */
export async function answerHandoff(trial: Trial, runId: string): Promise<boolean> {
  const { response } = await ask(trial, `/api/v1/runs/${runId}`);
  if (!response.ok) return false;
  const run = z.object({ handoff: handoffSchema.nullish() }).parse(await response.json());
  return run.handoff ? answer(trial, run.handoff) : false;
}

async function answer(trial: Trial, { id, choices }: Handoff): Promise<boolean> {
  const text = choices?.[0] ?? 'yes';
  const { response } = await ask(trial, `/api/v1/handoffs/${id}/answer`, { method: 'POST', body: { text } });
  await response.body?.cancel();
  trial.evidence.count(`hand-offs answered: ${response.status}`);
  // 409: another was quicker, or the reply to our own answer was lost.
  return response.ok || response.status === 409;
}

const listSchema = z.object({ items: z.array(handoffSchema) });

/** Answers those that nobody follows, so that what waits behind them goes on. */
export async function answerAll(trial: Trial, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { response } = await ask(trial, '/api/v1/handoffs');
    const { items } = listSchema.parse(await response.json());
    for (const handoff of items) await answer(trial, handoff);
    await sleep(2_000, undefined, { signal }).catch(() => {});
  }
}
