import type { ToolContext } from '@cadence-agents/contracts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { recordedLog } from '../log.fixture.ts';
import { call, play } from '../run.fixture.ts';
import { sketch } from '../workflow.fixture.ts';

it('gives its caller every event as it happens, and the tools what the caller configured', async () => {
  let seen: ToolContext | undefined;
  const { log, entries } = recordedLog();
  const look = {
    name: 'look',
    description: 'Looks',
    input: z.looseObject({}),
    run: (_: unknown, context: ToolContext) => {
      seen = context;
      context.log('looking');
      return 'seen';
    },
  };
  let ids = 0;
  const { events, messages, runId } = await play(
    sketch({ agents: { A: { tools: ['look'] } }, toolNodes: ['tools'], edges: [['A', 'tools', 'tools']] }),
    { A: [call('look'), 'Done.'] },
    { tools: [look], log, userId: 'ann', conversationId: 'c1', newId: () => `id-${++ids}`, runId: 'r1' },
  );
  expect(runId).toBe('r1');
  expect(seen).toMatchObject({ userId: 'ann', conversationId: 'c1' });
  expect(seen?.idempotencyKey).toMatch(/^r1:/);
  expect(entries).toContainEqual({
    level: 'info',
    message: 'looking',
    fields: { runId: 'r1', tool: 'look' },
  });
  expect(messages.map(({ id }) => id)).toEqual(['id-1', 'id-2', 'id-3', 'id-4']);
  expect(events.map(({ type }) => type)).toEqual([
    'on_run_start',
    'on_node_start',
    'on_message_start',
    'on_chat_model_start',
    'on_chat_model_end',
    'on_message_end',
    'on_node_end',
    'on_route',
    'on_node_start',
    'on_tool_start',
    'on_tool_end',
    'on_node_end',
    'on_route',
    'on_node_start',
    'on_message_start',
    'on_chat_model_start',
    'on_chat_model_stream',
    'on_chat_model_end',
    'on_message_end',
    'on_node_end',
    'on_route',
    'on_run_end',
  ]);
});
