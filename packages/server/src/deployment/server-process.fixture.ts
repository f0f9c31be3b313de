// A server in a process of its own; its settings are its environment.
//   node server-process.fixture.ts [--no-worker]
// Prints its address, and ends in order when its input does.
import { pino } from 'pino';
import { serve } from '../serve.ts';
import { readSettings } from '../settings/read-settings.ts';

const read = await readSettings(process.cwd(), process.env);
const logger = pino({ level: process.env.CADENCE_LOG_LEVEL ?? 'silent' }, pino.destination(2));
const server = await serve({ ...read, logger, worker: !process.argv.includes('--no-worker') });
process.stdout.write(`${server.url}\n`);
process.stdin.resume().on('end', () => server.close());
