import type { Log, ObserveRun } from '@cadence/engine';
import type { preHandlerHookHandler } from 'fastify';
import type { Cadence } from '../../cadence.ts';

export interface Tracing {
  observeRun: ObserveRun;
  /** Remembers the trace that the request belongs to while it is handled. */
  preHandler: preHandlerHookHandler;
  /** Has what is sent while a request is handled carry the request's trace. */
  traced(send: Cadence['send']): Cadence['send'];
  /** Sends what is left. */
  close(): Promise<void>;
}

/** Traces over OTLP where an endpoint is set; where none is, nothing of OpenTelemetry's SDK is even loaded. */
export async function openTracing(
  env: Record<string, string | undefined>,
  log: Log,
): Promise<Tracing | undefined> {
  const url = tracesUrl(env);
  if (url === undefined || env.OTEL_SDK_DISABLED === 'true') return undefined;
  const { startTracing } = await import('./start-tracing.ts');
  return startTracing(url, env, log);
}

function tracesUrl(env: Record<string, string | undefined>): string | undefined {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own, OTEL_EXPORTER_OTLP_ENDPOINT: common } = env;
  if (own) return own;
  return common ? `${common.replace(/\/+$/, '')}/v1/traces` : undefined;
}
