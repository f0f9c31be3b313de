import { CadenceError, type Message, messageSchema } from '@cadence/contracts';
import { findStep, forkRun, readJsonFile } from '@cadence/server';
import { findRun } from '../find-run.ts';
import { followToEnd } from '../follow-to-end.ts';
import { printOutcome } from '../run-outcome.ts';
import { shortId } from '../short-id.ts';
import { withCadence } from '../with-cadence.ts';
import { withStorage } from '../with-storage.ts';

interface RunForkOptions {
  at: string;
  message?: string;
  state?: string;
  json?: boolean;
}

export async function runFork(idOrPrefix: string, options: RunForkOptions): Promise<void> {
  const { at, message, state, json } = options;
  const messages = state === undefined ? undefined : readMessages(state);
  const { run, conversationId, step } = await withStorage(async (store) => {
    const found = await findRun(store, idOrPrefix);
    const from = await findStep(store, found, at);
    return { run: found, step: from, conversationId: await forkRun(store, found, from, messages) };
  });
  const { workflowId, workflowVersion, tone, model } = run;
  if (message === undefined) {
    if (json) return console.log(JSON.stringify({ conversationId, step }, null, 2));
    console.log(
      `Forked "${shortId(run.id)}" after step ${step.step} into the conversation ${conversationId}.`,
    );
    return console.log(`Go on with: cadence ask --conversation ${conversationId} "…"`);
  }
  const ended = await withCadence(conversationId, async (local) => {
    const sent = { message, conversationId, workflowId, workflowVersion, tone, model };
    return followToEnd(local, await local.cadence.send(sent));
  });
  if (!json) process.stderr.write(`Forked into run ${ended.id}, conversation ${conversationId}.\n`);
  printOutcome(ended, options);
}

/** The file that `run show --at STEP` prints, edited. */
function readMessages(file: string): Message[] {
  const parsed = messageSchema.array().safeParse(listIn(readJsonFile(file)));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `messages.${path.join('.')}: ${message}`);
  throw new CadenceError(
    'INPUT_INVALID',
    `The messages in "${file}" cannot be used:\n${problems.join('\n')}`,
    {
      hint: 'Start from what "cadence run show ID --at STEP" prints.',
      details: parsed.error.issues,
    },
  );
}

function listIn(json: unknown): unknown {
  return typeof json === 'object' && json !== null && 'messages' in json ? json.messages : json;
}
