import type { RunEvent, RunEventData, RunEventType } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { UsageTally } from './usage-tally.ts';

let seq = 0;
function event<T extends RunEventType>(ms: number, node: string | null, type: T, data: RunEventData<T>) {
  return { seq: ++seq, runId: 'r', time: new Date(ms).toISOString(), node, type, data } as RunEvent;
}
const start = (ms: number, node: string) => event(ms, node, 'on_node_start', { nodeType: 'AGENT', step: 1 });
const end = (ms: number, node: string) => event(ms, node, 'on_node_end', { label: null });
const failed = (ms: number, node: string) => event(ms, node, 'on_error', { code: 'X', message: '' });
const replied = (ms: number, node: string, model: string, inputTokens: number) =>
  event(ms, node, 'on_chat_model_end', {
    model,
    usage: { inputTokens, outputTokens: 1, modelCalls: 1 },
    finishReason: 'stop',
  });

function totalOf(...events: RunEvent[]) {
  const tally = new UsageTally();
  for (const each of events) tally.add(each);
  return tally.total((node) => (node === 'writer' ? 'a1' : null));
}

describe('UsageTally', () => {
  it('adds up tokens by node and model, and the time in each node', () => {
    const total = totalOf(
      event(0, null, 'on_run_start', { workflowId: 'w', input: '', tone: 'natural' }),
      start(10, 'writer'),
      replied(25, 'writer', 'm1', 5),
      event(30, 'writer', 'on_chat_model_stream', { chunk: 'x' }),
      end(40, 'writer'),
      start(100, 'tools'),
      end(150, 'tools'),
      start(150, 'writer'),
      replied(155, 'writer', 'm2', 7),
      end(160, 'writer'),
      start(160, 'writer'),
      replied(161, 'writer', 'm1', 1),
      end(165, 'writer'),
    );
    const shared = { node: 'writer', agentId: 'a1', failures: 0 };
    expect(total).toEqual({
      ms: 95,
      nodes: [
        { ...shared, model: 'm1', ms: 45, inputTokens: 6, outputTokens: 2, modelCalls: 2 },
        { ...shared, model: 'm2', ms: 0, inputTokens: 7, outputTokens: 1, modelCalls: 1 },
      ],
    });
  });

  it('does not count the wait for a person', () => {
    const asked = event(7, 'desk', 'on_interrupt', { handoffId: 'h', question: '?' });
    const total = totalOf(
      start(0, 'desk'),
      end(5, 'desk'),
      asked,
      start(100_000, 'desk'),
      end(100_003, 'desk'),
    );
    expect(total).toEqual({ ms: 10, nodes: [] });
  });

  it('counts failures, and the time of a node that failed', () => {
    expect(totalOf(start(0, 'writer'), failed(8, 'writer'))).toMatchObject({
      ms: 8,
      nodes: [{ node: 'writer', model: null, failures: 1, ms: 8 }],
    });
  });
});
