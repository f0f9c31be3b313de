// The clients: each sends one message after the other, over whichever protocol, and follows what becomes of it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { OnBusy, StreamedEvent } from '@cadence-agents/contracts';
import type { RandomChoice } from '@cadence-agents/testkit';
import { z } from 'zod';
import { answerHandoff } from './hand-offs.ts';
import { type Frame, readStream } from './read-stream.ts';
import { choiceFor } from './seed.ts';
import { ask, type Reply, type Trial } from './trial.ts';
import { workflowIds } from './workflows.ts';

type Protocol = 'native' | 'async' | 'wait' | 'openai' | 'langgraph';

/** What a client will do, decided before it begins. */
interface Errand {
  key: string;
  message: string;
  conversationId: string;
  workflowId: string;
  protocol: Protocol;
  onBusy: OnBusy;
  /** Hangs up after so many frames, and comes back. */
  hangUpAfter: number | undefined;
  cancelAfterMs: number | undefined;
  deleteAfterMs: number | undefined;
  pauseMs: number;
}

function planErrand(choice: RandomChoice, client: string, number: number): Errand {
  const brief = choice.chance(0.06);
  const shared = choice.chance(0.15);
  const own = brief ? `${client}-brief-${number}` : `${client}-${Math.floor(number / 6)}`;
  const protocols: Protocol[] = ['native', 'native', 'native', 'async', 'wait', 'openai', 'langgraph'];
  return {
    key: `${client}:${number}`,
    message: `errand ${number} of ${client}`,
    conversationId: shared && !brief ? `crowd-${Math.floor(number / 5)}` : own,
    workflowId: choice.pick(workflowIds) ?? 'errands',
    protocol: choice.pick(protocols) ?? 'native',
    onBusy: choice.chance(0.85)
      ? 'enqueue'
      : (choice.pick(['reject', 'interrupt', 'rollback'] as const) ?? 'reject'),
    hangUpAfter: choice.chance(0.3) ? choice.whole(1, 15) : undefined,
    cancelAfterMs: choice.chance(0.1) ? choice.whole(0, 1_500) : undefined,
    deleteAfterMs: brief ? choice.whole(50, 1_500) : undefined,
    pauseMs: choice.whole(0, 400),
  };
}

/** Goes on until the signal, and ends what it has begun. */
export async function runClient(trial: Trial, client: string, signal: AbortSignal): Promise<void> {
  for (let number = 1; !signal.aborted; number++) {
    const errand = planErrand(choiceFor(trial.seed, client, number), client, number);
    try {
      await carryOut(trial, errand);
    } catch (error) {
      if (trial.over.aborted)
        return trial.evidence.problem('lost', `"${errand.message}" (${errand.protocol}) had no end`);
      trial.evidence.problem('fault', `"${errand.message}" (${errand.protocol}): ${error}`);
    }
    await sleep(errand.pauseMs);
  }
}

function carryOut(trial: Trial, errand: Errand): Promise<void> {
  trial.evidence.count(`messages: ${errand.protocol}`);
  switch (errand.protocol) {
    case 'openai':
      return overOpenAi(trial, errand);
    case 'langgraph':
      return overLangGraph(trial, errand);
    default:
      return overNative(trial, errand);
  }
}

/** Notes what was promised, once; begins what the client does beside reading. */
function accepted(trial: Trial, errand: Errand, { response }: Reply): string | undefined {
  const runId = /\/runs\/([^/]+)$/.exec(response.headers.get('content-location') ?? '')?.[1];
  if (!response.ok || runId === undefined) {
    trial.evidence.count(`messages refused: ${response.status}`);
    if (response.status !== 409)
      trial.evidence.problem(
        'fault',
        `"${errand.message}" (${errand.protocol}) was answered ${response.status}`,
      );
    return undefined;
  }
  const { conversationId, message, protocol } = errand;
  // OpenAI's clients know no conversations: theirs is made up by the server.
  trial.evidence.promise({ runId, message, conversationId: protocol === 'openai' ? '' : conversationId });
  return runId;
}

/** Cancels the run or deletes its conversation when the time has come; resolves when that is done. */
async function disturb(trial: Trial, errand: Errand, runId: string): Promise<void> {
  const { cancelAfterMs, deleteAfterMs, conversationId, protocol } = errand;
  if (deleteAfterMs !== undefined && protocol !== 'openai') {
    await sleep(deleteAfterMs);
    trial.evidence.deleted.add(conversationId);
    await ask(trial, `/api/v1/conversations/${conversationId}`, { method: 'DELETE' });
    trial.evidence.count('conversations deleted');
  } else if (cancelAfterMs !== undefined) {
    await sleep(cancelAfterMs);
    await ask(trial, `/api/v1/runs/${runId}/cancel`, { method: 'POST' });
    trial.evidence.count('runs cancelled');
  }
}

const eventSchema = z.custom<StreamedEvent>(
  (value) => z.object({ seq: z.number().optional(), runId: z.string() }).safeParse(value).success,
);

const isQuestion = (event: StreamedEvent): boolean =>
  event.type === 'on_run_end' && event.data.status === 'awaiting_human';

