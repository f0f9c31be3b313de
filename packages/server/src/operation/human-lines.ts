import { inspect, styleText } from 'node:util';
import type { DestinationStream } from 'pino';

const colors = { debug: 'gray', info: 'green', warn: 'yellow', error: 'red' } as const;

/** Lines for people: the time, the level, what happened, and the fields. */
export function humanLines(to: { write(text: string): unknown }): DestinationStream {
  return {
    write(line) {
      const { level, time, pid: _, msg, ...fields }: Record<string, unknown> = JSON.parse(line);
      const color = Object.entries(colors).find(([name]) => name === level)?.[1] ?? 'magenta';
      const told = Object.entries(fields).map(([name, value]) => `${name}=${shown(value)}`);
      const head = `${String(time).slice(11, 23)} ${styleText(color, String(level).padEnd(5))}`;
      to.write(`${head} ${[String(msg), ...told].join(' ')}\n`);
    },
  };
}

function shown(value: unknown): string {
  return typeof value === 'string' && !/\s/.test(value)
    ? value
    : inspect(value, { depth: 6, breakLength: 160 });
}
