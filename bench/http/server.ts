// The server as the bench starts it: its plugins are the bench's two specialists, the rest is as it comes.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createLogger, serve } from '@cadence-agents/server/serve';
import { readSettings } from '@cadence-agents/server/settings';

const { PORT = '0', FAKE_LLM_URL = '', BENCH_DATA = '' } = process.env;
mkdirSync(BENCH_DATA, { recursive: true });
const read = await readSettings(BENCH_DATA, {
  ...process.env,
  CADENCE_PORT: PORT,
  CADENCE_DATA_DIR: BENCH_DATA,
  CADENCE_PLUGINS_DIR: join(import.meta.dirname, 'plugins'),
  // The whole conversation is sent at every call, as the others do.
  CADENCE_CONTEXT_WINDOW_TOKENS: '10000000',
  CADENCE_DEFAULT_MODEL: 'openai:coordinator',
  CADENCE_SYNTHESIZER_MODEL: 'openai:synthesizer',
  CADENCE_SUSPEND_MODEL: 'openai:synthesizer',
  OPENAI_BASE_URL: `${FAKE_LLM_URL}/v1`,
  OPENAI_API_KEY: 'x',
});
const server = await serve({ ...read, logger: createLogger(read) });
process.once('SIGTERM', async () => {
  await server.close();
  process.exit();
});
