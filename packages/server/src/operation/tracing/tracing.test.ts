import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { type LoggedServer, startLoggedServer } from '../logged-server.fixture.ts';
import { type CollectedSpan, startCollector } from './collector.fixture.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';

async function ask({ url }: LoggedServer, workflowId: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/api/v1/conversations/c7/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ message: 'What is canary 2+3?', workflowId }),
  });
  expect(response.status).toBe(200);
}

const named = (spans: readonly CollectedSpan[], name: string | RegExp) => {
  const found = spans.find((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)));
  if (!found) throw new Error(`There is no span ${name} among ${spans.map((span) => span.name)}.`);
  return found;
};

describe('with a collector', () => {
  it('a run is a trace: run, nodes, calls of models and tools, below the trace of its request', async () => {
    const collector = await startCollector();
    const server = await startLoggedServer({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc',
      CADENCE_DEFAULT_MODEL: 'offline',
    });
    await ask(server, 'coordinator', { traceparent: `00-${traceId}-${parentId}-01` });
    await server.close();
    const { spans } = collector;
    const run = named(spans, 'invoke_workflow coordinator');
    expect(run).toMatchObject({
      traceId,
      parentSpanId: parentId,
      attributes: {
        'gen_ai.operation.name': 'invoke_workflow',
        'gen_ai.workflow.name': 'coordinator',
        'gen_ai.conversation.id': 'c7',
        'cadence.run.status': 'completed',
      },
    });
    const agent = named(spans, 'invoke_agent coordinator');
    expect(agent).toMatchObject({ traceId, parentSpanId: run.spanId });
    expect(agent.attributes).toMatchObject({ 'gen_ai.agent.name': 'coordinator' });
    const chat = spans.find(
      ({ name, parentSpanId }) => name === 'chat offline' && parentSpanId === agent.spanId,
    );
    expect(chat?.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'offline',
      'gen_ai.request.model': 'offline',
      'gen_ai.usage.input_tokens': expect.any(Number),
      'gen_ai.usage.output_tokens': expect.any(Number),
      'gen_ai.response.finish_reasons': [expect.any(String)],
    });
    const tool = named(spans, /^execute_tool (?!goto_)/);
    expect(tool.attributes).toMatchObject({
      'gen_ai.tool.name': tool.name.slice('execute_tool '.length),
      'gen_ai.tool.call.id': expect.any(String),
    });
    expect(spans.map(({ spanId }) => spanId)).toContain(tool.parentSpanId);
    for (const span of spans) {
      expect(span.endTimeUnixNano).toBeGreaterThanOrEqual(span.startTimeUnixNano);
      expect(span.startTimeUnixNano).toBeGreaterThanOrEqual(run.startTimeUnixNano);
    }
    expect(collector.bodies[0]).toMatchObject({ path: '/v1/traces', authorization: 'Bearer abc' });
    expect(JSON.stringify(collector.bodies)).toContain('"cadence"');
    expect(JSON.stringify(collector.bodies)).not.toContain('canary');
  });

  it('a failure is marked where it happened', async () => {
    const collector = await startCollector();
    const server = await startLoggedServer({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    await server.model.script([{ kind: 'refuse', status: 400, message: 'canary', repeat: true }]);
    await ask(server, 'assistant', { traceparent: 'not one' });
    await server.close();
    const chat = named(collector.spans, 'chat m');
    expect(chat).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'MODEL_REFUSED' } });
    expect(named(collector.spans, /^invoke_workflow/).parentSpanId ?? '').toBe('');
    expect(JSON.stringify(collector.bodies)).not.toContain('canary');
  });

  it('a trace that is not to be recorded is not', async () => {
    const collector = await startCollector();
    const server = await startLoggedServer({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    await ask(server, 'assistant', { traceparent: `00-${traceId}-${parentId}-00` });
    await ask(server, 'assistant');
    await server.close();
    expect(new Set(collector.spans.map((span) => span.traceId)).size).toBe(1);
    expect(collector.spans.map((span) => span.traceId)).not.toContain(traceId);
  });
});

it('a collector that is away disturbs nothing, and is told of once', async () => {
  const server = await startLoggedServer({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
  await ask(server, 'assistant');
  await server.close();
  expect(server.lines().filter(({ msg }) => msg === 'traces cannot be sent')).toHaveLength(1);
});

it('without a collector nothing of the SDK is loaded', () => {
  const program = `
    import { registerHooks } from 'node:module';
    const seen = [];
    registerHooks({ resolve: (specifier, context, next) => (seen.push(specifier), next(specifier, context)) });
    const { openTracing } = await import(${JSON.stringify(import.meta.resolve('./open-tracing.ts'))});
    await import(${JSON.stringify(import.meta.resolve('../../serve.ts'))});
    if (await openTracing({}, {}) !== undefined) throw new Error('It traces.');
    console.log(seen.filter((name) => /opentelemetry.*(sdk|exporter|resources)/.test(name)).length, seen.length);
  `;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  const [loaded, all] = output.trim().split(' ').map(Number);
  expect(loaded).toBe(0);
  expect(all).toBeGreaterThan(100);
});
