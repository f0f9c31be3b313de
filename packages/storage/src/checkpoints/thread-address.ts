import { CadenceError } from '@cadence/contracts';
import type { RunnableConfig } from '@langchain/core/runnables';
import { exactId, exactText } from '../exact-text.ts';

/** Where a thread's checkpoints are: a thread has one line of them for each of LangGraph's namespaces. */
export interface ThreadAddress {
  threadId: string;
  ns: string;
}

export const addressKey = ({ threadId, ns }: ThreadAddress): string => `${threadId}\0${ns}`;

/** What a call says of the address. */
export function partialAddress(config: RunnableConfig): {
  [Part in keyof ThreadAddress]: string | undefined;
} {
  const { thread_id: threadId, checkpoint_ns: ns }: Record<string, unknown> = config.configurable ?? {};
  return {
    threadId:
      threadId === undefined ? undefined : exactId(textIn('thread_id', threadId), 'configurable.thread_id'),
    ns: ns === undefined ? undefined : exactText(textIn('checkpoint_ns', ns), 'configurable.checkpoint_ns'),
  };
}

/** The address that a call names, `undefined` when it names no thread. */
export function addressOf(config: RunnableConfig): ThreadAddress | undefined {
  const { threadId, ns = '' } = partialAddress(config);
  return threadId === undefined ? undefined : { threadId, ns };
}

export function requiredAddress(config: RunnableConfig): ThreadAddress {
  const address = addressOf(config);
  if (!address) throw missing('thread_id', 'the conversation that the checkpoint belongs to');
  return address;
}

/** The checkpoint that a call names, `undefined` when it means the latest. */
export function checkpointIdOf(config: RunnableConfig | undefined): string | undefined {
  const id: unknown = config?.configurable?.checkpoint_id || config?.configurable?.thread_ts;
  return id ? exactId(textIn('checkpoint_id', id), 'configurable.checkpoint_id') : undefined;
}

export function requiredCheckpointId(config: RunnableConfig): string {
  const id = checkpointIdOf(config);
  if (id === undefined) throw missing('checkpoint_id', 'the checkpoint that the writes belong to');
  return id;
}

function textIn(key: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new CadenceError('INPUT_INVALID', `"${key}" in the config's "configurable" is not a string.`, {
    hint: 'Ids are strings; convert it before you pass it.',
  });
}

function missing(key: string, meaning: string): CadenceError {
  return new CadenceError('INPUT_INVALID', `The config's "configurable" has no "${key}".`, {
    hint: `Pass ${meaning}: { configurable: { ${key}: "…" } }.`,
  });
}
