// A server whose log goes to whatever its stderr is: it answers, and ends.
import { serve } from '../serve.ts';
import { readSettings } from '../settings/read-settings.ts';
import { createLogger } from './create-logger.ts';

const [dataDir = ''] = process.argv.slice(2);
const read = await readSettings(dataDir, {
  CADENCE_PORT: '0',
  CADENCE_DATA_DIR: dataDir,
  CADENCE_DRAIN_MS: '0',
  CADENCE_LOG_LEVEL: 'debug',
});
const logger = createLogger(read);
const server = await serve({ ...read, logger });
// More than any pipe holds.
for (let index = 0; index < 3_000; index++) logger.info({ filling: 'x'.repeat(500) }, 'a line');
for (let index = 0; index < 5; index++) {
  const { status } = await fetch(`${server.url}/api/v1/me`, { signal: AbortSignal.timeout(20_000) });
  process.stdout.write(`${status}\n`);
}
await server.close();
process.stdout.write('closed\n');
