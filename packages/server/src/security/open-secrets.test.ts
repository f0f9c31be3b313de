import { createLocalSignals, silentLog } from '@cadence-agents/engine';
import { sqliteTestDatabase } from '@cadence-agents/storage/testing';
import { expect, it, onTestFinished } from 'vitest';
import { readSettings } from '../settings/read-settings.ts';
import { openSecrets } from './open-secrets.ts';

it('what is entered or removed at one process reaches the others when they are told, before they look', async () => {
  const test = await sqliteTestDatabase();
  onTestFinished(() => test.dispose());
  const { settings, env } = await readSettings(test.dataDir, {
    CADENCE_DATA_DIR: test.dataDir,
    CADENCE_SECRET_KEY: 'a'.repeat(64),
  });
  const signals = createLocalSignals();
  const open = async () => {
    const { secrets: store } = (await test.connect()).store;
    const secrets = await openSecrets({ store, settings, env, log: silentLog, pollMs: 2 ** 31 - 1 });
    onTestFinished(() => secrets.close());
    secrets.share(signals);
    return secrets;
  };
  const [here, there] = [await open(), await open()];
  await here.put('WEATHER_KEY', 'sunny-side-up');
  await expect.poll(() => there.env().WEATHER_KEY).toBe('sunny-side-up');
  expect(there.values().mask('It is sunny-side-up.')).not.toContain('sunny-side-up');
  await there.delete('WEATHER_KEY');
  await expect.poll(() => here.env().WEATHER_KEY).toBeUndefined();
});
