import type { HandoffAnswer, ToolCall } from '@cadence/contracts';
import { useState } from 'react';
import { readArguments } from './read-arguments.ts';

export interface EditedArguments {
  /** What was typed for a call; `undefined` while it has its own arguments. */
  textOf(callId: string): string | undefined;
  edit(callId: string, text: string | undefined): void;
  /** Of the calls that a person has touched; `undefined` when there are none. */
  args: HandoffAnswer['args'] | undefined;
  /** Whether something was typed that is no arguments. */
  isWrong: boolean;
}

/** What a person makes of the arguments of calls that wait for approval. */
export function useEditedArguments(calls: readonly ToolCall[]): EditedArguments {
  const [typed, setTyped] = useState<Readonly<Record<string, string | undefined>>>({});
  const read = calls.flatMap(({ id }) => {
    const text = typed[id];
    return text === undefined ? [] : [{ id, ...readArguments(text) }];
  });
  return {
    textOf: (callId) => typed[callId],
    edit: (callId, text) => setTyped((known) => ({ ...known, [callId]: text })),
    args:
      read.length > 0
        ? Object.fromEntries(read.flatMap(({ id, args }) => (args ? [[id, args]] : [])))
        : undefined,
    isWrong: read.some(({ problem }) => problem !== undefined),
  };
}
