import { describe, expect, it } from 'vitest';
import { human, status, useLangGraph, type Values } from '../langgraph-client.fixture.ts';

const lang = useLangGraph();

const letterTo = (...people: string[]) => ({
  kind: 'reply' as const,
  toolCalls: people.map((to) => ({ name: 'send_letter', arguments: { to } })),
});

/** A thread whose run waits for letters to be approved. */
async function waiting(...people: string[]) {
  await lang.server.model.script([letterTo(...people), 'Done.']);
  const id = await lang.newThread();
  const { __interrupt__: asked = [] } = await lang.wait(id, 'letters', { input: human('write') });
  return { id, asked };
}

const results = (values: Values) =>
  values.messages.flatMap(({ type, content }) => (type === 'tool' ? [content] : []));

describe('calls that wait for approval', () => {
  it('are asked for in the form of LangChain', async () => {
    const { id, asked } = await waiting('Ada', 'Bob');
    expect(asked).toMatchObject([
      {
        value: {
          action_requests: [
            { name: 'send_letter', args: { to: 'Ada' }, description: expect.stringContaining('Ada') },
            { name: 'send_letter', args: { to: 'Bob' } },
          ],
          review_configs: [
            { action_name: 'send_letter', allowed_decisions: ['approve', 'edit', 'reject', 'respond'] },
          ],
        },
      },
    ]);
    expect((await lang.client.threads.getState(id)).tasks).toMatchObject([{ interrupts: asked }]);
  });

  it.each([
    ['approved', { type: 'approve' }, ['Sent to Ada.']],
    [
      'changed',
      { type: 'edit', edited_action: { name: 'send_letter', args: { to: 'Eve' } } },
      ['Sent to Eve.'],
    ],
    ['rejected', { type: 'reject', message: 'Too late.' }, ['A person declined this call: Too late.']],
    ['answered for', { type: 'respond', message: 'It is on its way.' }, ['It is on its way.']],
  ])('are %s', async (_, decision, told) => {
    const { id } = await waiting('Ada');
    const values = await lang.wait(id, 'letters', { command: { resume: { decisions: [decision] } } });
    expect(results(values)).toEqual(told);
    expect(values.messages.at(-1)).toMatchObject({ type: 'ai', content: 'Done.' });
    expect(values.messages.filter(({ type }) => type === 'human')).toHaveLength(1);
  });

  it('are decided one by one', async () => {
    const { id, asked } = await waiting('Ada', 'Bob', 'Cleo');
    const decisions = [
      { type: 'approve' },
      { type: 'reject', message: 'Not Bob.' },
      { type: 'edit', edited_action: { name: 'send_letter', args: { to: 'Dora' } } },
    ];
    const resume = { [asked[0]?.id ?? '']: { decisions } };
    const values = await lang.wait(id, 'letters', { command: { resume } });
    expect(results(values)).toEqual([
      'Sent to Ada.',
      'A person declined this call: Not Bob.',
      'Sent to Dora.',
    ]);
  });

  it.each([
    ['for each call', []],
    ['for no more calls', [{ type: 'approve' }, { type: 'approve' }]],
    ['that is known', [{ type: 'perhaps' }]],
    ['whose arguments fit', [{ type: 'edit', edited_action: { name: 'send_letter', args: { to: 1 } } }]],
    ['that keeps the tool', [{ type: 'edit', edited_action: { name: 'calculate', args: { to: 'Eve' } } }]],
  ])('want a decision %s', async (_, decisions) => {
    const { id } = await waiting('Ada');
    const resume = { decisions };
    await expect(lang.client.runs.wait(id, 'letters', { command: { resume } })).rejects.toThrow(status(400));
    expect(await lang.client.threads.get(id)).toMatchObject({ status: 'interrupted' });
  });

  it('are left by going to the end', async () => {
    const { id } = await waiting('Ada');
    await lang.client.runs.wait(id, 'letters', { command: { goto: '__end__' } });
    expect(await lang.client.threads.get(id)).toMatchObject({ status: 'idle', interrupts: {} });
  });
});

describe('a question', () => {
  it('is asked and answered in the same form', async () => {
    await lang.server.model.script(['On we go.']);
    const id = await lang.newThread();
    const { __interrupt__: asked = [] } = await lang.wait(id, 'desk', { input: human('go') });
    expect(asked).toMatchObject([
      {
        value: {
          action_requests: [{ name: 'ask', args: { answer: '' }, description: 'May I go on? (yes, no)' }],
          review_configs: [{ action_name: 'ask', allowed_decisions: ['edit', 'respond'] }],
        },
      },
    ]);
    const answered = { type: 'edit', edited_action: { name: 'ask', args: { answer: 'yes' } } };
    const values = await lang.wait(id, 'desk', { command: { resume: { decisions: [answered] } } });
    expect(values.messages.map(({ content }) => content)).toEqual(['go', 'yes', 'On we go.']);
  });
});
