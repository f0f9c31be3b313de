import { describe, expect, expectTypeOf, it } from 'vitest';
import { eventLine, eventWeight, type RunEvent, type RunEventData, runEvents } from './run-event.ts';

const about = { seq: 1, runId: 'r', time: '2026-01-01T00:00:00.000Z', node: 'Router' };
const receipt: RunEventData<'on_route'> = {
  from: 'Router',
  to: null,
  label: null,
  rule: 'end',
  candidates: [],
  counters: { steps: 1, agentHops: 0, toolHops: 0, sameAgentRoutes: 0, tokens: 0 },
};

describe('runEvents', () => {
  it('have the letters that are in databases', () => {
    expect(
      Object.fromEntries(Object.entries(runEvents).map(([type, { code }]) => [type, code])),
    ).toMatchObject({
      on_run_start: 'S',
      on_run_end: 'E',
      on_node_start: 'n',
      on_node_end: 'e',
      on_chat_model_start: 'm',
      on_chat_model_stream: 't',
      on_chat_model_end: 'u',
      on_tool_start: 'c',
      on_tool_end: 'd',
      on_route: 'r',
      on_custom_event: 'x',
      on_interrupt: 'i',
      on_error: 'f',
    });
  });

  it('have a letter each', () => {
    const codes = Object.values(runEvents).map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(code).toMatch(/^[A-Za-z]$/);
  });

  it('type what each event carries', () => {
    expectTypeOf<RunEventData<'on_chat_model_stream'>>().toEqualTypeOf<{
      chunk: string;
      messageId?: string;
      offset?: number;
    }>();
    expectTypeOf<Extract<RunEvent, { type: 'on_error' }>['data']['code']>().toBeString();
  });
});

describe('eventWeight', () => {
  it('grows with the text', () => {
    const weight = (chunk: string) =>
      eventWeight({ ...about, type: 'on_chat_model_stream', data: { chunk } });
    expect(weight('x'.repeat(1000)) - weight('')).toBe(1000);
    const asking = (input: unknown) =>
      eventWeight({ ...about, type: 'on_tool_start', data: { tool: 't', callId: 'c', input } });
    expect(asking('x'.repeat(1000)) - asking('')).toBe(1000);
  });
});

describe('eventLine', () => {
  it.each<[RunEvent, string | undefined]>([
    [{ ...about, type: 'on_node_start', data: { nodeType: 'AGENT', step: 1 } }, 'step Router'],
    [
      { ...about, type: 'on_tool_start', data: { tool: 'add', callId: 'c', input: { a: 1 } } },
      'detail add {"a":1}',
    ],
    [
      { ...about, type: 'on_tool_end', data: { tool: 'add', callId: 'c', output: 'a\n b', isError: false } },
      'detail = a b',
    ],
    [
      { ...about, type: 'on_tool_end', data: { tool: 'add', callId: 'c', output: 'no', isError: true } },
      'detail ✗ no',
    ],
    [{ ...about, type: 'on_route', data: receipt }, undefined],
    [{ ...about, type: 'on_route', data: { ...receipt, warning: 'Lost.' } }, 'detail Lost.'],
    [{ ...about, type: 'on_custom_event', data: { status: 'half done' } }, 'detail half done'],
    [{ ...about, type: 'on_error', data: { code: 'INTERNAL', message: 'Broken.' } }, 'failure Broken.'],
    [{ ...about, type: 'on_chat_model_stream', data: { chunk: 'x' } }, undefined],
  ])('of %o is %s', (event, expected) => {
    const line = eventLine(event);
    expect(line && `${line.look} ${line.text}`).toBe(expected);
  });

  it('keeps to about a line', () => {
    const data = { tool: 't', callId: 'c', output: 'x'.repeat(1000), isError: false };
    expect(eventLine({ ...about, type: 'on_tool_end', data })?.text).toBe(`= ${'x'.repeat(99)}…`);
  });
});
