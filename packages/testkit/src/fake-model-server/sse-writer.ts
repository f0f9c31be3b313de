import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Wire } from './behaviour.ts';
import { writePacket } from './write-packet.ts';

export interface SseWriter {
  /** Sends one event; what fills no packet yet is kept until `flush`. */
  send(data: string): Promise<void>;
  flush(): Promise<void>;
}

function eventText(data: string, wire: Wire): string {
  const newline = wire.lineEnding === 'crlf' ? '\r\n' : '\n';
  const before = [...(wire.comments ? [': keep-alive'] : []), ...(wire.garbage ? ['what is this'] : [])];
  return [...before, `data: ${data}`, '', ''].join(newline);
}

/** Server-sent events, their bytes laid out as `wire` says. */
export function sseWriter(response: ServerResponse, wire: Wire): SseWriter {
  const packets = wire.packets ?? 'event';
  let held = Buffer.alloc(0);
  return {
    async send(data) {
      const bytes = Buffer.from(eventText(data, wire));
      if (packets === 'event') return writePacket(response, bytes);
      held = Buffer.concat([held, bytes]);
      while (typeof packets === 'number' && held.length >= packets) {
        await writePacket(response, held.subarray(0, packets));
        held = held.subarray(packets);
        // A client that reads slowly would get packets without a gap as one.
        await setTimeout(1);
      }
    },
    async flush() {
      const rest = held;
      held = Buffer.alloc(0);
      if (rest.length > 0) await writePacket(response, rest);
    },
  };
}
