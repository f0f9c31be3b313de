import { startFakeModelServer } from '@cadence-agents/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { startServer } from '../http/server.fixture.ts';

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from([1, 2, 3])]);

it('shows a model of OpenAI pictures as pictures and texts as texts, in this turn and the next', async () => {
  const model = await startFakeModelServer();
  onTestFinished(() => model.close());
  const { client, cadence } = await startServer({
    CADENCE_DEFAULT_MODEL: 'openai:test',
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: 'x',
  });
  await cadence.store.workflows.put('local', {
    id: 'talk',
    name: 'Talk',
    entrypointNodeId: 'a',
    nodes: [{ id: 'a', workflowId: 'talk', nodeType: 'AGENT', nodeName: 'a', agentId: 'a' }],
    edges: [],
    agents: [{ id: 'a', name: 'a', systemPrompt: 'I look.' }],
  });
  const picture = await client.attach(new Blob([png]), 'x.png');
  const text = await client.attach(new Blob(['Seven swans.'], { type: 'text/markdown' }), 'notes.md');
  const send = (message: string, files: string[] = []) =>
    client.sendMessage({ params: { id: 'c' }, body: { message, workflowId: 'talk', files } });
  await model.script([
    { kind: 'reply', text: 'A swan.' },
    { kind: 'reply', text: 'Still a swan.' },
  ]);
  await send('What is this?', [picture.id, text.id]);
  await send('And now?');
  const shown = [
    { type: 'image_url', image_url: { url: `data:image/png;base64,${png.toString('base64')}` } },
    { type: 'text', text: 'The file "notes.md":\nSeven swans.' },
  ];
  const requests = (await model.requests()).map(({ body }) => JSON.parse(JSON.stringify(body)));
  expect(requests).toHaveLength(2);
  for (const { messages } of requests) {
    const asked = messages.find(({ role }: { role: string }) => role === 'user');
    expect(asked.content.slice(1)).toEqual(shown);
    expect(asked.content[0].text).toContain('What is this?');
  }
}, 30_000);
