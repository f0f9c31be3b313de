// A server as a process, with a worker or, by `no-worker`, without: prints `{"url": …}` once it listens.
import { createLogger, serve } from '@cadence-agents/server/serve';
import { readSettings } from '@cadence-agents/server/settings';

const read = await readSettings();
const worker = !process.argv.includes('no-worker');
const server = await serve({ ...read, logger: createLogger(read), worker });
console.log(JSON.stringify({ url: server.url }));
process.once('SIGTERM', async () => {
  await server.close();
  process.exit();
});
