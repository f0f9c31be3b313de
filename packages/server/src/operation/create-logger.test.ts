import { expect, it } from 'vitest';
import { readSettings } from '../settings/read-settings.ts';
import { createLogger } from './create-logger.ts';

it('loggers of one process share its standard error', async () => {
  const read = await readSettings('.', {});
  createLogger(read);
  const listeners = () => [process.listenerCount('exit'), process.stderr.listenerCount('error')];
  const before = listeners();
  createLogger(read);
  expect(listeners()).toEqual(before);
});
