import { serializeError } from '@cadence-agents/contracts';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { ReadSettings } from '../settings/read-settings.ts';
import { humanLines } from './human-lines.ts';
import { logSink } from './log-sink.ts';
import { maskLine } from './mask-line.ts';

/**
 * JSON lines on stderr, or readable ones where stderr is a terminal. Secrets are masked wherever they stand; prompts
 * and user text are never handed to it.
 */
export function createLogger(
  read: Pick<ReadSettings, 'settings' | 'env'>,
  destination = standardError(),
): Logger {
  const options: LoggerOptions = {
    level: read.settings.logLevel,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    serializers: { err: serializeError, req: ({ method }: { method: unknown }) => ({ method }) },
    hooks: {
      streamWrite: maskLine(read),
      // Without a text of its own a line would take the error's, which may quote a user.
      logMethod(args, method) {
        const [first, text] = args;
        if (typeof first !== 'object' || text !== undefined) return method.apply(this, args);
        return method.call(this, first instanceof Error ? { err: first } : first, 'something went wrong');
      },
    },
  };
  return pino(options, destination);
}

let opened: DestinationStream | undefined;

/** One for all loggers of a process. */
function standardError(): DestinationStream {
  opened ??= openStandardError();
  return opened;
}

function openStandardError(): DestinationStream {
  // To look at it is what makes a pipe one that does not block. Whoever else writes to it is not hurt either.
  const { isTTY } = process.stderr.on('error', () => {});
  if (isTTY) return humanLines(process.stderr);
  const sink = logSink(process.stderr.fd);
  process.once('exit', sink.flushLast);
  return sink;
}
