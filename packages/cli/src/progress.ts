import { styleText } from 'node:util';
import type { RunEvent } from '@cadence/contracts';

/** One line a node, tool and turn-off on stderr; coloured only on a terminal. */
export function showProgress(event: RunEvent): void {
  const line = describe(event);
  if (line !== undefined) process.stderr.write(`${line}\n`);
}

function describe(event: RunEvent): string | undefined {
  const dim = (text: string) => styleText('dim', text, { stream: process.stderr });
  switch (event.type) {
    case 'on_node_start':
      return `${styleText('cyan', '●', { stream: process.stderr })} ${event.node}`;
    case 'on_tool_start':
      return dim(`  ${event.data.tool} ${short(JSON.stringify(event.data.input))}`);
    case 'on_tool_end':
      return dim(`  ${event.data.isError ? '✗' : '='} ${short(event.data.output)}`);
    case 'on_route':
      return event.data.warning ? dim(`  ${event.data.warning}`) : undefined;
    case 'on_custom_event':
      return dim(`  ${event.data.status}`);
    case 'on_error':
      return `${styleText('red', '✗', { stream: process.stderr })} ${event.data.message}`;
    default:
      return undefined;
  }
}

const short = (text: string | undefined) => {
  const line = (text ?? '').replaceAll(/\s+/g, ' ');
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
};
