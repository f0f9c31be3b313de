// Wherever a message can come in, a tone that is blank or null is the default one, and an unknown one is refused.
import { randomUUID } from 'node:crypto';
import { createClient } from '@cadence-agents/client';
import { describe, expect, it } from 'vitest';
import { connectClient } from './mcp/mcp-client.fixture.ts';
import { useProtocolServer } from './protocol-server.fixture.ts';

const current = useProtocolServer((url) => createClient({ baseUrl: url }));

/** Sends a message with this tone through one door; throws where it is refused. */
type Door = (tone: string | null) => Promise<unknown>;

async function post(path: string, body: object): Promise<unknown> {
  const { url } = current().server;
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return response.text();
}

const message = 'hi';
const messages = [{ role: 'user', content: message }];
const doors: [string, Door][] = [
  [
    'HTTP',
    (tone) => post(`/api/v1/conversations/${randomUUID()}/messages`, { message, workflowId: 'talk', tone }),
  ],
  [
    'the client',
    (tone) => Array.fromAsync(current().client.stream(randomUUID(), { message, workflowId: 'talk', tone })),
  ],
  ['OpenAI', (tone) => post('/v1/chat/completions', { model: 'talk', messages, tone })],
  [
    'LangGraph',
    (tone) =>
      post('/runs/wait', { assistant_id: 'talk', input: { messages }, config: { configurable: { tone } } }),
  ],
  [
    'MCP',
    async (tone) => {
      const client = await connectClient(current().server.url, 'auto');
      try {
        const result = await client.callTool({ name: 'ask_talk', arguments: { message, tone } });
        if (result.isError) throw new Error(JSON.stringify(result.content));
      } finally {
        await client.close();
      }
    },
  ],
];

describe.each(doors)('a message that comes in by %s', (_, door) => {
  const lastTone = async () => (await current().server.cadence.store.runs.list('local')).items[0]?.tone;

  it.each(['', '   ', '\t\n', null])('has the natural tone where %j is given', async (tone) => {
    await current().server.model.script(['First.', 'Second.']);
    await door('formal');
    expect(await lastTone()).toBe('formal');
    await door(tone);
    expect(await lastTone()).toBe('natural');
  });

  it('has the tone that is given, whatever its case and the spaces around it', async () => {
    await current().server.model.script(['First.']);
    await door(' Concise ');
    expect(await lastTone()).toBe('concise');
  });

  it('is refused where the tone is unknown', async () => {
    await expect(door('shouting')).rejects.toThrow(/400|INPUT_INVALID|natural|invalid/i);
  });
});
