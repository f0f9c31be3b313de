// A limit is one of the deployment: three processes let in hardly more than one would.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { adminKey } from '../http/server.fixture.ts';
import { deployments, type ServerProcess } from './processes.fixture.ts';

const LIMIT = 100;

/** How many requests are let in before one is refused, or all of them. */
async function letIn({ url }: ServerProcess, key: string, paceMs: number): Promise<number> {
  for (let count = 0; count < LIMIT; count++) {
    const { status } = await fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } });
    if (status === 429) return count;
    expect(status).toBe(200);
    await sleep(paceMs);
  }
  return LIMIT;
}

describe.each(deployments())('on $name', ({ open }) => {
  it('what one process lets in counts at the others', async () => {
    const { start } = await open();
    const env = { CADENCE_ADMIN_KEY: adminKey, CADENCE_RATE_LIMIT_PER_KEY: String(LIMIT) };
    const [one, two, three] = await Promise.all([start('a', env), start('b', env), start('c', env)]);
    const { key } = await one.client.createKey({ body: { role: 'viewer' } });
    expect(await letIn(one, key, 0)).toBe(LIMIT);
    const more = [await letIn(two, key, 100), await letIn(three, key, 100)];
    expect(Math.max(...more)).toBeLessThan(LIMIT / 2);
  });
});
