import type { Log } from '@cadence-agents/engine';
import type { ReadSettings } from '@cadence-agents/server/settings';

const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
type Level = (typeof levels)[number];

/** What goes wrong is told on stderr, a plain line each; what goes well only when the settings ask for it. */
export function stderrLog({ settings, sources }: Pick<ReadSettings, 'settings' | 'sources'>): Log {
  // The default is meant for a server: a person at a terminal is shown the progress already.
  const least: Level = sources.logLevel === 'default' ? 'warn' : settings.logLevel;
  const at = (level: Exclude<Level, 'silent'>) => (message: string, fields?: Record<string, unknown>) => {
    if (levels.indexOf(level) < levels.indexOf(least)) return;
    // The warning of a route is an event of the run too, and shown with its progress.
    if (fields?.warning !== undefined && least === 'warn') return;
    process.stderr.write(`${level === 'warn' ? 'warning' : level}: ${oneLine(message, fields)}\n`);
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

function oneLine(message: string, fields: Record<string, unknown> = {}): string {
  const told = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${plain(value)}`);
  const line = told.length === 0 ? message : `${message} (${told.join(', ')})`;
  return line.replaceAll(/\s+/g, ' ');
}

function plain(value: unknown): string {
  if (value instanceof Error) return value.message;
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
}
