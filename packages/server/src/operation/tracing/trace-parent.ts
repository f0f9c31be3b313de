import { isSpanContextValid, type SpanContext } from '@opentelemetry/api';

/** The span that a W3C `traceparent` names, if it is one. */
export function readTraceParent(text: unknown): SpanContext | undefined {
  if (typeof text !== 'string') return undefined;
  const [, traceId, spanId, flags] =
    /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(parent) ? parent : undefined;
}
