import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { styleText } from 'node:util';
import { CadenceError, type HandoffRequest, type RunEvent, type RunRecord } from '@cadence/contracts';
import type { Command } from 'commander';
import { followToEnd, showProgress } from './follow-run.ts';
import { type LocalCadence, withCadence } from './local-cadence.ts';
import { checkedTone } from './options.ts';
import { bold, dim } from './output.ts';

export function addCommands(program: Command): void {
  program
    .command('chat')
    .description('talk in the terminal, answers streamed')
    .option('-w, --workflow <id>', "a workflow's id, or a JSON file", 'coordinator')
    .option('-t, --tone <tone>', 'natural, explanatory, formal, concise or learning')
    .action(chat);
}

interface ChatOptions {
  workflow: string;
  tone?: string;
}

interface Talk {
  local: LocalCadence;
  conversationId: string;
  workflowId: string;
  tone: string;
}

async function chat(options: ChatOptions): Promise<void> {
  const tone = await checkedTone(options.tone);
  const conversationId = randomUUID();
  await withCadence(conversationId, (local) => {
    greet(options.workflow, local.settings.defaultModel);
    return readLines({ local, conversationId, workflowId: options.workflow, tone });
  });
}

async function readLines(talk: Talk): Promise<void> {
  const { isTTY } = process.stdin;
  const terminal = createInterface({ input: process.stdin, output: process.stdout, terminal: isTTY });
  let last: RunRecord | undefined;
  let running: string | undefined;
  let open = true;
  terminal.on('SIGINT', () => (running ? talk.local.cadence.cancel(running) : terminal.close()));
  terminal.once('close', () => {
    open = false;
  });
  terminal.setPrompt(isTTY ? bold('you › ') : '');
  terminal.prompt();
  for await (const line of terminal) {
    if (line.trim() !== '') {
      try {
        const { run, afterSeq } = await begin(talk, line, last);
        running = run.id;
        last = await finish(talk, run, afterSeq);
      } catch (error) {
        const { message, hint } = CadenceError.from(error);
        console.log([message, hint].filter(Boolean).join('\n'));
      }
      running = undefined;
    }
    if (open) terminal.prompt();
  }
}

function greet(workflow: string, model: string): void {
  console.log(`${bold('Cadence')}: ${workflow}, with the model ${model}. Ctrl-D ends the chat.`);
  if (model !== 'offline') return;
  console.log(dim('The offline model only matches words to tools. Try: What is 15 * 23?'));
  console.log(dim('For a real one set CADENCE_DEFAULT_MODEL (as openai:gpt-5-mini) and its key.'));
}

/** A new run, or the one that waits for this line. */
async function begin({ local: { cadence }, ...talk }: Talk, line: string, last: RunRecord | undefined) {
  if (!last?.handoff) return { run: await cadence.send({ ...talk, message: line }), afterSeq: 0 };
  const afterSeq = await cadence.store.events.lastSeq(last.id);
  return { run: await cadence.answer(last.handoff.id, { text: line }), afterSeq };
}

async function finish({ local }: Talk, run: RunRecord, afterSeq: number): Promise<RunRecord> {
  const printer = streamPrinter();
  const ended = await followToEnd(local, run, { afterSeq, show: printer.show });
  printer.finish(ended);
  return ended;
}

function streamPrinter() {
  let streamed = '';
  return {
    show(event: RunEvent): void {
      if (event.type === 'on_chat_model_stream') {
        streamed += event.data.chunk;
        process.stdout.write(event.data.chunk);
      } else {
        if (event.type === 'on_chat_model_start' && streamed !== '') {
          process.stdout.write('\n');
          streamed = '';
        }
        showProgress(event);
      }
    },
    finish({ answer: text, status, handoff }: RunRecord): void {
      if (streamed !== '') process.stdout.write('\n');
      if (handoff) console.log(question(handoff));
      else if (status === 'cancelled') console.log(dim('Stopped.'));
      else if (text !== streamed) console.log(text);
    },
  };
}

function question({ question: text, choices }: HandoffRequest): string {
  return `${styleText('yellow', '?')} ${text}${choices ? ` (${choices.join(' / ')})` : ''}`;
}
