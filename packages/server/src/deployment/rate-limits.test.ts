// A limit is one of the deployment: three processes let in hardly more than one would.
import { describe, expect, it } from 'vitest';
import { adminKey } from '../http/server.fixture.ts';
import { deployments, type ServerProcess } from './processes.fixture.ts';

const LIMIT = 100;

const ask = async ({ url }: ServerProcess, key: string): Promise<number> =>
  (await fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } })).status;

/** How many requests are let in, one every now and then, before one is refused. */
async function letIn(process: ServerProcess, key: string): Promise<number> {
  let count = -1;
  const next = () => {
    count += 1;
    return ask(process, key);
  };
  await expect.poll(next, { interval: 100 }).toBe(429);
  return count;
}

describe.each(deployments())('on $name', ({ open }) => {
  it('what one process lets in counts at the others', async () => {
    const { start } = await open();
    const env = { CADENCE_ADMIN_KEY: adminKey, CADENCE_RATE_LIMIT_PER_KEY: String(LIMIT) };
    const [one, two, three] = await Promise.all([start('a', env), start('b', env), start('c', env)]);
    const { key } = await one.client.createKey({ body: { role: 'viewer' } });
    for (let count = 0; count < LIMIT; count++) expect(await ask(one, key)).toBe(200);
    const more = [await letIn(two, key), await letIn(three, key)];
    expect(Math.max(...more)).toBeLessThan(LIMIT / 2);
  });
});
