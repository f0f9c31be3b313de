import { scriptedModel } from '@cadence/testkit';
import { MemorySaver } from '@langchain/langgraph';
import { expect, expectTypeOf, it } from 'vitest';
import { newTurn } from '../conversation/turn-state.ts';
import { silentLog } from '../log.ts';
import type { RunState } from '../state.ts';
import { compileWorkflow } from '../workflow/compile-workflow.ts';
import { sketch } from '../workflow.fixture.ts';
import type { stateChannels } from './state-channels.ts';

async function setUp(checkpointer?: MemorySaver) {
  const model = scriptedModel(({ messages }) => `Heard ${messages.length}.`);
  const workflow = await compileWorkflow(sketch({ agents: { A: {} } }), {
    model: () => model,
    ...(checkpointer && { checkpointer }),
  });
  let ids = 0;
  const start = () =>
    newTurn(workflow.definition, {
      runId: 'r',
      message: 'Hello',
      messageId: `user-${++ids}`,
      tone: null,
    });
  const context = {
    runId: 'r',
    userId: undefined,
    conversationId: undefined,
    events: { for: () => () => {} },
    signal: new AbortController().signal,
    deadline: Number.MAX_SAFE_INTEGER,
    timedOut: () => false,
    newId: () => `reply-${++ids}`,
    log: silentLog,
  };
  return { graph: workflow.graph, start, context };
}
const contents = ({ messages }: RunState) => messages.map(({ content }) => content);

it('keeps one state, of the type that every node reads', () => {
  expectTypeOf<(typeof stateChannels)['State']>().toEqualTypeOf<RunState>();
});

it('runs without a checkpointer, and begins anew each time', async () => {
  const { graph, start, context } = await setUp();
  await graph.run(start(), context);
  expect(contents(await graph.run(start(), context))).toEqual(['Hello', 'Heard 1.']);
});

it('goes on with what the checkpointer has of a conversation where there is one', async () => {
  const { graph, start, context } = await setUp(new MemorySaver());
  const thread = { id: 'c', commit: {} };
  await graph.runStored(start(), context, thread);
  expect(contents(await graph.runStored(start(), context, thread))).toEqual([
    'Hello',
    'Heard 1.',
    'Hello',
    'Heard 3.',
  ]);
  expect(contents(await graph.runStored(start(), context, { ...thread, id: 'other' }))).toHaveLength(2);
});
