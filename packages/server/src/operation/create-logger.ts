import { type Logger, pino } from 'pino';
import type { Settings } from '../settings/setting-table.ts';

/** JSON lines on stderr. Keys are masked wherever they stand; prompts and user text are never handed to it. */
export function createLogger({ logLevel }: Pick<Settings, 'logLevel'>): Logger {
  return pino(
    {
      level: logLevel,
      redact: {
        paths: ['req.headers', '*.authorization', '*.apiKey', '*.key', '*.password'],
        censor: '[hidden]',
      },
    },
    pino.destination({ dest: 2, sync: false }),
  );
}
