import { randomUUID } from 'node:crypto';
import { CadenceError, localOwner } from '@cadence/contracts';
import type { Command } from 'commander';
import { followToEnd, printOutcome } from './follow-run.ts';
import { withCadence } from './local-cadence.ts';
import { checkedTone } from './options.ts';

export function addCommands(program: Command): void {
  program
    .command('ask <question>')
    .description('ask one question; progress on stderr, the answer on stdout')
    .option('-w, --workflow <id>', "a workflow's id, or a JSON file", 'coordinator')
    .option('-c, --conversation <id>', 'a conversation to go on with')
    .option('-t, --tone <tone>', 'natural, explanatory, formal, concise or learning')
    .option('--json', 'print the whole result as JSON')
    .action(ask);
}

interface AskOptions {
  workflow: string;
  conversation?: string;
  tone?: string;
  json?: boolean;
}

async function ask(question: string, options: AskOptions): Promise<void> {
  const tone = await checkedTone(options.tone);
  const conversationId = options.conversation ?? randomUUID();
  const ended = await withCadence(conversationId, async (local) => {
    const { cadence } = local;
    if (options.conversation !== undefined) {
      const { knowsConversation } = await import('@cadence/server');
      const isKnown = await knowsConversation(cadence.store, localOwner.tenantId, conversationId);
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
