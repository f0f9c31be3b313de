import type { RunEvent } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { RecordedOrder } from './recorded-order.ts';
import { ReplayLedger } from './replay-ledger.ts';

const about = { runId: 'run', time: '', node: 'tools' };
const asked = { tool: 'post', callId: 'call_0', input: {} };
const returned = { tool: 'post', callId: 'call_0', output: 'done', isError: false };

describe('the ledger of a replay', () => {
  it('has what was stored when the process ended, also of a model that gives all of its calls the same id', () => {
    const recorded: RunEvent[] = [
      { ...about, seq: 1, type: 'on_tool_start', data: asked },
      { ...about, seq: 2, type: 'on_tool_end', data: returned },
      { ...about, seq: 3, type: 'on_tool_start', data: asked },
    ];
    const order = new RecordedOrder(recorded);
    const ledger = new ReplayLedger(order);
    const call = (messageId: string) => ({
      callId: `${messageId}:call_0`,
      idempotencyKey: `run:${messageId}:call_0`,
      tool: 'post',
      fingerprint: 'post {}',
    });
    const start = (messageId: string) => {
      ledger.keep([{ call: call(messageId) }]);
      order.tell('tools', 'on_tool_start', asked);
    };
    const finish = (messageId: string) => {
      ledger.keep([{ call: call(messageId), result: { output: 'done', isError: false } }]);
      order.tell('tools', 'on_tool_end', returned);
    };
    const finished = { state: 'finished', output: 'done', isError: false };
    start('first');
    expect([...ledger.entries()]).toEqual([['first:call_0', { state: 'unknown' }]]);
    finish('first');
    expect([...ledger.entries()]).toEqual([['first:call_0', finished]]);
    start('second');
    finish('second');
    start('third');
    expect([...ledger.entries()]).toEqual([
      ['first:call_0', finished],
      ['second:call_0', { state: 'unknown' }],
    ]);
  });
});
