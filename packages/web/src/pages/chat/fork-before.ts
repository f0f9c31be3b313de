import { type ApiRun, filesOf, isInputOf } from '@cadence/contracts';
import { client } from '../../api/client.ts';

export interface ForkedConversation {
  conversationId: string;
  run: ApiRun;
}

/** A new conversation with everything before a run's question, which goes on with this message instead. */
export async function forkBefore(
  run: ApiRun,
  earlier: readonly ApiRun[],
  message: string,
): Promise<ForkedConversation> {
  const [first] = (await client.runSteps({ params: { id: run.id } })).items;
  if (first === undefined) return await afterLastStep(run, earlier, message);
  const step = first.checkpointId;
  const { messages } = await client.runStep({ params: { id: run.id, step } });
  const asked = messages.findIndex(({ id }) => isInputOf(run, id));
  const kept = messages.slice(0, Math.max(0, asked));
  const forked = await client.forkRun({
    params: { id: run.id },
    body: { step, messages: kept, message, files: fileIds(run) },
  });
  return forked.run ? { conversationId: forked.conversationId, run: forked.run } : await begin(run, message);
}

const fileIds = ({ input: content, inputParts: parts }: ApiRun) =>
  filesOf({ content, parts: parts ?? [] }).map(({ fileId }) => fileId);

/** For a run that was stopped before its first step: the last step before it is the one to go on from. */
async function afterLastStep(
  run: ApiRun,
  earlier: readonly ApiRun[],
  message: string,
): Promise<ForkedConversation> {
  for (const { id } of earlier.toReversed()) {
    const last = (await client.runSteps({ params: { id } })).items.at(-1);
    if (last === undefined) continue;
    const { conversationId } = await client.forkRun({ params: { id }, body: { step: last.checkpointId } });
    return await begin(run, message, conversationId);
  }
  return await begin(run, message);
}

async function begin(
  run: ApiRun,
  message: string,
  conversationId: string = crypto.randomUUID(),
): Promise<ForkedConversation> {
  const { workflowId, tone, model } = run;
  const body = { message, files: fileIds(run), workflowId, tone, ...(model !== null && { model }) };
  const headers = { prefer: 'respond-async' };
  return {
    conversationId,
    run: await client.sendMessage({ params: { id: conversationId }, body }, { headers }),
  };
}
