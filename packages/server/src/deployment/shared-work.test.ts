// Several processes, one burst at one of them: each carries out its part.
import { type FakeModelServer, startFakeModelServer } from '@cadence-agents/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Deployment, deployments } from './processes.fixture.ts';

/** So long that none loses what it holds on a busy machine. */
const LEASE_MS = 30_000;

/** A process whose model is its own and answers when it is let. */
async function startWithModel(deployment: Deployment, name: string) {
  const model = await startFakeModelServer();
  onTestFinished(() => model.close());
  await model.script([{ kind: 'hang', repeat: true }]);
  const server = await deployment.start(name, {
    CADENCE_LEASE_MS: String(LEASE_MS),
    CADENCE_DEFAULT_MODEL: 'openai:m',
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: 'x',
  });
  return { ...server, model };
}

const begun = (all: readonly { model: FakeModelServer }[]) =>
  Promise.all(all.map(async ({ model }) => (await model.requests()).length));

describe.each(deployments())('three processes on $name', ({ open }) => {
  it('share 60 messages that are sent to one of them', { timeout: 120_000 }, async () => {
    const deployment = await open();
    const here = await startWithModel(deployment, 'a');
    const all = [here, await startWithModel(deployment, 'b'), await startWithModel(deployment, 'c')];
    // Each hears of the others when it gives a sign of life.
    const haveHeard = async () => {
      const { processes } = await here.client.getDeployment({});
      const begun = Math.max(...processes.map(({ startedAt }) => Date.parse(startedAt ?? '')));
      return processes.filter(({ silentMs }) => Date.now() - silentMs > begun).length;
    };
    await expect.poll(haveHeard, { timeout: 60_000 }).toBe(3);
    const sent = Array.from({ length: 60 }, (_, index) =>
      fetch(`${here.url}/api/v1/conversations/c${index}/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', prefer: 'respond-async' },
        body: JSON.stringify({ message: 'Hello.', workflowId: 'assistant' }),
      }),
    );
    for (const { status } of await Promise.all(sent)) expect(status).toBe(202);
    const total = async () => (await begun(all)).reduce((sum, count) => sum + count);
    await expect.poll(total, { timeout: 60_000 }).toBe(60);
    const counts = await begun(all);
    for (const count of counts) expect(Math.abs(count - 20), counts.join('/')).toBeLessThanOrEqual(5);
  });
});