async function overNative(trial: Trial, errand: Errand): Promise<void> {
  const { evidence } = trial;
  const { key, message, workflowId, onBusy, conversationId, protocol } = errand;
  const first = await ask(trial, `/api/v1/conversations/${conversationId}/messages`, {
    method: 'POST',
    headers: {
      'idempotency-key': key,
      accept: protocol === 'native' ? 'text/event-stream' : 'application/json',
      ...(protocol === 'async' && { prefer: 'respond-async' }),
    },
    body: { message, workflowId, onBusy },
  });
  const runId = accepted(trial, errand, first);
  if (runId === undefined) return void (await first.response.body?.cancel());
  const disturbed = disturb(trial, errand, runId);
  if (protocol !== 'native') await first.response.text().catch(() => '');
  let opening: Reply | undefined = protocol === 'native' ? first : undefined;
  let seen = 0;
  let cursor = '';
  let end: StreamedEvent | undefined;
  let frames = 0;
  const follow = () =>
    readStream(trial, {
      protocol: 'native',
      runId: () => runId,
      hasEnded: () => end !== undefined,
      connect: async () => {
        const reply = opening;
        opening = undefined;
        return (
          reply ??
          ask(trial, `/api/v1/runs/${runId}/events`, {
            headers: { accept: 'text/event-stream', ...(cursor !== '' && { 'last-event-id': cursor }) },
          })
        );
      },
      take({ id = '', data }: Frame) {
        const event = eventSchema.parse(JSON.parse(data));
        if (event.seq !== undefined && event.seq !== seen + 1)
          evidence.problem('gap', `${runId}: ${event.seq} (${event.type}) was read after ${seen}`);
        if (end && !isQuestion(end))
          evidence.problem('gap', `${runId}: ${event.type} was read after the end`);
        seen = event.seq ?? seen;
        cursor = id;
        try {
          evidence.read(event);
        } catch (error) {
          evidence.problem('gap', `${runId}: ${String(error)}`);
        }
        end = event.type === 'on_run_end' ? event : undefined;
        return ++frames !== errand.hangUpAfter;
      },
    });
  for (;;) {
    const refused = await follow();
    if (refused && !evidence.deleted.has(conversationId))
      evidence.problem('lost', `the events of ${runId} are answered with ${refused.status}`);
    if (!end || !isQuestion(end)) break;
    // It goes on with another end, if it is answered before somebody cancels it.
    if (!(await answerHandoff(trial, runId))) break;
    end = undefined;
  }
  await disturbed;
}

async function overOpenAi(trial: Trial, errand: Errand): Promise<void> {
  const { key, message, workflowId } = errand;
  let runId: string | undefined;
  let disturbed = Promise.resolve();
  let done = false;
  await readStream(trial, {
    protocol: 'openai',
    runId: () => runId,
    hasEnded: () => done,
    // There is no way to go on in this protocol: the same request again tells all from the start.
    async connect() {
      const reply = await ask(trial, '/v1/chat/completions', {
        method: 'POST',
        headers: { 'idempotency-key': key },
        body: { model: workflowId, stream: true, messages: [{ role: 'user', content: message }] },
      });
      const known = runId;
      runId = accepted(trial, errand, reply);
      if (known === undefined && runId !== undefined) disturbed = disturb(trial, errand, runId);
      return reply;
    },
    take({ data }) {
      if (data === '[DONE]' || data.startsWith('{"error"')) done = true;
      return true;
    },
  });
  await disturbed;
}

/** The number of an event, how far text was shown that is not stored yet, the part: `41-6000`, `41-6000.90.120`. */
function placeOf(id: string): number[] {
  const [, seq, part, to = '0'] = /^(\d+)-(\d+)(?:\.\d+\.(\d+))?$/.exec(id) ?? [];
  return [Number(seq), Number(to), Number(part)];
}

function isAfter(place: readonly number[], last: readonly number[]): boolean {
  const differs = place.findIndex((number, index) => number !== last[index]);
  return differs >= 0 && (place[differs] ?? 0) > (last[differs] ?? 0);
}

async function overLangGraph(trial: Trial, errand: Errand): Promise<void> {
  const { key, message, workflowId, conversationId, onBusy } = errand;
  let runId: string | undefined;
  let location: string | undefined;
  let disturbed = Promise.resolve();
  let ended = false;
  let frames = 0;
  let last = [-1, -1, -1];
  await readStream(trial, {
    protocol: 'langgraph',
    runId: () => runId,
    hasEnded: () => ended,
    async connect(lastId) {
      if (location !== undefined)
        return ask(trial, location, { headers: lastId === undefined ? {} : { 'last-event-id': lastId } });
      const reply = await ask(trial, `/threads/${conversationId}/runs/stream`, {
        method: 'POST',
        headers: { 'idempotency-key': key },
        body: {
          assistant_id: workflowId,
          input: { messages: [{ role: 'user', content: message }] },
          stream_mode: ['values', 'messages-tuple', 'events'],
          multitask_strategy: onBusy,
          if_not_exists: 'create',
        },
      });
      runId = accepted(trial, errand, reply);
      location = reply.response.headers.get('location') ?? undefined;
      if (runId !== undefined) disturbed = disturb(trial, errand, runId);
      return reply;
    },
    take({ id = '', event }) {
      const place = placeOf(id);
      const [seq = 0] = place;
      const [lastSeq = 0] = last;
      if (!isAfter(place, last))
        trial.evidence.problem('gap', `${runId}: frame ${id} was read after ${last.join('-')}`);
      // Every event is a frame in the mode "events".
      if (seq > lastSeq + 1)
        trial.evidence.problem('gap', `${runId}: frame ${id} was read after ${last.join('-')}`);
      last = place;
      if (event === 'end') ended = true;
      return ++frames !== errand.hangUpAfter;
    },
  });
  await disturbed;
}
