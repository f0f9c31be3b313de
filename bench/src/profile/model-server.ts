// The models of the coordinator's turn behind HTTP, as a process of their own: prints `{"url": …}` once it listens.
import { createServer } from 'node:http';
import { freeModel, type Role } from '../coordinator-turn/free-model.ts';

interface ChatRequest {
  model: Role;
  stream?: boolean;
  messages: { id: string; role: 'user'; content: string }[];
}

const { signal } = new AbortController();

async function answer({ model, stream, messages }: ChatRequest): Promise<{ type: string; body: string }> {
  const texts: string[] = [];
  const reply = await freeModel(model).generate(
    { system: '', messages, tools: [] },
    { signal, onText: (text) => texts.push(text) },
  );
  const tool_calls = reply.toolCalls.map(({ id, name, args }, index) => ({
    index,
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }));
  const called = tool_calls.length > 0 && { tool_calls };
  const finish_reason = called ? 'tool_calls' : 'stop';
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const head = { id: 'reply', created: 1, model };
  if (!stream) {
    const message = { role: 'assistant', content: called ? null : reply.content, ...called };
    const body = JSON.stringify({ ...head, choices: [{ index: 0, message, finish_reason }], usage });
    return { type: 'application/json', body };
  }
  const deltas = called ? [called] : texts.map((content) => ({ content }));
  const chunks = [
    ...deltas.map((delta) => ({ ...head, choices: [{ index: 0, delta, finish_reason: null }] })),
    { ...head, choices: [{ index: 0, delta: {}, finish_reason }] },
    { ...head, choices: [], usage },
  ];
  const frames = [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'];
  return { type: 'text/event-stream', body: frames.map((frame) => `data: ${frame}\n\n`).join('') };
}

const server = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  const { type, body } = await answer(JSON.parse(text));
  response.writeHead(200, { 'content-type': type }).end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  console.log(JSON.stringify({ url: `http://127.0.0.1:${address.port}/v1` }));
});
// The pipe closes when the parent ends, however it ends.
process.stdin.resume().on('close', () => process.exit());
