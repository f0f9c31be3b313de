import { randomUUID } from 'node:crypto';
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
    .option('--draft', 'the draft of the workflow, which may not be published yet')
    .option('-t, --tone <tone>', 'natural, explanatory, formal, concise or learning')
    .option('--json', 'print the whole result as JSON')
    .action(ask);
}

interface AskOptions {
  workflow: string;
  conversation?: string;
  draft?: boolean;
  tone?: string;
  json?: boolean;
}

async function ask(question: string, options: AskOptions): Promise<void> {
  const tone = await checkedTone(options.tone);
  const conversationId = options.conversation ?? randomUUID();
  const ended = await withCadence(conversationId, async (local) => {
    const { findConversation, localPrincipal, sendMessage } = await import('@cadence/server/app');
    if (options.conversation !== undefined) await findConversation(local, localPrincipal, conversationId);
    const { workflow: workflowId, draft = false } = options;
    const message = { message: question, workflowId, draft, conversationId, tone };
    return followToEnd(local, await sendMessage(local, localPrincipal, message));
  });
  await printOutcome(ended, options);
}
