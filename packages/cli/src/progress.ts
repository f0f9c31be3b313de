import { styleText } from 'node:util';
import { type EventLine, eventLine, type RunEvent } from '@cadence/contracts';

type Style = Parameters<typeof styleText>[0];

const looks: Record<EventLine['look'], (text: string) => string> = {
  step: (text) => `${styled('cyan', '●')} ${text}`,
  detail: (text) => styled('dim', `  ${text}`),
  failure: (text) => `${styled('red', '✗')} ${text}`,
};

/** One line a node, tool and turn-off on stderr; coloured only on a terminal. */
export function showProgress(event: RunEvent): void {
  const line = eventLine(event);
  if (line !== undefined) process.stderr.write(`${looks[line.look](line.text)}\n`);
}

const styled = (style: Style, text: string) => styleText(style, text, { stream: process.stderr });
