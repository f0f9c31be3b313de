// A process that carries out runs and serves nothing: others accept them and follow them.
import { openCadence } from './cadence.ts';
import { catchEscaped } from './operation/catch-escaped.ts';
import { createLogger } from './operation/create-logger.ts';
import { observeAll } from './operation/observe-all.ts';
import { pinoLog } from './operation/pino-log.ts';
import { tellPresence } from './operation/presence.ts';
import { openTracing } from './operation/tracing/open-tracing.ts';
import { startWatchdog } from './operation/watchdog/watchdog.ts';
import type { ReadSettings } from './settings/read-settings.ts';
import { tellIgnored } from './settings/tell-ignored.ts';

export interface RunningWorker {
  /** Takes no new work, lets runs end for a while, then lets go; what is left is taken up by others. */
  close(): Promise<void>;
}

export async function startWorker(read: ReadSettings): Promise<RunningWorker> {
  const { settings, env } = read;
  const log = pinoLog(createLogger(read));
  const escapes = catchEscaped(log, () => {});
  const watchdog = startWatchdog(read);
  tellIgnored(read, log);
  const tracing = await openTracing(env, log);
  const observe = observeAll(tracing ? [tracing.observeRun] : [], log);
  const { leaseMs, drainMs } = settings;
  const worker = { leaseMs };
  const cadence = await openCadence({
    ...read,
    checkDatabase: true,
    worker,
    log,
    observe,
    onStoreOpen: watchdog.watch,
  });
  escapes.giveUpIn(cadence.plugins);
  const presence = tellPresence(cadence, { serves: false, works: true }, log);
  return {
    async close() {
      await cadence.drain(drainMs);
      await presence.end();
      await cadence.close(0);
      await tracing?.close();
      await watchdog.stop();
      escapes.stop();
    },
  };
}
