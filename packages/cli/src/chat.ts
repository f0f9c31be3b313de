import { randomUUID } from 'node:crypto';
import { clearScreenDown, cursorTo, moveCursor } from 'node:readline';
import { createInterface } from 'node:readline/promises';
import { styleText } from 'node:util';
import { CadenceError, type HandoffRequest, type RunRecord } from '@cadence-agents/contracts';
import type { Followed } from '@cadence-agents/engine';
import type { StartedRun } from '@cadence-agents/server/app';
import type { Command } from 'commander';
import { cancelRun, followToEnd, shown, showProgress } from './follow-run.ts';
import { type LocalCadence, withCadence } from './local-cadence.ts';
import { checkedTone } from './options.ts';
import { bold, dim, say } from './output.ts';

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
  let running: string | undefined;
  let open = true;
  terminal.on('SIGINT', () => (running ? cancelRun(talk.local, running) : terminal.close()));
  terminal.once('close', () => {
    open = false;
  });
  terminal.setPrompt(isTTY ? bold('you › ') : '');
  terminal.prompt();
  for await (const line of terminal) {
    const typed = line.trim();
    if (typed === '/exit' || typed === '/quit') break;
    if (typed === '/help') console.log(help);
    else if (/^\/[a-z]+$/.test(typed)) console.log(`There is no ${typed} here.\n${help}`);
    else if (typed !== '') {
      try {
        const { run, afterSeq } = await begin(talk, line);
        running = run.id;
        await finish(talk, run, afterSeq);
      } catch (error) {
        const { message, hint } = CadenceError.from(error);
        say([message, hint].filter(Boolean).join('\n'));
      }
      running = undefined;
    }
    if (open) terminal.prompt();
  }
  terminal.close();
}

const help = dim(`/exit  end the chat; so does Ctrl-D
Ctrl-C while an answer comes stops it. Everything else is sent.`);

function greet(workflow: string, model: string): void {
  console.log(`${bold('Cadence')}: ${workflow}, with the model ${model}. /help says what can be typed.`);
  if (model !== 'offline') return;
  console.log(dim('The offline model only matches words to tools. Try: What is 15 * 23?'));
  say(dim('For a real one: cadence setup'));
}

/** A new run, or the one that waits for this line. */
async function begin({ local, ...talk }: Talk, line: string): Promise<StartedRun> {
  const { answerWaiting, localPrincipal, sendMessage, waitingRun } = await import(
    '@cadence-agents/server/app'
  );
  const waiting = await waitingRun(local, localPrincipal, talk.conversationId);
  if (waiting) return answerWaiting(local, localPrincipal, waiting, { text: line });
  return { run: await sendMessage(local, localPrincipal, { ...talk, message: line }), afterSeq: 0 };
}

async function finish({ local }: Talk, run: RunRecord, afterSeq: number): Promise<void> {
  const printer = streamPrinter();
  const ended = await followToEnd(local, run, { afterSeq, show: printer.show });
  await printer.finish(ended);
}

function streamPrinter() {
  let streamed = '';
  /** Whether the streamed text is the last that was printed. */
  let last = false;
  return {
    show(told: Followed): void {
      if (told.type === 'text' || told.type === 'on_chat_model_stream') {
        const piece = told.type === 'text' ? told.text : told.data.chunk;
        streamed += piece;
        last = true;
        process.stdout.write(piece);
        return;
      }
      if (told.type === 'on_chat_model_start' && streamed !== '') {
        process.stdout.write('\n');
        streamed = '';
      }
      if (showProgress(told)) last = false;
    },
    async finish({ answer: text, status, handoff }: RunRecord): Promise<void> {
      if (streamed !== '') process.stdout.write('\n');
      if (handoff) console.log(question(handoff));
      else if (status === 'cancelled') console.log(dim('Stopped.'));
      else if (text !== streamed) console.log(await shown(text));
      else if (last) await showAgain(streamed);
    },
  };
}

const wide =
  /\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u;
const characters = new Intl.Segmenter();

/** How many columns a line takes. */
function widthOf(line: string): number {
  let width = 0;
  for (const { segment } of characters.segment(line)) width += wide.test(segment) ? 2 : 1;
  return width;
}

/** Puts an answer that was printed as it came in the form of a terminal, while all of it is on the screen. */
async function showAgain(streamed: string): Promise<void> {
  const { columns = 0, rows = 0 } = process.stdout;
  const formed = await shown(streamed);
  if (formed === streamed || columns === 0) return;
  const height = streamed
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / columns)), 0);
  if (height >= rows) return;
  moveCursor(process.stdout, 0, -height);
  cursorTo(process.stdout, 0);
  clearScreenDown(process.stdout);
  console.log(formed);
}

function question({ question: text, choices }: HandoffRequest): string {
  return `${styleText('yellow', '?')} ${text}${choices ? ` (${choices.join(' / ')})` : ''}`;
}
