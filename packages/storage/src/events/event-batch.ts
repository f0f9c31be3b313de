// A batch of events as one compact text: what is streamed token by token shares its fields, times are offsets.
import type { JsonValue, RecordedEntry, RunEvent, RunEventData } from '@cadence-agents/contracts';
import { decodeStrict, encodeStrict } from '@cadence-agents/contracts';
import type { KnownRecord, StoredCall } from './call-record.ts';
import { codeOf, typeOf } from './event-type-code.ts';
import { OffsetClock, type StoredTime } from './offset-clock.ts';
import { packData, type Recall, unpackData } from './packed-data.ts';
import { recordedOf, type StoredRecorded } from './recorded-record.ts';
import { packNumbers, type SmallNumbers, unpackNumbers } from './small-numbers.ts';

/** Position in the batch's list of nodes; -1 for none. */
type NodeIndex = number;
/** Pieces of text in a row: the node, the whole text, the pieces' lengths, their times. */
type StreamEntry = [NodeIndex, string, SmallNumbers<number>, SmallNumbers<StoredTime>];
/** A list in place of the data is packed. */
type PlainEntry = [code: string, NodeIndex, StoredTime, RunEvent['data'] | JsonValue[]];
type CallsEntry = ['calls', ...records: (StoredCall | StoredRecorded)[]];
type Body = [nodes: string[], ...entries: (StreamEntry | PlainEntry | CallsEntry)[]];

export function encodeEvents(events: readonly RunEvent[]): string {
  const nodes: string[] = [];
  const clock = new OffsetClock();
  const entries: string[] = [];
  for (let index = 0; index < events.length; ) {
    const pieces = streamedFrom(events, index);
    const event = events[index];
    if (pieces.length > 0) entries.push(encodeStream(pieces, nodes, clock));
    else if (event) entries.push(encodePlain(event, index, nodes, clock));
    index += Math.max(1, pieces.length);
  }
  return `[${[encodeStrict(nodes, 'events.node'), ...entries].join(',')}]`;
}

export function decodeEvents(runId: string, firstSeq: number, body: string): RunEvent[] {
  const [nodes, ...entries] = decodeStrict<Body>(body);
  const clock = new OffsetClock();
  const events: RunEvent[] = [];
  const add = (node: NodeIndex, time: StoredTime, type: string, data: object) => {
    const seq = firstSeq + events.length;
    // The type and its data were stored together.
    events.push({ seq, runId, time: clock.restore(time), node: nodes[node] ?? null, type, data } as RunEvent);
  };
  for (const entry of entries) {
    if (isCalls(entry)) continue;
    if (!isStream(entry)) {
      const [code, node, time] = entry;
      add(node, time, typeOf(code), dataOf(entry, nodes));
      continue;
    }
    const [node, text, lengths] = entry;
    const times = unpackNumbers(entry[3]);
    let start = 0;
    for (const [index, length] of unpackNumbers(lengths).entries()) {
      add(node, times[index] ?? 0, 'on_chat_model_stream', { chunk: text.slice(start, start + length) });
      start += length;
    }
  }
  return events;
}

function dataOf([code, , , data]: PlainEntry, nodes: readonly string[]): object {
  if (!Array.isArray(data)) return data;
  const recall: Recall = (index) => (typeof index === 'number' ? (nodes[index] ?? null) : null);
  return unpackData(typeOf(code), data, recall);
}

/** The batch with records of tool calls in it, each of them JSON. */
export function withCalls(body: string, records: readonly string[]): string {
  return records.length === 0 ? body : `${body.slice(0, -1)},["calls",${records.join(',')}]]`;
}

export function callsIn(body: string): KnownRecord[] {
  const [, ...entries] = decodeStrict<Body>(body);
  const events = decodeEvents('', 1, body);
  const toldAt = (index: number) => {
    const event = events[index];
    return event?.type === 'on_tool_end' ? event.data : { output: '', files: undefined };
  };
  return entries.filter(isCalls).flatMap(([, ...records]) =>
    records.filter(isCall).map(([id, fingerprint, result, isError = 0, kept]): KnownRecord => {
      if (result === undefined) return [id, fingerprint];
      const { output, files } = typeof result === 'number' ? toldAt(result) : { output: result, files: kept };
      return [id, fingerprint, output, isError, files];
    }),
  );
}

