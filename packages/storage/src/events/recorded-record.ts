// What came from outside, as it stands among the records of calls: model calls as lists, since all have the same fields.
import type { RecordedCall, RecordedEntry, RecordedStream } from '@cadence-agents/contracts';
import { packNumbers, type SmallNumbers, unpackNumbers } from './small-numbers.ts';

/** Has no id where records of calls have one, so that programs which know calls alone pass it by. */
export type StoredRecorded = ['', null, RecordedEntry | PackedCall];

type Reply = NonNullable<RecordedCall['reply']>;
type PackedUsage = [input: number, output: number, calls: number];
type PackedReply = [
  content: string,
  toolCalls: Reply['toolCalls'],
  usage: PackedUsage | Reply['usage'],
  finishReason: Reply['finishReason'],
  model: string,
  more?: Readonly<Record<string, unknown>>,
];
type PackedStream = [
  lengths: SmallNumbers<number>,
  waits: SmallNumbers<number>,
  more?: Omit<RecordedStream, 'lengths' | 'waits'>,
];
type PackedCall = [
  request: string,
  ms: number,
  reply: PackedReply | 0,
  pieces: PackedStream | 0,
  more?: Partial<RecordedCall>,
];

export const recordedText = (entry: RecordedEntry): string =>
  `["",null,${JSON.stringify(entry.type === 'model' ? packCall(entry) : entry)}]`;

export const recordedOf = ([, , entry]: StoredRecorded): RecordedEntry =>
  Array.isArray(entry) ? unpackCall(entry) : entry;

function packCall({ type: _, request, ms, reply, pieces, ...more }: RecordedCall): PackedCall {
  return [request, ms, reply ? packReply(reply) : 0, pieces ? packStream(pieces) : 0, ...some(more)];
}

function unpackCall([request, ms, reply, pieces, more]: PackedCall): RecordedCall {
  return {
    type: 'model',
    request,
    ms,
    ...(reply !== 0 && { reply: unpackReply(reply) }),
    ...(pieces !== 0 && { pieces: unpackStream(pieces) }),
    ...more,
  };
}

function packReply({ content, toolCalls, usage, finishReason, model, ...more }: Reply): PackedReply {
  return [content, toolCalls, packUsage(usage), finishReason, model, ...some(more)];
}

function unpackReply([content, toolCalls, usage, finishReason, model, more]: PackedReply): Reply {
  return { content, toolCalls, usage: unpackUsage(usage), finishReason, model, ...more };
}

function packUsage(usage: Reply['usage']): PackedUsage | Reply['usage'] {
  const { inputTokens, outputTokens, modelCalls, ...more } = usage;
  return Object.keys(more).length > 0 ? usage : [inputTokens, outputTokens, modelCalls];
}

function unpackUsage(usage: PackedUsage | Reply['usage']): Reply['usage'] {
  if (!Array.isArray(usage)) return usage;
  const [inputTokens, outputTokens, modelCalls] = usage;
  return { inputTokens, outputTokens, modelCalls };
}

const packStream = ({ lengths, waits, ...more }: RecordedStream): PackedStream => [
  packNumbers(lengths),
  packNumbers(waits),
  ...some(more),
];

const unpackStream = ([lengths, waits, more]: PackedStream): RecordedStream => ({
  lengths: unpackNumbers(lengths),
  waits: unpackNumbers(waits),
  ...more,
});

/** The rest, where there is some. */
function some<T extends object>(rest: T): [] | [T] {
  for (const _ in rest) return [rest];
  return [];
}
