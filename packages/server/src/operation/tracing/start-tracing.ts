import { AsyncLocalStorage } from 'node:async_hooks';
import { settlesWithin } from '@cadence-agents/contracts';
import type { Log } from '@cadence-agents/engine';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import { version } from '../version.ts';
import { runSpans } from './run-spans.ts';
import type { Tracing } from './tracing.ts';

/** How long spans may take to be sent, with all tries. */
const SEND_MS = 4_000;
/** How long the rest may take when the server stops: long enough to be told that it could not be sent. */
const LAST_SPANS_MS = 5_000;

export function startTracing(url: string, env: Record<string, string | undefined>, log: Log): Tracing {
  const headers = headersFrom(env.OTEL_EXPORTER_OTLP_HEADERS ?? '');
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: SEND_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': env.OTEL_SERVICE_NAME ?? 'cadence',
      'service.version': version,
    }).merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter: reporting(exporter, log) })],
  });
  const parents = new AsyncLocalStorage<string>();
  return {
    observeRun: runSpans(provider.getTracer('cadence', version)),
    preHandler(request, _, done) {
      const { traceparent } = request.headers;
      if (typeof traceparent === 'string') parents.run(traceparent, done);
      else done();
    },
    traced: (send) => (message) => {
      const traceparent = parents.getStore();
      if (traceparent === undefined) return send(message);
      return send({ ...message, metadata: { ...message.metadata, traceparent } });
    },
    async close() {
      await settlesWithin(
        LAST_SPANS_MS,
        provider.shutdown().catch(() => {}),
      );
    },
  };
}

/** Says once that the collector cannot be reached, and once that it can again. */
function reporting(exporter: SpanExporter, log: Log): SpanExporter {
  let failing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.code !== 0;
        if (failed && !failing) log.warn('traces cannot be sent', { error: result.error });
        if (!failed && failing) log.info('traces are sent again');
        failing = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/** `name=value,name=value`, each value percent-encoded. */
function headersFrom(text: string): Record<string, string> {
  const pairs = text.split(',').flatMap((pair) => {
    const [, name, value] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
    return name !== undefined && value !== undefined ? [[name, decoded(value)]] : [];
  });
  return Object.fromEntries(pairs);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
