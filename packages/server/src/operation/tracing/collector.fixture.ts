// A collector of traces: takes OTLP over HTTP as JSON and keeps the spans.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

const valueSchema = z.looseObject({
  stringValue: z.string().optional(),
  intValue: z.union([z.number(), z.string()]).optional(),
  arrayValue: z.object({ values: z.array(z.looseObject({ stringValue: z.string().optional() })) }).optional(),
});
const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.coerce.bigint(),
  endTimeUnixNano: z.coerce.bigint(),
  attributes: z
    .array(z.object({ key: z.string(), value: valueSchema }))
    .transform((pairs) => Object.fromEntries(pairs.map(({ key, value }) => [key, plain(value)]))),
  status: z.looseObject({ code: z.number().optional() }),
});
export type CollectedSpan = z.output<typeof spanSchema>;

const bodySchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.unknown(),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
});

export async function startCollector() {
  const spans: CollectedSpan[] = [];
  const bodies: unknown[] = [];
  const server = createServer(async (request, response) => {
    const body = await json(request);
    bodies.push({ path: request.url, authorization: request.headers.authorization, body });
    for (const { scopeSpans } of bodySchema.parse(body).resourceSpans)
      spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, spans, bodies };
}

function plain({ stringValue, intValue, arrayValue }: z.output<typeof valueSchema>) {
  if (arrayValue) return arrayValue.values.map((value) => value.stringValue);
  return stringValue ?? (intValue === undefined ? undefined : Number(intValue));
}
