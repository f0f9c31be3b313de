// What whoever runs a deployment is told of its processes, from any of them.
import { describe, expect, it } from 'vitest';
import { deployments } from './processes.fixture.ts';

describe.each(deployments())('a deployment on $name', ({ name, open }) => {
  it('tells of its processes, of one that was killed, and that nobody is left to work', async () => {
    const deployment = await open();
    const front = await deployment.start('front', {}, { worker: false });
    const worker = await deployment.start('worker', {});
    const look = () => front.client.getDeployment({});
    await expect.poll(async () => (await look()).processes, { timeout: 10_000 }).toHaveLength(2);
    const seen = await look();
    expect(seen.processes).toContainEqual(
      expect.objectContaining({ pid: front.pid, serves: true, works: false, state: 'alive', capacity: 0 }),
    );
    expect(seen.processes).toContainEqual(
      expect.objectContaining({ pid: worker.pid, serves: true, works: true, version: seen.version }),
    );
    expect(new Set(seen.processes.map(({ plugins }) => plugins)).size).toBe(1);
    expect(seen.findings).toEqual([]);
    expect(seen.bus).toEqual({ kind: name === 'SQLite' ? 'folder' : 'postgres', connected: true });
    expect(seen.storage).toMatchObject({ kind: name === 'SQLite' ? 'sqlite' : 'postgres' });
    // The data folder of one on PostgreSQL is made when it is needed.
    if (name === 'SQLite') expect(seen.disk?.freeBytes).toBeGreaterThan(0);

    await worker.kill();
    await front.client.sendMessage(
      { params: { id: 'waits' }, body: { message: 'Hello?' } },
      { headers: { prefer: 'respond-async' } },
    );
    const after = await look();
    expect(after.processes).toContainEqual(expect.objectContaining({ pid: worker.pid, state: 'gone' }));
    expect(after.findings.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('No process carries out runs'),
      expect.stringContaining('It ended without a word'),
    ]);
    expect(after.queue).toMatchObject({ waiting: 1, groups: [{ waiting: 1 }] });

    await front.stop();
    const back = await deployment.start('back');
    const { processes } = await back.client.getDeployment({});
    expect(processes.map(({ pid }) => pid)).not.toContain(front.pid);
  }, 60_000);
});