/** The tools that were called, by what the batch tells. */
export function toolsIn(body: string): string[] {
  if (!body.includes(toolEntry)) return [];
  const [nodes, ...entries] = decodeStrict<Body>(body);
  return entries.flatMap((entry) => {
    if (isCalls(entry) || isStream(entry) || entry[0] !== toolEnd) return [];
    const { tool } = dataOf(entry, nodes) as RunEventData<'on_tool_end'>;
    return [tool];
  });
}
const toolEnd = codeOf('on_tool_end');
const toolEntry = `["${toolEnd}",`;
/** The condition that a batch may tell of a tool, as far as that is to be seen without unpacking it. */
export const mayHaveTools = `(body IS NULL OR body LIKE '%${toolEntry}%')`;

interface Piece {
  chunk: string;
  time: string;
  node: string | null;
}

/** The streamed pieces of one node that stand together from `index` on. */
function streamedFrom(events: readonly RunEvent[], index: number): Piece[] {
  const pieces: Piece[] = [];
  for (let at = index; at < events.length; at++) {
    const event = events[at];
    if (event?.type !== 'on_chat_model_stream' || (pieces[0] && pieces[0].node !== event.node)) break;
    const { chunk } = event.data;
    if (typeof chunk !== 'string' || Object.keys(event.data).length !== 1) break;
    pieces.push({ chunk, time: event.time, node: event.node });
  }
  return pieces;
}

// Plain `JSON.stringify`, because a piece may end in the middle of a surrogate pair, which it keeps as an escape.
function encodeStream(pieces: readonly Piece[], nodes: string[], clock: OffsetClock): string {
  const entry: StreamEntry = [
    nodeIndex(pieces[0]?.node ?? null, nodes),
    pieces.map((piece) => piece.chunk).join(''),
    packNumbers(pieces.map((piece) => piece.chunk.length)),
    packNumbers(pieces.map((piece) => clock.offset(piece.time))),
  ];
  return JSON.stringify(entry);
}

function encodePlain(event: RunEvent, index: number, nodes: string[], clock: OffsetClock): string {
  const packed = packData(event, (text) => nodeIndex(text, nodes));
  const data =
    (packed && packedText(packed)) ??
    encodeStrict(packed ?? event.data, `events[${index}].data`, { optionalFields: true });
  const time = JSON.stringify(clock.offset(event.time));
  return `["${codeOf(event.type)}",${nodeIndex(event.node, nodes)},${time},${data}]`;
}

/** The JSON of a packed list, unless there is something odd in it. Most events are such lists, and most are sound. */
function packedText(packed: readonly JsonValue[]): string | undefined {
  if (!packed.every(isSound)) return undefined;
  const text = JSON.stringify(packed);
  return text.includes('\\ud') ? undefined : text;
}

function isSound(value: JsonValue): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  return value === null || typeof value === 'string' || (Array.isArray(value) && value.every(isSound));
}

export function recordedIn(body: string): RecordedEntry[] {
  const [, ...entries] = decodeStrict<Body>(body);
  return entries
    .filter(isCalls)
    .flatMap(([, ...records]) => records.flatMap((record) => (isCall(record) ? [] : [recordedOf(record)])));
}

const isCall = (record: StoredCall | StoredRecorded): record is StoredCall => record[0] !== '';

function isCalls(entry: Body[1]): entry is CallsEntry {
  return entry?.[0] === 'calls';
}

function isStream(entry: StreamEntry | PlainEntry): entry is StreamEntry {
  return typeof entry[0] === 'number';
}

function nodeIndex(node: string | null, nodes: string[]): NodeIndex {
  if (node === null) return -1;
  const known = nodes.indexOf(node);
  return known >= 0 ? known : nodes.push(node) - 1;
}
