// The walk of one message: which files of ours run for it, in which order, and where it goes from package to package.
import { setTimeout } from 'node:timers/promises';
import { type Bench, progress } from '../bench.ts';
import { withDataFolder } from '../data-folder.ts';
import type { Figure } from '../figure.ts';
import { connectInspector, type Inspector } from '../inspected/inspector.ts';
import { packageOf } from '../inspected/own-file.ts';
import { endProgram, startProgram } from '../streams/started-program.ts';
import { calledFunctions } from './called-functions.ts';
import { type Call, traceCalls } from './trace-calls.ts';

const QUESTION = 'What is 15 * 23?';
const ANSWER = '345';

/** Plain data and pure functions, plugins, and the model: a message comes back from them the way it went. */
const isAside = (path: string) => /^(?:plugins|packages\/(?:contracts|workflow|offline-model))\//.test(path);

export const walk: Bench = () =>
  withDataFolder(async (folder) => {
    const program = new URL('../inspected/inspected-server.ts', import.meta.url);
    const server = await startProgram<{ url: string; inspector: string }>(program, [], {
      CADENCE_PORT: '0',
      CADENCE_DATA_DIR: folder,
      CADENCE_DEFAULT_MODEL: 'offline',
      CADENCE_LOG_LEVEL: 'warn',
      // In slow motion a turn takes minutes.
      CADENCE_LEASE_MS: '600000',
      CADENCE_RUN_TIMEOUT_MS: '600000',
      CADENCE_MODEL_TIMEOUT_MS: '600000',
    });
    try {
      return await walkOnce(server.first.url, await connectInspector(server.first.inspector));
    } finally {
      await endProgram(server);
    }
  });

async function walkOnce(url: string, inspector: Inspector): Promise<Figure[]> {
  progress('walk: a message to warm up, one under coverage, one in slow motion');
  await send(await newConversation(url));
  const second = await newConversation(url);
  const functions = await calledFunctions(inspector, () => send(second));
  const third = await newConversation(url);
  const calls = await traceCalls(inspector, functions, () => send(third));
  inspector.close();
  const files = new Set([...calls.map(({ file }) => file), ...functions.map(({ file }) => file)]);
  const entered = enteredFrom(calls);
  printWalk(files, entered);
  const doors = [...entered.keys()].filter((file) => !isAside(file));
  const pairs = [...entered].flatMap(([file, from]) => [...from].map((one) => `${one} ${packageOf(file)}`));
  return [
    { what: 'Files of ours that run for one message', value: String(files.size) },
    { what: 'Files that are called from another package', value: String(entered.size) },
    { what: '… leaving out contracts, workflow, plugins and the model', value: String(doors.length) },
    { what: 'Pairs of packages of which one calls the other', value: String(new Set(pairs).size) },
  ];
}

/** For each file that other packages call, those packages. */
function enteredFrom(calls: readonly Call[]): Map<string, Set<string>> {
  const entered = new Map<string, Set<string>>();
  for (const { file, callers } of calls) {
    // What is aside calls back on behalf of who called it.
    const caller = isAside(file) ? callers[0] : callers.find((path) => !isAside(path));
    if (caller === undefined || packageOf(caller) === packageOf(file)) continue;
    const from = entered.get(file) ?? new Set();
    entered.set(file, from.add(packageOf(caller)));
  }
  return entered;
}

function printWalk(files: ReadonlySet<string>, entered: ReadonlyMap<string, ReadonlySet<string>>): void {
  console.log(`\nThe walk of one message ("${QUESTION}", streamed), in the order of first calls`);
  for (const [index, file] of [...files].entries()) {
    const from = entered.has(file) ? `  ← ${[...(entered.get(file) ?? [])].join(', ')}` : '';
    console.log(`${String(index + 1).padStart(4)}  ${file}${from}`);
  }
}

const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };

/** A new conversation's address for messages. */
async function newConversation(url: string): Promise<string> {
  const body = JSON.stringify({});
  const response = await fetch(`${url}/api/v1/conversations`, { method: 'POST', headers, body });
  const { id }: { id: string } = JSON.parse(await response.text());
  return `${url}/api/v1/conversations/${id}/messages`;
}

/** How long after the last frame the server may tidy up. */
const AFTERWARDS_MS = 500;

async function send(messages: string): Promise<void> {
  const body = JSON.stringify({ message: QUESTION, workflowId: 'coordinator' });
  const events = await (await fetch(messages, { method: 'POST', headers, body })).text();
  const end = events.split('\n\n').find((frame) => frame.includes('event: on_run_end'));
  if (!end?.includes(ANSWER)) throw new Error(`The message was not answered: ${events.slice(-1_000)}`);
  await setTimeout(AFTERWARDS_MS);
}
