// Whole numbers in addresses and bodies have the range of their columns, which PostgreSQL holds to and SQLite does not.
import { MOST_INTEGER } from '@cadence-agents/contracts';
import { sharedPostgres } from '@cadence-agents/storage/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allEndpoints } from './all-endpoints.ts';
import { startServer } from './server.fixture.ts';

const postgres = sharedPostgres();
afterAll(postgres.drop);

/** The places of integers without an upper bound that a column holds. */
function unbounded(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, maximum } = { type: undefined, maximum: undefined, ...schema };
  const own = type === 'integer' && !(Number(maximum) <= MOST_INTEGER) ? [path] : [];
  return [...own, ...Object.entries(schema).flatMap(([key, value]) => unbounded(value, `${path}.${key}`))];
}

describe('integers of the API', () => {
  it('have the range of their columns', () => {
    const found = Object.entries(allEndpoints).flatMap(([name, endpoint]) =>
      (['params', 'query', 'body'] as const).flatMap((part) => {
        const schema = Object.entries(endpoint).find(([key]) => key === part)?.[1];
        if (!(schema instanceof z.ZodType)) return [];
        const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
        return unbounded(json, `${name}.${part}`);
      }),
    );
    // A definition is kept as JSON: its limits are no columns. Nor is a command's id, or the place in a thread's stream.
    const noColumns =
      /\.limits\.|maxOutputTokens|^langGraphThread(Command|Events)\.body\.properties\.(id|since)$/;
    expect(found.filter((place) => !noColumns.test(place))).toEqual([]);
  });

  it('are refused in words when they are too large, on PostgreSQL', async () => {
    const { url, client } = await startServer({ CADENCE_DATABASE_URL: await postgres.freshDatabase() });
    const conversation = await client.createConversation({ body: {} });
    const run = await client.sendMessage({ params: { id: conversation.id }, body: { message: 'hello' } });
    const ask = (path: string, headers = {}) => fetch(`${url}${path}`, { headers });
    for (const [path, headers] of [
      [`/api/v1/workflows/2nChat?version=${MOST_INTEGER + 1}`, {}],
      [`/api/v1/workflows/2nChat?version=1e300`, {}],
      [`/api/v1/runs/${run.id}/events?after=${MOST_INTEGER + 1}`, {}],
      [`/api/v1/runs/${run.id}/events`, { 'last-event-id': String(MOST_INTEGER + 1) }],
      [`/threads/${conversation.id}/runs/${run.id}/stream`, { 'last-event-id': `${MOST_INTEGER + 1}-0` }],
    ] as const) {
      const response = await ask(path, headers);
      expect([path, response.status]).toEqual([path, expect.toBeOneOf([400, 422])]);
      await response.text();
    }
    const missing = await ask(`/api/v1/workflows/2nChat?version=${MOST_INTEGER}`);
    expect(missing.status).toBe(404);
  });
});

it('draws every workflow as SVG', async () => {
  const { url, client } = await startServer();
  const { items } = await client.listWorkflows();
  for (const { id } of items) {
    const response = await fetch(`${url}/api/v1/workflows/${id}/graph?format=svg`);
    expect([id, response.status, response.headers.get('content-type')]).toEqual([id, 200, 'image/svg+xml']);
    expect(await response.text()).toMatch(/^<svg[\s\S]*<\/svg>\s*$/);
  }
});
