// The free model behind OpenAI's protocol, in a process of its own: prints `{"url": …}` once it listens.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Message, ModelReply } from '@cadence-agents/contracts';
import { freeModel, isRole } from './free-model.ts';

interface Asked {
  model: string;
  messages: Message[];
}

const server = createServer(async (request, response) => {
  const { model, messages } = (await json(request)) as Asked;
  if (!isRole(model)) throw new Error(`There is no model "${model}".`);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (fields: object) =>
    response.write(
      `data: ${JSON.stringify({ id: 'reply', object: 'chat.completion.chunk', model, ...fields })}\n\n`,
    );
  const piece = (delta: object) => send({ choices: [{ index: 0, delta, finish_reason: null }] });
  const { signal } = new AbortController();
  const reply = await freeModel(model).generate(
    { system: '', messages, tools: [] },
    { signal, onText: (content) => piece({ content }) },
  );
  for (const call of callsOf(reply)) piece({ tool_calls: [call] });
  send({ choices: [{ index: 0, delta: {}, finish_reason: reply.finishReason }] });
  send({ choices: [], usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } });
  response.end('data: [DONE]\n\n');
});

const callsOf = ({ toolCalls }: ModelReply) =>
  toolCalls.map(({ id, name, args }, index) => ({
    index,
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }));

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  console.log(JSON.stringify({ url: `http://127.0.0.1:${address.port}/v1` }));
});

// The pipe closes when the parent ends, however it ends: no server is left behind.
process.stdin.on('close', () => process.exit(0));
process.stdin.resume();
