// The server with V8's inspector open, as a process: prints `{"url": …, "inspector": …}` once it listens.
import inspector from 'node:inspector';
import { createLogger, serve } from '@cadence-agents/server/serve';
import { readSettings } from '@cadence-agents/server/settings';

inspector.open(0, '127.0.0.1');
const read = await readSettings(process.env.CADENCE_DATA_DIR);
const server = await serve({ ...read, logger: createLogger(read) });
console.log(JSON.stringify({ url: server.url, inspector: inspector.url() }));
process.once('SIGTERM', async () => {
  await server.close();
  process.exit();
});
