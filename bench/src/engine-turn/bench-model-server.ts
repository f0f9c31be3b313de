// The turn's model behind HTTP, in a process of its own so that its CPU is not counted.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ANSWER, TOKENS } from './script.ts';

export async function startBenchModel(): Promise<{ url: string; close: () => Promise<void> }> {
  const child = spawn(process.execPath, [import.meta.filename], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [url] = await once(child.stdout, 'data');
  return {
    url: `${String(url).trim()}/v1`,
    async close() {
      const exited = once(child, 'exit');
      child.stdin.end();
      await exited;
    },
  };
}

interface ChatRequest {
  model: string;
  stream?: boolean;
  messages: { role: string }[];
}

const head = { id: 'c', created: 1, model: 'm' };
const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

function callOf({ model, messages }: ChatRequest) {
  if (model === 'router') return { id: 'c1', name: 'route', arguments: '{"next":"worker"}' };
  return messages.at(-1)?.role === 'user'
    ? { id: 'c2', name: 'count', arguments: '{"what":"bees"}' }
    : undefined;
}

function reply(request: ChatRequest): { type: string; body: string } {
  const call = callOf(request);
  const toolCalls = call && [{ index: 0, id: call.id, type: 'function', function: call }];
  const finish_reason = call ? 'tool_calls' : 'stop';
  if (!request.stream) {
    const message = { role: 'assistant', content: call ? null : ANSWER, tool_calls: toolCalls };
    return {
      type: 'application/json',
      body: JSON.stringify({ ...head, choices: [{ index: 0, message, finish_reason }], usage }),
    };
  }
  const deltas = call
    ? [{ role: 'assistant', content: null, tool_calls: toolCalls }]
    : TOKENS.map((content) => ({ content }));
  const chunks = [
    ...deltas.map((delta) => ({
      ...head,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: null }],
    })),
    { ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta: {}, finish_reason }] },
    { ...head, object: 'chat.completion.chunk', choices: [], usage },
  ];
  return {
    type: 'text/event-stream',
    body: `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`,
  };
}

if (process.argv[1] === import.meta.filename) {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { type, body } = reply(JSON.parse(text));
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  server.listen(0, '127.0.0.1', () =>
    console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
  );
  process.stdin.resume().on('end', () => process.exit());
}
