import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { CadenceError } from '@cadence-agents/contracts';
import type { UploadedFile } from '@cadence-agents/server/app';
import type { Command } from 'commander';
import { followToEnd, printOutcome } from './follow-run.ts';
import { type LocalCadence, withCadence } from './local-cadence.ts';
import { checkedTone } from './options.ts';

export function addCommands(program: Command): void {
  program
    .command('ask <question>')
    .description('ask one question; progress on stderr, the answer on stdout')
    .option('-w, --workflow <id>', "a workflow's id, or a JSON file", 'coordinator')
    .option('-c, --conversation <id>', 'a conversation to go on with')
    .option('--draft', 'the draft of the workflow, which may not be published yet')
    .option('-t, --tone <tone>', 'natural, explanatory, formal, concise or learning')
    .option(
      '-f, --file <path>',
      'a picture, PDF or text that goes with the question; several by naming it again',
      (path: string, before: string[] = []) => [...before, path],
    )
    .option('--json', 'print the whole result as JSON')
    .action(ask);
}

interface AskOptions {
  workflow: string;
  conversation?: string;
  draft?: boolean;
  file?: string[];
  tone?: string;
  json?: boolean;
}

async function ask(question: string, options: AskOptions): Promise<void> {
  const tone = await checkedTone(options.tone);
  const conversationId = options.conversation ?? randomUUID();
  const ended = await withCadence(conversationId, async (local) => {
    const { findConversation, localPrincipal, sendMessage } = await import('@cadence-agents/server/app');
    if (options.conversation !== undefined) await findConversation(local, localPrincipal, conversationId);
    const { workflow: workflowId, draft = false } = options;
    const files = await attached(local, options.file ?? []);
    const message = { message: question, workflowId, draft, conversationId, tone, files };
    return followToEnd(local, await sendMessage(local, localPrincipal, message));
  });
  await printOutcome(ended, options);
}

/** Stores the files; returns their ids. */
async function attached(local: LocalCadence, paths: readonly string[]): Promise<string[]> {
  const { localPrincipal, uploadFile } = await import('@cadence-agents/server/app');
  const ids: string[] = [];
  for (const path of paths) {
    const { id } = await uploadFile(local, localPrincipal, (mostBytes) => readAttachment(path, mostBytes));
    ids.push(id);
  }
  return ids;
}

async function readAttachment(path: string, mostBytes: number): Promise<UploadedFile> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new CadenceError('FILE_UNREADABLE', `The file "${path}" cannot be read.`, {
      cause,
      hint: 'Check its path, and that you may read it.',
    });
  });
  if (bytes.length > mostBytes) {
    throw new CadenceError('BODY_TOO_LARGE', `The file "${path}" is larger than allowed.`, {
      hint: 'Take a smaller one, or raise CADENCE_MAX_FILE_MB.',
    });
  }
  // What its bytes do not tell is text, if it is text.
  const isText = !bytes.includes(0) && isUtf8(bytes);
  return { bytes, name: basename(path), mediaType: isText ? 'text/plain' : 'application/octet-stream' };
}
