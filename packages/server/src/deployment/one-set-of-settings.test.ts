// Several processes, one set of settings: a model that is entered at one answers at all.
import { startFakeModelServer } from '@cadence-agents/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { deployments } from './processes.fixture.ts';

describe.each(deployments())('on $name', ({ open }) => {
  it('what is entered at one process holds in the others, and in those that start later', async () => {
    const model = await startFakeModelServer();
    onTestFinished(() => model.close());
    await model.script([{ kind: 'reply', text: 'Chosen while it ran.', repeat: true }]);
    const env = { CADENCE_SECRET_KEY: 'of the whole deployment' };
    const deployment = await open();
    const front = await deployment.start('a', env, { worker: false });
    const worker = await deployment.start('b', env);
    const { client } = front;
    await client.putSecret({ params: { name: 'OPENAI_API_KEY' }, body: { value: 'entered-on-the-way' } });
    await client.putSetting({ params: { name: 'modelUrls' }, body: { value: { openai: model.url } } });
    await client.putSetting({ params: { name: 'defaultModel' }, body: { value: 'openai:chosen' } });
    const at = async (process: typeof front) => {
      const { items } = await process.client.listSettings();
      return items.find(({ name }) => name === 'defaultModel');
    };
    const entered = { value: 'openai:chosen', source: 'entered', inForce: true };
    await expect.poll(() => at(worker), { timeout: 15_000 }).toMatchObject(entered);
    const ask = (id: string) =>
      client.sendMessage({ params: { id }, body: { message: 'Hello', workflowId: 'assistant' } });
    expect(await ask('a')).toMatchObject({ answer: 'Chosen while it ran.' });

    const later = await deployment.start('c', env);
    expect(await at(later)).toMatchObject(entered);
    await later.client.deleteSetting({ params: { name: 'defaultModel' } });
    const back = { value: 'offline', source: 'default', inForce: true };
    for (const process of [front, worker])
      await expect.poll(() => at(process), { timeout: 15_000 }).toMatchObject(back);
  }, 120_000);
});
