// What goes wrong in a coordinator's turn: told, logged, and gone on from where that can be.
import { CadenceError, type Message } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { calculate, coordinate, goto } from './coordinator.fixture.ts';
import { recordedLog } from './log.fixture.ts';

const away = new CadenceError('MODEL_UNAVAILABLE', 'The model is away.');
const sent = { coordinator: [goto('math_agent'), goto('finalize')], synthesizer: ['Done.'] };

describe('a choice that names no agent', () => {
  it.each(['', 'wizard_agent'])(
    '("goto_%s") leads to the synthesizer, with a warning in the log',
    async (name) => {
      const { log, entries } = recordedLog();
      const { path, status, receipts } = await coordinate(
        { coordinator: [goto(name), goto(name)], synthesizer: ['Done.'] },
        { log },
      );
      expect({ path, status }).toEqual({
        path: ['coordinator', 'control_tools', 'synthesizer'],
        status: 'completed',
      });
      const warning = `There is no agent "${name}".`;
      expect(receipts[1]?.warning).toBe(warning);
      expect(entries).toContainEqual({
        level: 'warn',
        message: 'routed with a warning',
        fields: expect.objectContaining({ from: 'control_tools', to: 'synthesizer', warning }),
      });
    },
  );

  it('leads there as well when nothing was chosen at all', async () => {
    const { path, receipts } = await coordinate(
      { coordinator: [], synthesizer: ['Done.'] },
      { edit: (definition) => ({ ...definition, entrypointNodeId: 'control_tools' }) },
    );
    expect(path).toEqual(['control_tools', 'synthesizer']);
    expect(receipts[0]?.warning).toBe('The coordinator chose nothing.');
  });
});

describe('an agent that fails', () => {
  it('is logged with its run and its name, and goes back to the coordinator', async () => {
    const { log, entries } = recordedLog();
    const { path, runId } = await coordinate({ ...sent, math: [away] }, { log });
    expect(path.slice(2, 4)).toEqual(['math_agent', 'coordinator']);
    expect(entries).toContainEqual({
      level: 'error',
      message: 'node failed',
      fields: { runId, node: 'math_agent', code: 'MODEL_UNAVAILABLE', error: away },
    });
  });

  it('goes back to the coordinator when it says and calls nothing', async () => {
    const { path, status, receipts } = await coordinate({ ...sent, math: ['', ''] });
    expect(path.slice(2, 4)).toEqual(['math_agent', 'coordinator']);
    expect(receipts[2]).toMatchObject({ label: 'back', warning: expect.stringContaining('empty reply') });
    expect(status).toBe('completed');
  });
});

describe('a node whose failure ends the run', () => {
  it.each([
    ['nothing', ''],
    ['a call, where no tool is offered,', goto('finalize')],
  ])(
    'is a synthesizer whose model twice replies with %s instead of an answer, with nothing found',
    async (_, reply) => {
      const nothingFound = { coordinator: [goto('finalize')], synthesizer: [reply, reply] };
      const { status, error, usage } = await coordinate(nothingFound);
      expect(usage.modelCalls).toBe(3);
      expect({ status, code: error?.code }).toEqual({ status: 'failed', code: 'MODEL_BAD_REPLY' });
    },
  );

  it('is logged, and leaves an error in the state and an answer that says so', async () => {
    const { log, entries } = recordedLog();
    const failed = await coordinate({ coordinator: [goto('finalize')], synthesizer: [away] }, { log });
    expect(failed).toMatchObject({
      status: 'failed',
      answer: expect.stringMatching(/^I could not answer this: [^:]+ Please try again/),
      state: {
        turn: { status: 'failed', error: { code: 'MODEL_UNAVAILABLE', message: 'The model is away.' } },
      },
    });
    expect(entries).toContainEqual({
      level: 'error',
      message: 'node failed',
      fields: { runId: failed.runId, node: 'synthesizer', code: 'MODEL_UNAVAILABLE', error: away },
    });
  });
});

describe('the log', () => {
  it('gets every routing decision and tool call, and nothing that the user or a tool said', async () => {
    const { log, entries } = recordedLog();
    await coordinate({ ...sent, math: [calculate] }, { log });
    const routed = entries.filter(({ message }) => message === 'routed').map(({ fields }) => fields.to);
    expect(routed).toEqual([
      'control_tools',
      'math_agent',
      'math_tools',
      'coordinator',
      'control_tools',
      'synthesizer',
      null,
    ]);
    expect(entries.filter(({ message }) => message === 'tool call finished')).toHaveLength(1);
    expect(JSON.stringify(entries)).not.toMatch(/15 \* 23|345/);
  });

  it('that fails at every call never fails a run', async () => {
    const broken = () => {
      throw new Error('disk full');
    };
    const { status, answer } = await coordinate(
      { ...sent, math: [calculate] },
      { log: { debug: broken, info: broken, warn: broken, error: broken } },
    );
    expect({ status, answer }).toEqual({ status: 'completed', answer: 'Done.' });
  });
});

describe('a conversation that was cut off', () => {
  it('reaches no model with a call that has no result, or a result that has no call', async () => {
    const history: Message[] = [
      { id: 'a', role: 'tool', toolCallId: 'gone', toolName: 'search', content: 'of no call' },
      { id: 'b', role: 'user', content: 'Before' },
      { id: 'c', role: 'assistant', content: '', toolCalls: [{ id: 'x', name: 'search', args: {} }] },
    ];
    const { requests } = await coordinate({ ...sent, math: ['4'] }, { history });
    for (const role of ['coordinator', 'math']) {
      expect(requests(role)[0]?.messages).toMatchObject([
        { role: 'user', content: 'Before' },
        { role: 'assistant', toolCalls: [{ id: 'x' }] },
        { role: 'tool', toolCallId: 'x', isError: true, content: 'This call was not carried out.' },
        { role: 'user', content: 'What is 15 * 23?' },
      ]);
    }
  });
});
