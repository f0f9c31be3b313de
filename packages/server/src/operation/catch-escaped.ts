import { CadenceError } from '@cadence-agents/contracts';
import { currentPlugin, forgivingLog, type Log, type PluginHost } from '@cadence-agents/engine';

export interface Escapes {
  /** Has a plugin given up when too much escapes from it. */
  giveUpIn(plugins: Pick<PluginHost, 'giveUp'>): void;
  stop(): void;
}

/** What one plugin may leave to nobody within a minute. */
const MOST_ESCAPED = 5;
const WINDOW_MS = 60_000;

/**
 * Catches what nobody else does: a promise that a plugin in this process does not wait for, an exception in a timer of
 * its own. Node would end the process for it, and with it the conversations of everybody else; it is logged instead,
 * with the plugin that it comes from, and counted. Nor may a plugin end the process outright.
 */
export function catchEscaped(given: Log, count: (plugin: string | undefined) => void): Escapes {
  const log = forgivingLog(given);
  const times = new Map<string, number[]>();
  let host: Pick<PluginHost, 'giveUp'> | undefined;
  const noteFor = (plugin: string) => {
    const now = performance.now();
    const recent = [...(times.get(plugin) ?? []).filter((time) => time > now - WINDOW_MS), now];
    times.set(plugin, recent);
    if (recent.length <= MOST_ESCAPED) return;
    times.delete(plugin);
    const reason = `It was given up: ${recent.length} of its errors were handled by nobody within a minute.`;
    void host?.giveUp(plugin, reason);
  };
  const caught = (message: string) => (error: unknown) => {
    const plugin = currentPlugin();
    count(plugin);
    log.error(message, { ...(plugin !== undefined && { plugin }), error });
    if (plugin !== undefined) noteFor(plugin);
  };
  const onRejection = caught('a rejection that nobody handled');
  const onException = caught('an exception that nobody caught');
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtException', onException);
  const allowExit = forbidExit();
  return {
    giveUpIn(plugins) {
      host = plugins;
    },
    stop() {
      allowExit();
      process.off('unhandledRejection', onRejection);
      process.off('uncaughtException', onException);
    },
  };
}

/** Returns how to allow it again. */
function forbidExit(): () => void {
  const { exit, abort } = process;
  const unlessPlugin = () => {
    const plugin = currentPlugin();
    if (plugin === undefined) return;
    throw new CadenceError('PLUGIN_FAILED', `The plugin "${plugin}" wanted to end the process.`, {
      hint: 'Let it throw an error instead.',
    });
  };
  process.exit = (code) => {
    unlessPlugin();
    return exit.call(process, code);
  };
  process.abort = () => {
    unlessPlugin();
    return abort.call(process);
  };
  return () => {
    Object.assign(process, { exit, abort });
  };
}
