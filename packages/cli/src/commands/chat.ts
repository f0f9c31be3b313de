import { createInterface } from 'node:readline/promises';
import { styleText } from 'node:util';
import type { RunEvent } from '@cadence/contracts';
import { type Handoff, resumeTurn, runTurn, type TurnResult, type Workflow } from '@cadence/engine';
import { openCadence } from '@cadence/server';
import { readSettings } from '@cadence/server/settings';
import { checkedTone } from '../checked-tone.ts';
import { showProgress } from '../progress.ts';

interface ChatOptions {
  workflow: string;
  tone?: string;
}

export async function chat(options: ChatOptions): Promise<void> {
  const tone = checkedTone(options.tone);
  const read = await readSettings();
  const workflow = await openCadence(read).workflow(options.workflow);
  greet(workflow, read.settings.defaultModel);

  const terminal = createInterface({
    input: process.stdin,
    output: process.stdout,
    terminal: process.stdin.isTTY,
  });
  let running: AbortController | undefined;
  terminal.on('SIGINT', () => (running ? running.abort() : terminal.close()));
  terminal.setPrompt(process.stdin.isTTY ? styleText('bold', 'you › ') : '');
  let open = true;
  terminal.once('close', () => {
    open = false;
  });
  terminal.prompt();

  let last: TurnResult | undefined;
  for await (const line of terminal) {
    if (line.trim() !== '') {
      running = new AbortController();
      last = await answer(workflow, line, last, { tone, signal: running.signal });
      running = undefined;
    }
    if (open) terminal.prompt();
  }
}

function greet({ definition }: Workflow, model: string): void {
  console.log(`${styleText('bold', definition.name)} with the model ${model}. Ctrl-D ends the chat.`);
  if (model !== 'offline') return;
  console.log(styleText('dim', 'The offline model only matches words to tools. Try: What is 15 * 23?'));
  console.log(
    styleText('dim', 'For a real one set CADENCE_DEFAULT_MODEL (as openai:gpt-5-mini) and its key.'),
  );
}

/** One turn, or the rest of the one that waits for this line. */
async function answer(
  workflow: Workflow,
  line: string,
  last: TurnResult | undefined,
  options: { tone: string; signal: AbortSignal },
): Promise<TurnResult | undefined> {
  const printer = streamPrinter();
  const run = { signal: options.signal, onEvent: printer.show };
  try {
    const result = last?.handoff
      ? await resumeTurn(workflow, last.state, { handoffId: last.handoff.id, text: line }, run)
      : await runTurn(workflow, { message: line, tone: options.tone, history: last?.messages ?? [], ...run });
    printer.finish(result);
    return result;
  } catch (error) {
    console.log(error instanceof Error ? error.message : String(error));
    return last;
  }
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
    finish({ answer: text, status, handoff }: TurnResult): void {
      if (streamed !== '') process.stdout.write('\n');
      if (handoff) console.log(question(handoff));
      else if (status === 'cancelled') console.log(styleText('dim', 'Stopped.'));
      else if (text !== streamed) console.log(text);
    },
  };
}

function question({ question: text, choices }: Handoff): string {
  return `${styleText('yellow', '?')} ${text}${choices ? ` (${choices.join(' / ')})` : ''}`;
}
