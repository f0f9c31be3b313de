import { randomUUID } from 'node:crypto';
import { CadenceError, localOwner } from '@cadence/contracts';
import { knowsConversation } from '@cadence/server';
import { checkedTone } from '../checked-tone.ts';
import { followToEnd } from '../follow-to-end.ts';
import { printOutcome } from '../run-outcome.ts';
import { withCadence } from '../with-cadence.ts';

interface AskOptions {
  workflow: string;
  conversation?: string;
  tone?: string;
  json?: boolean;
}

export async function ask(question: string, options: AskOptions): Promise<void> {
  const tone = checkedTone(options.tone);
  const conversationId = options.conversation ?? randomUUID();
  const ended = await withCadence(conversationId, async (local) => {
    const { cadence } = local;
    if (options.conversation !== undefined) {
      const isKnown = await knowsConversation(cadence, localOwner.tenantId, conversationId);
      if (!isKnown) throw noConversation(conversationId);
    }
    const run = await cadence.send({ message: question, workflowId: options.workflow, conversationId, tone });
    return followToEnd(local, run);
  });
  printOutcome(ended, options);
}

function noConversation(id: string): CadenceError {
  return new CadenceError('INPUT_INVALID', `There is no conversation "${id}".`, {
    hint: 'Give its whole id, which "cadence run show" and "cadence run fork" print.',
  });
}
