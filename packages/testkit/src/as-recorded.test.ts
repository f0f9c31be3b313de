import type { StreamedEvent } from '@cadence-agents/contracts';
import { expect, it } from 'vitest';
import { asRecorded } from './as-recorded.ts';

const about = { runId: 'r', node: 'n', type: 'on_chat_model_stream' } as const;
const live = (offset: number, chunk: string): StreamedEvent => ({
  ...about,
  data: { chunk, messageId: 'm', offset },
});
const block = (seq: number, offset: number, chunk: string) => ({
  ...about,
  ...{ seq, time: '', data: { chunk, messageId: 'm', offset } },
});

it('puts text that came live into the block that it was stored in', () => {
  expect(asRecorded([live(0, 'ab'), live(2, 'c'), block(1, 2, ''), live(3, 'd'), block(2, 4, 'e')])).toEqual([
    block(1, 0, 'ab'),
    block(2, 2, 'cde'),
  ]);
});

it('notices text that is missing or was given twice', () => {
  expect(() => asRecorded([live(0, 'ab'), live(3, 'c')])).toThrow('Text at 3 follows 2');
  expect(() => asRecorded([live(0, 'ab'), block(1, 0, 'ab')])).toThrow('Text at 0 follows 2');
});
