import { describe, expect, it } from 'vitest';
import { human, status, useLangGraph, type Values, withTool } from '../langgraph-client.fixture.ts';

const lang = useLangGraph();

const said = ({ messages }: Values) => messages.map(({ content }) => content);
const historyOf = (id: string) => lang.client.threads.getHistory<Values>(id, { limit: 100 });

/** A thread with two turns. */
async function twoTurns() {
  await lang.server.model.script(['One.', 'Two.']);
  const id = await lang.newThread();
  await lang.wait(id, 'talk', { input: human('first') });
  await lang.wait(id, 'talk', { input: human('second') });
  return { id, history: await historyOf(id) };
}

describe('a run with a checkpoint', () => {
  it('goes on at the head, as chats send it with every message', async () => {
    const { id, history } = await twoTurns();
    await lang.server.model.script(['Three.']);
    const checkpoint = history[0]?.checkpoint;
    const values = await lang.wait(id, 'talk', { input: human('third'), checkpoint });
    expect(said(values)).toEqual(['first', 'One.', 'second', 'Two.', 'third', 'Three.']);
  });

  it('goes on from an earlier one, and leaves what came after it in the history', async () => {
    const { id, history } = await twoTurns();
    const earlier = history.find(({ values }) => values.messages.at(-1)?.content === 'One.');
    await lang.server.model.script(['Other.']);
    const values = await lang.wait(id, 'talk', {
      input: human('instead'),
      checkpoint: earlier?.checkpoint,
    });
    expect(said(values)).toEqual(['first', 'One.', 'instead', 'Other.']);
    expect((await lang.client.threads.getState<Values>(id)).values).toEqual(values);
    const after = await historyOf(id);
    expect(after.slice(-history.length)).toEqual(history);
    const children = after.filter(
      ({ parent_checkpoint: parent }) => parent?.checkpoint_id === earlier?.checkpoint.checkpoint_id,
    );
    expect(children.map(({ values: { messages } }) => messages.at(-1)?.content)).toEqual([
      'instead',
      'second',
    ]);
  });

  it('replaces the first message from the state before it', async () => {
    const { id, history } = await twoTurns();
    const first = history.findLast(({ values }) => values.messages?.length === 1);
    await lang.server.model.script(['Anew.']);
    const values = await lang.wait(id, 'talk', {
      input: human('begin'),
      checkpoint: first?.parent_checkpoint ?? undefined,
    });
    expect(said(values)).toEqual(['begin', 'Anew.']);
  });

  it('answers again without an input', async () => {
    const { id, history } = await twoTurns();
    const answered = history.findLast(({ values }) => values.messages?.at(-1)?.content === 'Two.');
    await lang.server.model.script(['Too.']);
    const values = await lang.wait(id, 'talk', { checkpoint: answered?.parent_checkpoint ?? undefined });
    expect(said(values)).toEqual(['first', 'One.', 'second', 'Too.']);
    const after = await historyOf(id);
    const asked = history.find(({ values: { messages } }) => messages?.at(-1)?.content === 'second');
    expect(values.messages[2]).toEqual(asked?.values.messages[2]);
    const answers = after.filter(
      ({ parent_checkpoint: parent }) => parent?.checkpoint_id === asked?.checkpoint.checkpoint_id,
    );
    expect(answers.map(({ values: { messages } }) => messages.at(-1)?.content)).toEqual(['Too.', 'Two.']);
  });

  it('goes on in the middle of a turn', async () => {
    await lang.server.model.script(withTool);
    const id = await lang.newThread();
    await lang.wait(id, 'talk', { input: human('2+2?') });
    const [, afterTool] = await historyOf(id);
    expect(afterTool).toMatchObject({ next: ['speaker'] });
    await lang.server.model.script(['Still four.']);
    const values = await lang.wait(id, 'talk', { checkpoint: afterTool?.checkpoint });
    expect(said(values)).toEqual(['2+2?', 'Let me see.', '4', 'Still four.']);
  });

  it('is refused when the thread has no such checkpoint, or nothing is left to do', async () => {
    const { id, history } = await twoTurns();
    const run = (checkpointId: string, input?: ReturnType<typeof human>) =>
      lang.client.runs.wait(id, 'talk', { ...(input && { input }), checkpointId });
    await expect(run('none', human('x'))).rejects.toThrow(status(404));
    await expect(run(String(history[0]?.checkpoint.checkpoint_id))).rejects.toThrow(status(409));
  });
});

describe('the input of a run', () => {
  it('is in the state before the first step has ended', async () => {
    await lang.server.model.script([{ kind: 'hang', text: 'One two', afterTokens: 1 }]);
    const id = await lang.newThread();
    const run = await lang.client.runs.create(id, 'talk', { input: human('hello') });
    const state = await lang.client.threads.getState<Values>(id);
    expect(said(state.values)).toEqual(['hello']);
    expect(state.next).toEqual(['speaker']);
    expect(said((await lang.client.threads.get(id)).values as unknown as Values)).toEqual(['hello']);
    const history = await historyOf(id);
    expect(history.map(({ next }) => next)).toEqual([['speaker'], ['__start__']]);
    await lang.client.runs.cancel(id, run.run_id, true);
  });

  it('is streamed as the first values', async () => {
    await lang.server.model.script(['Hello.']);
    const id = await lang.newThread();
    const lengths: number[] = [];
    for await (const { event, data } of lang.client.runs.stream(id, 'talk', {
      input: human('hello'),
      streamMode: ['values'],
    }))
      if (event === 'values') lengths.push((data as unknown as Values).messages.length);
    expect(lengths).toEqual([1, 2]);
  });
});
