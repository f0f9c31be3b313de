import type { LangGraphStreamMode, LiveText, RunEvent, RunRecord } from '@cadence-agents/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FramePlace, lastSeen, placeOf } from './frame-place.ts';
import { createRunFrames } from './run-frames.ts';

const run = { id: 'run', conversationId: 'thread', metadata: {} } as RunRecord;
const modes: ReadonlySet<LangGraphStreamMode> = new Set(['messages', 'messages-tuple', 'events']);
const messageId = 'message';
const event = (seq: number, type: RunEvent['type'], data: object): RunEvent =>
  ({ seq, runId: run.id, time: '2026-01-01T00:00:00.000Z', node: 'agent', type, data }) as RunEvent;
const begun = event(1, 'on_message_start', { messageId, role: 'assistant' });

interface ShownFrame {
  id: string;
  kind: string;
  text: string;
}

/** The frames of what a reader is told that has seen those up to a place. */
async function framesOf(told: readonly (RunEvent | LiveText)[], after: FramePlace): Promise<ShownFrame[]> {
  const nothing = async () => undefined;
  const frames = createRunFrames({
    run,
    modes,
    after,
    step: nothing,
    input: nothing,
    failure: async () => null,
  });
  const out: string[] = [];
  for (const each of told) out.push(await frames.of(each));
  return out.join('').split('\n\n').filter(Boolean).flatMap(shownFrame);
}

function shownFrame(frame: string): ShownFrame[] {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1] ?? '';
  const kind = field('event');
  const data = JSON.parse(field('data'));
  if (kind === 'messages/partial') return [{ id: field('id'), kind, text: data[0].content }];
  if (kind === 'messages') return [{ id: field('id'), kind, text: data[0].content }];
  if (kind !== 'events' || data.event !== 'on_chat_model_stream') return [];
  return [{ id: field('id'), kind, text: data.data.chunk.content }];
}

const placeIn = (id: string) => lastSeen({ headers: { 'last-event-id': id } } as never) ?? placeOf(0, 'end');
/** What a reader has of text that grows. */
const grownIn = (frames: readonly ShownFrame[]) =>
  frames.findLast(({ kind }) => kind === 'messages/partial')?.text;
const textIn = (frames: readonly ShownFrame[], of: string) =>
  frames.map(({ kind, text }) => (kind === of ? text : '')).join('');

describe('text that is shown before it is stored', () => {
  it('is told once to a reader that comes back after any frame, and again, wherever its blocks end', async () => {
    const cuts = fc.array(
      fc.record({ length: fc.integer({ min: 1, max: 5 }), behind: fc.boolean(), lost: fc.boolean() }),
      {
        minLength: 1,
        maxLength: 8,
      },
    );
    await fc.assert(
      fc.asyncProperty(cuts, fc.array(fc.nat(20), { maxLength: 3 }), async (blocks, breaks) => {
        const text = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
        const stored: RunEvent[] = [begun];
        const live: (RunEvent | LiveText)[] = [begun];
        let [end, shown] = [0, 0];
        const show = (to: number) => {
          const after = live.findLast((each): each is RunEvent => 'seq' in each)?.seq ?? 0;
          const piece = text.slice(shown, to);
          if (piece)
            live.push({
              type: 'text',
              runId: run.id,
              after,
              node: 'agent',
              messageId,
              offset: shown,
              text: piece,
            });
          shown = Math.max(shown, to);
        };
        for (const [index, { length, behind, lost }] of blocks.entries()) {
          const offset = end;
          end += length;
          // What comes live may be ahead of the block that is stored, or behind it.
          if (!lost) show(behind ? end - 1 : end + 2);
          const data = { chunk: text.slice(offset, end), messageId, offset };
          stored.push(event(index + 2, 'on_chat_model_stream', data));
          const from = Math.min(Math.max(shown, offset), end);
          live.push(
            event(index + 2, 'on_chat_model_stream', { ...data, chunk: text.slice(from, end), offset: from }),
          );
          shown = Math.max(shown, end);
        }
        const rest = event(blocks.length + 2, 'on_chat_model_stream', {
          ...{ chunk: text.slice(end, end + 3), messageId, offset: end },
        });
        const from = Math.min(Math.max(shown, end), end + 3);
        stored.push(rest);
        live.push({
          ...rest,
          data: { chunk: text.slice(from, end + 3), messageId, offset: from },
        } as RunEvent);
        const whole = await framesOf(live, placeOf(0, 'end'));
        const all = text.slice(0, end + 3);
        expect(textIn(whole, 'messages')).toBe(all);
        expect(textIn(whole, 'events')).toBe(all);
        for (const [index, { id }] of whole.entries()) {
          const told = whole.slice(0, index + 1);
          const rest = () => framesOf(stored, placeIn(told.at(-1)?.id ?? ''));
          for (const after of breaks) told.push(...(await rest()).slice(0, after));
          told.push(...(await rest()));
          expect({ id, text: textIn(told, 'messages') }).toEqual({ id, text: all });
          expect({ id, text: textIn(told, 'events') }).toEqual({ id, text: all });
          expect({ id, text: grownIn(told) }).toEqual({ id, text: all });
        }
      }),
    );
  });
});
