// A process that is killed or stopped with a run under way: its model takes its time, then a tool leaves a mark.
//   node taken-over-child.fixture.ts '{"storage": …, "leaseMs": …, "marks": file, "modelMs": …}'
// Prints a line when the model is asked, and what it warns of.
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tool } from '@cadence-agents/contracts';
import { silentLog } from '@cadence-agents/engine';
import type { StoreOptions } from '@cadence-agents/storage';
import { z } from 'zod';
import { lastUser, openTalk } from './stored.fixture.ts';

export interface TakenOverOptions {
  storage: StoreOptions;
  leaseMs: number;
  /** The tool appends a line here. */
  marks: string;
  modelMs: number;
}

export function markingTool(marks: string): Tool {
  return {
    name: 'mark',
    description: 'Leaves a mark.',
    input: z.looseObject({}),
    async run() {
      appendFileSync(marks, `${process.pid}\n`);
      return 'marked';
    },
  };
}

if (import.meta.main) {
  const { storage, leaseMs, marks, modelMs }: TakenOverOptions = JSON.parse(process.argv[2] ?? '{}');
  const talk = await openTalk({
    storage,
    leaseMs,
    log: { ...silentLog, warn: (message) => console.log(message) },
    tools: [markingTool(marks)],
    script: async ({ messages }) => {
      console.log(`asked ${lastUser(messages)}`);
      // A model that takes so long.
      await sleep(modelMs);
      return messages.at(-1)?.role === 'tool' ? 'done' : { toolCalls: [{ name: 'mark' }] };
    },
  });
  await talk.send('c', 'hello');
}
