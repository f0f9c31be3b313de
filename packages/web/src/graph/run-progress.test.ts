import type { RunEvent } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { noProgress, type RunProgress, reduceRunProgress, routeKey } from './run-progress.ts';

type Told = {
  [T in RunEvent['type']]: Pick<Extract<RunEvent, { type: T }>, 'type' | 'node' | 'data'>;
}[RunEvent['type']];

const numbered = (told: readonly Told[]): RunEvent[] =>
  told.map((event, i) => ({ ...event, seq: i + 1, runId: 'r', time: '2026-01-01T00:00:00Z' }));
const after = (told: readonly Told[], from: RunProgress = noProgress) =>
  numbered(told).reduce(reduceRunProgress, from);

const counters = { steps: 2, agentHops: 1, toolHops: 0, sameAgentRoutes: 1, tokens: 30 };
const usage = { inputTokens: 20, outputTokens: 10, modelCalls: 1 };
const start: Told = {
  type: 'on_run_start',
  node: null,
  data: { workflowId: 'w', input: 'hi', tone: 'natural' },
};
const visit = (node: string): Told => ({ type: 'on_node_start', node, data: { nodeType: 'AGENT', step: 1 } });
const leave = (node: string): Told => ({ type: 'on_node_end', node, data: { label: null } });
const route = (from: string, to: string | null): Told => ({
  type: 'on_route',
  node: from,
  data: { from, to, label: null, rule: 'always', candidates: [], counters },
});
const end: Told = { type: 'on_run_end', node: null, data: { status: 'completed', answer: 'ok', usage } };

describe('reduceRunProgress', () => {
  it('follows a run through its nodes', () => {
    const midway = after([start, visit('a'), route('a', 'b'), leave('a'), visit('b')]);
    expect(midway).toMatchObject({ status: 'running', activeNode: 'b', visits: { a: 1, b: 1 }, counters });
    expect(midway.taken[routeKey('a', 'b')]).toEqual({ from: 'a', to: 'b', times: 1, labels: [null], at: 1 });
  });

  it('counts a way taken again, and knows which was the last', () => {
    const { taken } = after([start, route('a', 'b'), route('b', 'a'), route('a', 'b')]);
    expect(taken[routeKey('a', 'b')]).toMatchObject({ times: 2, at: 3 });
    expect(taken[routeKey('b', 'a')]).toMatchObject({ times: 1, at: 2 });
  });

  it('knows by which labels a way was taken', () => {
    const by = (label: string): Told => ({
      type: 'on_route',
      node: 'a',
      data: { from: 'a', to: 'b', label, rule: 'label', candidates: [], counters },
    });
    expect(after([start, by('x'), by('y'), by('x')]).taken[routeKey('a', 'b')]?.labels).toEqual(['x', 'y']);
  });

  it('ends with nothing at work', () => {
    const done = after([start, visit('a'), route('a', null), end]);
    expect(done).toMatchObject({ status: 'completed', activeNode: null, usage });
    expect(done.taken[routeKey('a', null)]?.to).toBeNull();
  });

  it('goes on counting after an answer', () => {
    const asks: Told = {
      type: 'on_interrupt',
      node: 'b',
      data: { handoffId: 'h', question: 'Well?' },
    };
    const waiting = after([start, visit('a'), route('a', 'b'), visit('b'), asks]);
    expect(waiting.counters).toEqual(counters);
    const events = [start, visit('a'), route('a', 'b'), visit('b'), asks, start, visit('b'), route('b', 'c')];
    expect(after(events).counters).toMatchObject({ steps: 4, agentHops: 2, tokens: 60 });
  });

  it('knows where it was stopped, and forgets it when it goes on', () => {
    const cut: Told = { type: 'on_run_end', node: null, data: { status: 'cancelled', answer: '', usage } };
    expect(after([start, visit('a'), leave('a'), visit('b'), cut])).toMatchObject({
      activeNode: null,
      stoppedNode: 'b',
    });
    expect(after([start, visit('a'), leave('a'), visit('b'), cut, start]).stoppedNode).toBeNull();
  });

  it('adds up what model calls used', () => {
    const call: Told = {
      type: 'on_chat_model_end',
      node: 'a',
      data: { model: 'm', usage, finishReason: 'stop' },
    };
    expect(after([start, call, call]).usage).toEqual({ inputTokens: 40, outputTokens: 20, modelCalls: 2 });
  });

  it('knows which tools are at work', () => {
    const begin = (callId: string): Told => ({
      type: 'on_tool_start',
      node: 't',
      data: { tool: 'sum', callId, input: {} },
    });
    const finish: Told = {
      type: 'on_tool_end',
      node: 't',
      data: { tool: 'sum', callId: '1', output: '', isError: false },
    };
    expect(after([start, begin('1'), begin('2'), finish]).toolsAtWork).toEqual({ 2: 'sum' });
  });

  it('waits for a person, and goes on after the answer', () => {
    const ask: Told = { type: 'on_interrupt', node: 'h', data: { handoffId: 'x', question: 'Go on?' } };
    const left: Told = { type: 'on_node_end', node: 'h', data: { label: null } };
    const waits: Told = {
      type: 'on_run_end',
      node: null,
      data: { status: 'awaiting_human', answer: '', usage },
    };
    const asked = after([start, visit('h'), left, ask, waits]);
    expect(asked).toMatchObject({ status: 'awaiting_human', question: 'Go on?', activeNode: 'h' });
    const [resumed] = numbered([visit('h')]).map((event) => ({ ...event, seq: 6 }));
    expect(resumed && reduceRunProgress(asked, resumed)).toMatchObject({ status: 'running', question: null });
  });

  it('marks the nodes that failed, until they are visited again', () => {
    const broken = (node: string): Told => ({
      type: 'on_error',
      node,
      data: { code: 'X', message: 'no' },
    });
    const failed = [start, visit('a'), broken('a'), visit('b'), broken('b')];
    expect(after(failed)).toMatchObject({ failedNodes: ['a', 'b'], error: { code: 'X' } });
    expect(after([...failed, visit('a')]).failedNodes).toEqual(['b']);
  });

  it('passes over events it has seen', () => {
    const told = [start, visit('a')];
    const once = after(told);
    expect(after(told, once)).toBe(once);
  });

  it('keeps what a token leaves alone, so that the picture is not drawn anew', () => {
    const before = after([start, visit('a')]);
    const token = numbered([
      start,
      start,
      { type: 'on_chat_model_stream', node: 'a', data: { chunk: 'x' } },
    ]).at(-1);
    const next = token && reduceRunProgress(before, token);
    expect(next?.visits).toBe(before.visits);
    expect(next?.taken).toBe(before.taken);
    expect(next?.lastSeq).toBe(3);
  });
});
