// What LangGraph says in a config's `configurable`, and what it wants to hear.
import { CadenceError, type CheckpointThread } from '@cadence-agents/contracts';
import type { RunnableConfig } from '@langchain/core/runnables';

/** The thread and namespace that a call names, as far as it names them. */
export function namedThread(config: RunnableConfig): {
  [Part in keyof CheckpointThread]: string | undefined;
} {
  const { thread_id: threadId, checkpoint_ns: ns }: Record<string, unknown> = config.configurable ?? {};
  return {
    threadId: threadId === undefined ? undefined : textIn('thread_id', threadId),
    ns: ns === undefined ? undefined : textIn('checkpoint_ns', ns),
  };
}

/** The thread that a call is about, `undefined` when it names none. */
export function threadOf(config: RunnableConfig): CheckpointThread | undefined {
  const { threadId, ns = '' } = namedThread(config);
  return threadId === undefined ? undefined : { threadId, ns };
}

export function requiredThread(config: RunnableConfig): CheckpointThread {
  const thread = threadOf(config);
  if (!thread) throw missing('thread_id', 'the thread that the checkpoint belongs to');
  return thread;
}

/** The checkpoint that a call names, `undefined` when it means the latest. */
export function checkpointIdOf(config: RunnableConfig | undefined): string | undefined {
  const id: unknown = config?.configurable?.checkpoint_id || config?.configurable?.thread_ts;
  return id ? textIn('checkpoint_id', id) : undefined;
}

export function requiredCheckpointId(config: RunnableConfig): string {
  const id = checkpointIdOf(config);
  if (id === undefined) throw missing('checkpoint_id', 'the checkpoint that the writes belong to');
  return id;
}

export function configOf({ threadId, ns }: CheckpointThread, checkpointId: string) {
  return { configurable: { thread_id: threadId, checkpoint_ns: ns, checkpoint_id: checkpointId } };
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
