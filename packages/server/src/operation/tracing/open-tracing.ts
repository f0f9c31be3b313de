import type { Log } from '@cadence-agents/engine';
import type { Tracing } from './tracing.ts';

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
