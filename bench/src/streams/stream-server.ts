// The server under test, as a process: prints `{"url": …}` once it listens.
import { createLogger, serve } from '@cadence-agents/server/serve';
import { readSettings } from '@cadence-agents/server/settings';

const read = await readSettings();
const server = await serve({ ...read, logger: createLogger(read) });
console.log(JSON.stringify({ url: server.url }));
process.once('SIGTERM', async () => {
  await server.close();
  process.exit();
});
