import type { Endpoint } from '@cadence-agents/contracts';

const text = (description: string, schema: object = {}) => ({
  description,
  schema: { type: 'string' as const, ...schema },
});

/** Headers of replies, by name. */
export const responseHeaders = {
  'X-Request-Id': text(
    'Names the request in the log, the audit and error replies; one that was sent is kept.',
  ),
  'Content-Location': text('Where the run is that the request started.'),
  Location: text('Where to follow what was started.'),
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    schema: { type: 'integer' as const },
  },
  'WWW-Authenticate': text('How to say who you are.'),
};

/** References to some of them. */
export const replyHeaders = (...names: (keyof typeof responseHeaders)[]) => ({
  headers: Object.fromEntries(
    (['X-Request-Id', ...names] as const).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  ),
});

/** Headers that an endpoint reads, beside those of every request. */
export function requestHeaders({ method, startsWork, async, stream }: Endpoint) {
  const header = (name: string, description: string, schema: object) => ({
    name,
    in: 'header',
    required: false,
    ...text(description, schema),
  });
  return [
    ...(startsWork
      ? [
          header(
            'Idempotency-Key',
            'The same key with the same request again returns the first reply and does nothing.',
            { maxLength: 200 },
          ),
        ]
      : []),
    ...(async ? [header('Prefer', 'Not to wait for the end.', { examples: ['respond-async'] })] : []),
    ...(stream && method === 'GET'
      ? [header('Last-Event-ID', 'The id of the last event that was seen: goes on after it.', {})]
      : []),
  ];
}
