// Runs in the process of one plugin: loads it and answers calls until Cadence kills it, or exits.
import { Socket } from 'node:net';
import { CadenceError, type JsonValue, type Tool } from '@cadence-agents/contracts';
import { z } from 'zod';
import { redact } from '../../masking/redact.ts';
import { MESSAGES_PER_CALL } from '../../tools/plugin-event.ts';
import { toolResultParts } from '../../tools/result-parts.ts';
import { resultText } from '../../tools/result-text.ts';
import { inspectModule } from '../inspect/inspect-module.ts';
import { type CarriedReply, type CarriedRequest, describeRequest, rebuildResponse } from './carried-fetch.ts';
import { describePlugin } from './plugin-description.ts';
import {
  describeError,
  type FromChild,
  LONGEST_LINE,
  readLines,
  rebuiltError,
  type ToChild,
} from './wire-messages.ts';

const pipe = new Socket({ fd: 3, readable: true, writable: true });
const tools = new Map<string, Tool>();
const running = new Map<number, AbortController>();
const fetching = new Map<number, PromiseWithResolvers<CarriedReply>>();
const config = Promise.withResolvers<JsonValue | undefined>();
let lastRequest = 0;
const endProcess = process.exit.bind(process);

// Escaped quotes and the like can double the length.
const LONGEST_RESULT = LONGEST_LINE / 4;

const send = (message: FromChild) => void pipe.write(`${JSON.stringify(message)}\n`);

async function load({ target, asksPlugin }: Extract<ToChild, { type: 'load' }>): Promise<void> {
  const inspected = await inspectModule(target, {
    asksPlugin,
    configOf(slug) {
      send({ type: 'wants-config', slug });
      return config.promise;
    },
    onPhase: (phase) => send({ type: 'phase', phase }),
  });
  for (const tool of inspected.agent?.tools ?? []) tools.set(tool.name, tool);
  send({ type: 'loaded', plugin: describePlugin(inspected) });
}

async function call({ id, tool: name, args, context }: Extract<ToChild, { type: 'call' }>): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  const tool = tools.get(name);
  try {
    if (!tool) throw new CadenceError('TOOL_NOT_FOUND', `There is no tool "${name}".`);
    const say = boundedSend();
    const result = await tool.run(checked(tool, args), {
      ...context,
      signal: controller.signal,
      fetch: async (url, init) => {
        controller.signal.throwIfAborted();
        return carriedFetch(id, await describeRequest(url, init), say);
      },
      log: (message, fields) => say({ type: 'log', id, message: String(message), ...(fields && { fields }) }),
      emit: (data) => say({ type: 'emit', id, data }),
    });
    const { text, files = [] } = toolResultParts(result) ?? { text: result };
    refuseLarge(files);
    send({ type: 'result', id, output: output(tool, text), ...(files.length > 0 && { files }) });
  } catch (error) {
    send({ type: 'error', id, error: redactedError(tool, error) });
  } finally {
    running.delete(id);
  }
}

/** Has Cadence send the request, which looks at where it goes. */
async function carriedFetch(id: number, sent: CarriedRequest, say: typeof send): Promise<Response> {
  const request = ++lastRequest;
  const answer = Promise.withResolvers<CarriedReply>();
  fetching.set(request, answer);
  try {
    say({ type: 'fetch', id, request, sent });
    return rebuildResponse(await answer.promise);
  } finally {
    fetching.delete(request);
  }
}

function takeReply({ request, reply }: Extract<ToChild, { type: 'fetched' }>): void {
  const answer = fetching.get(request);
  if ('error' in reply) answer?.reject(rebuiltError(reply.error));
  else answer?.resolve(reply);
}

/** Stops a tool that sends too many messages here, before they pile up in front of the pipe. */
function boundedSend(): typeof send {
  let said = 0;
  return (message) => {
    if (++said > MESSAGES_PER_CALL)
      throw new CadenceError('PLUGIN_FAILED', 'It sent far more messages than a call may.');
    send(message);
  };
}

function checked(tool: Tool, args: unknown): unknown {
  const parsed = tool.input.safeParse(args);
  if (parsed.success) return parsed.data;
  throw new CadenceError(
    'INPUT_INVALID',
    `The arguments of "${tool.name}" do not fit:\n${z.prettifyError(parsed.error)}`,
  );
}

function refuseLarge(files: readonly { base64: string }[]): void {
  const length = files.reduce((sum, { base64 }) => sum + base64.length, 0);
  if (length > LONGEST_LINE / 2) throw tooLarge();
}

const tooLarge = () => new CadenceError('VALUE_NOT_STORABLE', 'It returned more than can be handed over.');

function output(tool: Tool, result: unknown): string {
  const text = redact(resultText(result), tool.redact);
  if (text.length <= LONGEST_RESULT) return resultText(text);
  throw tooLarge();
}

function redactedError(tool: Tool | undefined, error: unknown) {
  const described = describeError(error);
  try {
    return { ...described, message: redact(described.message, tool?.redact) };
  } catch {
    return { name: 'Error', message: 'The failure could not be masked.' };
  }
}

function take(message: ToChild): void {
  if (message.type === 'load') load(message).catch(die);
  else if (message.type === 'call') call(message).catch(die);
  else if (message.type === 'fetched') takeReply(message);
  else if (message.type === 'config') config.resolve(message.entered);
  else if (message.type === 'ping') send({ type: 'pong' });
  else {
    send({ type: 'aborting', id: message.id });
    running.get(message.id)?.abort(new CadenceError('RUN_CANCELLED', 'The call was stopped.'));
  }
}

function die(error: unknown): void {
  pipe.end(`${JSON.stringify({ type: 'dying', error: describeError(error) })}\n`, () => endProcess(1));
}

// A plugin needs none of these, and without namespaces they reach the process of Cadence.
for (const name of ['kill', '_kill', '_debugProcess', '_debugEnd', '_startProfilerIdleNotifier'])
  Reflect.deleteProperty(process, name);
Object.defineProperty(process, 'ppid', { value: 0 });

// Set by the shell that may have started this process.
for (const name of ['PWD', 'OLDPWD', 'SHLVL', '_']) Reflect.deleteProperty(process.env, name);

process.on('uncaughtException', die);
pipe.on('close', () => endProcess(0)).on('error', () => endProcess(0));
readLines(
  pipe,
  (line) => take(JSON.parse(line)),
  () => endProcess(1),
);
