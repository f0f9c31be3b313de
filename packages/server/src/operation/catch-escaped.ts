import { currentPlugin, forgivingLog, type Log } from '@cadence/engine';

/**
 * Catches what nobody else does: a promise that a plugin in this process does not wait for, an exception in a timer of
 * its own. Node would end the process for it, and with it the conversations of everybody else; it is logged instead,
 * with the plugin that it comes from, and counted. Returns how to stop.
 */
export function catchEscaped(given: Log, count: (plugin: string | undefined) => void): () => void {
  const log = forgivingLog(given);
  const caught = (message: string) => (error: unknown) => {
    const plugin = currentPlugin();
    count(plugin);
    log.error(message, { ...(plugin !== undefined && { plugin }), error });
  };
  const onRejection = caught('a rejection that nobody handled');
  const onException = caught('an exception that nobody caught');
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtException', onException);
  return () => {
    process.off('unhandledRejection', onRejection);
    process.off('uncaughtException', onException);
  };
}
