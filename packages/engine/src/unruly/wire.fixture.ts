// A reply as an OpenAI-compatible server puts it on the wire, whole or streamed, well or badly.
import type { ServerResponse } from 'node:http';

export interface WireCall {
  id?: unknown;
  name: string;
  /** JSON text, as it should be; a bad server sends other things. */
  arguments: unknown;
}

/** What a model has to say. */
export interface Said {
  text: string;
  calls: readonly WireCall[];
}

/** How it is sent, where that is not as it should be. */
export interface Manner {
  /** `null` sends none. */
  finish?: string | null;
  usage?: 'missing' | object;
  /** More fields of the message or of its first piece. */
  fields?: object;
  /** Content that is not text. */
  content?: unknown;
  /** Further choices, after or in place of the first. */
  choices?: unknown;
  done?: boolean;
  lineEnd?: string;
  beforeEach?: string;
  dataPrefix?: string;
  /** Packets of so many bytes, wherever they fall. */
  packetBytes?: number;
  /** Closes the connection, or sends an error, after so many events. */
  cutAfter?: number;
  errorAfter?: number;
  /** How the pieces of calls are numbered. */
  numbering?: 'all 0' | 'none';
}

/** A response, ready to be sent. */
export interface Wire {
  status: number;
  type: string;
  body: Buffer;
  packetBytes?: number;
  /** The connection breaks at the end. */
  isCut?: boolean;
}

export const raw = (body: string, type = 'application/json', status = 200): Wire => ({
  status,
  type,
  body: Buffer.from(body),
});

export const failure = (status: number, message: string): Wire =>
  raw(JSON.stringify({ error: { message, type: 'server_error', code: null } }), 'application/json', status);

const goodUsage = { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 };
const usageOf = ({ usage }: Manner) => (usage === 'missing' ? {} : { usage: usage ?? goodUsage });
const finishOf = ({ calls }: Said, { finish }: Manner) =>
  finish === undefined ? (calls.length > 0 ? 'tool_calls' : 'stop') : finish;

export function wireOf(said: Said, isStreamed: boolean, manner: Manner = {}): Wire {
  return isStreamed ? streamed(said, manner) : whole(said, manner);
}

function whole(said: Said, manner: Manner): Wire {
  const { text, calls } = said;
  const message = {
    role: 'assistant',
    content: manner.content === undefined ? text || null : manner.content,
    ...(calls.length > 0 && { tool_calls: calls.map((call) => wireCall(call)) }),
    ...manner.fields,
  };
  const first = { index: 0, message, finish_reason: finishOf(said, manner) };
  const body = JSON.stringify({
    object: 'chat.completion',
    choices: manner.choices ?? [first],
    ...usageOf(manner),
  });
  if (manner.errorAfter !== undefined) return failure(200, 'The engine is overloaded.');
  const isCut = manner.cutAfter !== undefined;
  return { ...raw(isCut ? body.slice(0, body.length / 2) : body), ...(isCut && { isCut }) };
}

const wireCall = ({ id, name, arguments: args }: WireCall) => ({
  ...(id !== undefined && { id }),
  type: 'function',
  function: { name, arguments: args },
});

function streamed(said: Said, manner: Manner): Wire {
  const { lineEnd = '\n', beforeEach = '', dataPrefix = 'data: ', cutAfter, errorAfter } = manner;
  const all = chunksOf(said, manner);
  const kept = all.slice(0, cutAfter ?? errorAfter ?? all.length);
  const data = kept.map((chunk) => JSON.stringify(chunk));
  if (errorAfter !== undefined)
    data.push(JSON.stringify({ error: { message: 'The engine is overloaded.' } }));
  const isWhole = cutAfter === undefined && errorAfter === undefined;
  if (isWhole && manner.done !== false) data.push('[DONE]');
  const events = data.map((item) => `${beforeEach}${dataPrefix}${item}${lineEnd}${lineEnd}`);
  return {
    ...raw(events.join(''), 'text/event-stream; charset=utf-8'),
    ...(manner.packetBytes !== undefined && { packetBytes: manner.packetBytes }),
    ...(cutAfter !== undefined && { isCut: true }),
  };
}

function chunksOf(said: Said, manner: Manner): object[] {
  if (manner.choices !== undefined && !Array.isArray(manner.choices)) return [{ choices: manner.choices }];
  const delta = (part: object, finish: string | null = null) => ({
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: part, finish_reason: finish }],
  });
  if (Array.isArray(manner.choices) && manner.choices.length === 0) return [{ choices: [] }];
  const pieces =
    manner.content === undefined
      ? piecesOf(said.text).map((content) => delta({ content }))
      : [delta({ content: manner.content })];
  return [
    delta({ role: 'assistant', content: manner.content === undefined ? '' : null, ...manner.fields }),
    ...pieces,
    ...said.calls.flatMap((call, index) =>
      callChunks(call, numberOf(index, manner)).map((part) => delta(part)),
    ),
    delta({}, finishOf(said, manner)),
    ...('usage' in usageOf(manner) ? [{ choices: [], ...usageOf(manner) }] : []),
  ];
}

const piecesOf = (text: string) =>
  (text.length > 2_000 ? text.match(/[\s\S]{1,2000}/g) : text.match(/\s*\S+|\s+$/g)) ?? [];

const numberOf = (index: number, { numbering }: Manner) => {
  if (numbering === 'none') return {};
  return { index: numbering === 'all 0' ? 0 : index };
};

function callChunks(call: WireCall, number: object): object[] {
  const { arguments: args } = call;
  const part = (fields: object) => ({ tool_calls: [{ ...number, ...fields }] });
  const head = { ...(call.id !== undefined && { id: call.id }), type: 'function' };
  if (typeof args !== 'string') return [part({ ...head, function: { name: call.name, arguments: args } })];
  const half = Math.ceil(args.length / 2);
  return [
    part({ ...head, function: { name: call.name, arguments: '' } }),
    part({ function: { arguments: args.slice(0, half) } }),
    part({ function: { arguments: args.slice(half) } }),
  ];
}

export async function send(
  response: ServerResponse,
  { status, type, body, packetBytes, isCut }: Wire,
): Promise<void> {
  response.writeHead(status, { 'content-type': type });
  const size = packetBytes ?? Math.max(1, body.length);
  for (let start = 0; start < body.length; start += size) {
    const { promise, resolve } = Promise.withResolvers<void>();
    response.write(body.subarray(start, start + size), () => resolve());
    await promise;
  }
  if (isCut) response.destroy();
  else response.end();
}
