import { join } from 'node:path';
import type { Server } from '@cadence-agents/server/serve';
import type { ReadSettings } from '@cadence-agents/server/settings';
import type { Command } from 'commander';
import { localSettings } from './local-cadence.ts';
import { countOption } from './options.ts';
import { bold, plural, say } from './output.ts';

interface PlaceOptions {
  dataDir?: string;
  databaseUrl?: string;
}

interface ServeOptions extends PlaceOptions {
  host?: string;
  port?: string;
  worker: boolean;
}

interface WorkerOptions extends PlaceOptions {
  concurrency?: number;
}

export function addCommands(program: Command): void {
  const withPlace = (command: Command) =>
    command
      .option('--data-dir <folder>', 'folder for the database and uploads')
      .option('--database-url <url>', 'postgres://… instead of SQLite');
  withPlace(
    program
      .command('serve')
      .description('serve the page and the API')
      .option('--host <address>', 'address to listen on')
      .option('--port <number>', 'port to listen on'),
  )
    .option('--no-worker', 'carry out no runs: leave them to "cadence worker"')
    .action(serve);
  withPlace(
    program
      .command('worker')
      .description('carry out the runs that other processes accept')
      .option('--concurrency <count>', 'conversations at once', countOption),
  ).action(work);
}

/** Serves the page and the API until it is told to stop. */
async function serve({ host, port, worker, ...place }: ServeOptions): Promise<void> {
  const toldToStop = listenForSignals();
  const read = await settingsFor(place, {
    ...(host !== undefined && { CADENCE_HOST: host }),
    ...(port !== undefined && { CADENCE_PORT: port }),
  });
  const { createLogger, serve: startServer } = await import('@cadence-agents/server/serve');
  const pageDir = await builtPage(read.settings.dataDir);
  const server = await startServer({ ...read, worker, pageDir, logger: createLogger(read) });
  welcome(server);
  if (!worker) say('It carries out no runs: start "cadence worker" beside it.');
  await toldToStop();
  await server.close();
}

/** Carries out runs until it is told to stop. */
async function work({ concurrency, ...place }: WorkerOptions): Promise<void> {
  const toldToStop = listenForSignals();
  const read = await settingsFor(place, {
    ...(concurrency !== undefined && { CADENCE_CONCURRENCY: String(concurrency) }),
  });
  const { startWorker } = await import('@cadence-agents/server/worker');
  const worker = await startWorker(read);
  console.log(`Carrying out runs, up to ${plural(read.settings.concurrency, 'conversation')} at once.`);
  await toldToStop();
  await worker.close();
}

function settingsFor(
  { dataDir, databaseUrl }: PlaceOptions,
  given: Readonly<Record<string, string>>,
): Promise<ReadSettings> {
  return localSettings({
    ...process.env,
    ...(dataDir !== undefined && { CADENCE_DATA_DIR: dataDir }),
    ...(databaseUrl !== undefined && { CADENCE_DATABASE_URL: databaseUrl }),
    ...given,
  });
}

/** Built at the first start, and again only when its sources have changed; in the data folder where the code is not ours. */
async function builtPage(dataDir: string): Promise<string> {
  const told = setTimeout(
    () => process.stderr.write('Building the page; only this first start takes a moment…\n'),
    300,
  );
  try {
    const { buildPage } = await import('@cadence-agents/web/build');
    return await buildPage({ elsewhere: join(dataDir, 'page') });
  } finally {
    clearTimeout(told);
  }
}

function welcome({ url, cadence: { settings } }: Server): void {
  console.log(`Cadence listens on ${bold(url)}  (API reference: ${bold(`${url}/docs`)})`);
  if (settings.adminKey === null) {
    console.log('No CADENCE_ADMIN_KEY is set: it answers to this machine alone, without a key.');
  }
  if (settings.defaultModel === 'offline') {
    say('The offline model answers: a small demo without a key. For a real one: cadence setup');
  }
}

/**
 * From now on the first signal asks for an orderly end, also when it comes before everything has started, and the second
 * ends the process at once. Returns how to wait for the first.
 */
function listenForSignals(): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let told = false;
  const onSignal = (exitCode: number) => () => {
    if (told) process.exit(exitCode);
    told = true;
    resolve();
  };
  process.on('SIGINT', onSignal(130));
  process.on('SIGTERM', onSignal(143));
  return async () => {
    // Listening for signals alone does not keep a process alive.
    const alive = setInterval(() => {}, 2 ** 30);
    await promise;
    clearInterval(alive);
    console.log(
      'Stopping: runs under way may end; those that do not go on at the next start. Again to stop at once.',
    );
  };
}
