import { styleText } from 'node:util';
import { createLogger, type Server, serve as startServer } from '@cadence/server/serve';
import { type ReadSettings, readSettings } from '@cadence/server/settings';
import { buildPage } from '@cadence/web/build';

interface ServeOptions {
  host?: string;
  port?: string;
  dataDir?: string;
  databaseUrl?: string;
}

/** Serves the page and the API until it is told to stop. */
export async function serve({ host, port, dataDir, databaseUrl }: ServeOptions): Promise<void> {
  const read = await readSettings(process.cwd(), {
    ...process.env,
    ...(host !== undefined && { CADENCE_HOST: host }),
    ...(port !== undefined && { CADENCE_PORT: port }),
    ...(dataDir !== undefined && { CADENCE_DATA_DIR: dataDir }),
    ...(databaseUrl !== undefined && { CADENCE_DATABASE_URL: databaseUrl }),
  });
  const pageDir = await builtPage();
  const server = await startServer({ ...read, pageDir, logger: createLogger(read) });
  welcome(server, read);
  await toldToStop();
  console.log(
    'Stopping: runs under way may end; those that do not go on at the next start. Again to stop at once.',
  );
  await server.close();
}

/** Built at the first start, and again only when its sources have changed. */
async function builtPage(): Promise<string> {
  const told = setTimeout(
    () => process.stderr.write('Building the page; only this first start takes a moment…\n'),
    300,
  );
  try {
    return await buildPage();
  } finally {
    clearTimeout(told);
  }
}

function welcome({ url }: Server, { settings }: ReadSettings): void {
  const bold = (text: string) => styleText('bold', text);
  console.log(`Cadence listens on ${bold(url)}  (API reference: ${bold(`${url}/docs`)})`);
  if (settings.adminKey === null) {
    console.log('No CADENCE_ADMIN_KEY is set: it answers to this machine alone, without a key.');
  }
  if (settings.defaultModel === 'offline') {
    console.log(
      'The offline model answers: a small demo without a key. Set CADENCE_DEFAULT_MODEL for a real one.',
    );
  }
}

/** Resolves at the first signal; the second ends the process at once. */
function toldToStop(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let told = false;
  const onSignal = (exitCode: number) => () => {
    if (told) process.exit(exitCode);
    told = true;
    resolve();
  };
  process.on('SIGINT', onSignal(130));
  process.on('SIGTERM', onSignal(143));
  return promise;
}
