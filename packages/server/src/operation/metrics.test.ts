import { describe, expect, it } from 'vitest';
import { boundedLabel } from './bounded-label.ts';
import { type LoggedServer, startLoggedServer } from './logged-server.fixture.ts';

const ask = ({ client }: LoggedServer, workflowId = 'assistant', id = 'c') =>
  client.sendMessage({ params: { id }, body: { message: 'What is 2+3?', workflowId, tone: 'natural' } });

/** The samples whose names begin so, without their values' timestamps. */
async function samples({ client }: LoggedServer, name: string): Promise<string[]> {
  return (await client.metrics()).split('\n').filter((line) => line.startsWith(name));
}

describe('/metrics', () => {
  it('counts runs, calls and tokens', async () => {
    const server = await startLoggedServer();
    await server.model.script([
      { kind: 'reply', text: 'five', usage: { inputTokens: 11, outputTokens: 3 } },
      { kind: 'refuse', status: 400 },
    ]);
    expect((await ask(server)).status).toBe('completed');
    await ask(server);
    // The end of a run can be read a moment before it is on the disk, and is counted then.
    await expect
      .poll(() => samples(server, 'cadence_run_duration_seconds_count'))
      .toEqual(['cadence_run_duration_seconds_count{workflow="assistant"} 2']);
    expect(await samples(server, 'cadence_runs_total')).toContain(
      'cadence_runs_total{workflow="assistant",status="completed"} 1',
    );
    expect(await samples(server, 'cadence_model_calls_total')).toEqual([
      'cadence_model_calls_total{model="openai:m",outcome="ok"} 1',
      'cadence_model_calls_total{model="openai:m",outcome="failed"} 1',
    ]);
    expect(await samples(server, 'cadence_model_tokens_total')).toEqual([
      'cadence_model_tokens_total{model="openai:m",direction="input"} 11',
      'cadence_model_tokens_total{model="openai:m",direction="output"} 3',
    ]);
    expect(await samples(server, 'cadence_runs_active')).toEqual(['cadence_runs_active 0']);
  });

  it('counts tool calls by what came of them', async () => {
    const server = await startLoggedServer({ CADENCE_DEFAULT_MODEL: 'offline' });
    expect((await ask(server, 'coordinator')).answer).toContain('5');
    expect((await samples(server, 'cadence_tool_calls_total')).join()).toMatch(/tool="\w+",outcome="ok"} 1/);
  });

  it('tells how long the calls of each tool took', async () => {
    const server = await startLoggedServer({ CADENCE_DEFAULT_MODEL: 'offline' });
    await ask(server, 'coordinator');
    await ask(server, 'coordinator');
    const name = 'cadence_tool_call_duration_seconds';
    expect(await samples(server, `${name}_count`)).toEqual([`${name}_count{tool="calculate"} 2`]);
    const [sum = ''] = await samples(server, `${name}_sum`);
    expect(Number(sum.split(' ')[1])).toBeGreaterThan(0);
  });

  it('counts requests by their route, and tells what is going on', async () => {
    const server = await startLoggedServer({ CADENCE_CONCURRENCY: '1' });
    await server.model.script([{ kind: 'hang', text: 'one two', afterTokens: 1 }]);
    const leaving = new AbortController();
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    const reading = (async () => {
      const message = { message: 'Hi', workflowId: 'assistant' };
      for await (const { type } of server.client.stream('c', message, { signal: leaving.signal })) {
        if (type === 'on_chat_model_stream') resolve();
      }
    })();
    await begun;
    const headers = { prefer: 'respond-async' };
    const waits = { message: 'Me too', workflowId: 'assistant', tone: 'natural' as const };
    await server.client.sendMessage({ params: { id: 'other' }, body: waits }, { headers });
    await server.client.getConversation({ params: { id: 'c' } });
    await fetch(`${server.url}/no/such/place`);
    const text = await server.client.metrics();
    expect(text).toContain('cadence_runs_active 1\n');
    expect(text).toContain('cadence_runs_queued 1\n');
    expect(text).toContain('cadence_streams_active 1\n');
    expect(text).toContain('cadence_streams_dropped_total 0\n');
    expect(text).toContain(
      'http_request_duration_seconds_count{route="/api/v1/conversations/:id",method="GET",status="200"} 1',
    );
    expect(text).toContain('{route="(none)",method="GET",status="404"} 1');
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds ');
    expect(text).toContain('process_resident_memory_bytes ');
    leaving.abort();
    await expect(reading).rejects.toThrow();
    await expect.poll(() => samples(server, 'cadence_streams_active')).toEqual(['cadence_streams_active 0']);
  });

  it('is for administrators', async () => {
    const server = await startLoggedServer({ CADENCE_ADMIN_KEY: 'an-admin-key-for-tests-only' });
    expect((await fetch(`${server.url}/metrics`)).status).toBe(401);
    const { key } = await server.client.createKey({ body: { name: 'k', role: 'author' } });
    const headers = { authorization: `Bearer ${key}` };
    expect((await fetch(`${server.url}/metrics`, { headers })).status).toBe(403);
    const response = await fetch(`${server.url}/metrics`, {
      headers: { authorization: 'Bearer an-admin-key-for-tests-only' },
    });
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=/);
  });
});

describe('a label', () => {
  it('takes so many values, and calls further ones other', () => {
    const label = boundedLabel(2);
    expect(['a', 'b', 'c', 'a', 'd', 'b'].map(label)).toEqual(['a', 'b', 'other', 'a', 'other', 'b']);
  });
});
