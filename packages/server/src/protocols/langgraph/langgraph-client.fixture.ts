// LangGraph's own client against a server whose models are scripted, for tests.
import { type Checkpoint, Client, type Command } from '@langchain/langgraph-sdk';
import { expect } from 'vitest';
import { useProtocolServer } from '../protocol-server.fixture.ts';

export interface Part {
  id?: string | undefined;
  event: string;
  data: unknown;
}
export interface Values {
  messages: {
    type: string;
    content: string;
    id: string;
    tool_calls?: { id: string }[];
    tool_call_id?: string;
  }[];
  __interrupt__?: { id: string; value: unknown }[];
}

export const clientOf = (apiUrl: string, apiKey: string | null = null) =>
  new Client({ apiUrl, apiKey, callerOptions: { maxRetries: 0 } });

/** One server and its client for all tests of a file. */
export function useLangGraph() {
  const current = useProtocolServer((url) => clientOf(url));
  return {
    get server() {
      return current().server;
    },
    get client() {
      return current().client;
    },
    newThread: async () => (await current().client.threads.create()).thread_id,
    /** The values that a run leaves. */
    async wait(threadId: string, assistantId: string, payload: NewRun): Promise<Values> {
      const { input, checkpoint, ...others } = payload;
      const given = { ...others, ...(input && { input: { ...input } }), ...(checkpoint && { checkpoint }) };
      const ended: unknown = await current().client.runs.wait(threadId, assistantId, given);
      return ended as Values;
    },
  };
}

interface NewRun {
  input?: object;
  checkpoint?: Checkpoint | undefined;
  command?: Command;
  interruptBefore?: '*' | string[];
  interruptAfter?: '*' | string[];
  multitaskStrategy?: 'interrupt' | 'rollback';
}

export const human = (content: string) => ({ messages: [{ type: 'human', content }] });

export async function collect(stream: AsyncIterable<Part>): Promise<Part[]> {
  const parts: Part[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

export const eventsIn = (parts: readonly Part[]) => parts.map(({ event }) => event);

export const lastOf = <T>(parts: readonly Part[], event: string) =>
  parts.findLast((part) => part.event === event)?.data as T;

/** Matches an error of the client by the status that it got. */
export const status = (wanted: number): object => expect.objectContaining({ status: wanted });

export const allModes = [
  'values',
  'updates',
  'messages',
  'messages-tuple',
  'events',
  'custom',
  'debug',
  'tasks',
  'checkpoints',
  'tools',
] as const;

/** What the model says in a turn with a tool. */
export const withTool = [
  {
    kind: 'reply' as const,
    text: 'Let me see.',
    toolCalls: [{ name: 'calculate', arguments: { expression: '2+2' } }],
  },
  { kind: 'reply' as const, text: 'It is four, said in quite a few words.', tokenDelayMs: 20 },
];
