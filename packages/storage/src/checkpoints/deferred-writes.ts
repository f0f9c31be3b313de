import { type PendingWrite, WRITES_IDX_MAP } from '@langchain/langgraph-checkpoint';

export interface TaskWrites {
  taskId: string;
  writes: PendingWrite[];
}

/** How many checkpoints' writes are kept at most; those of runs that broke off are never asked for. */
const mostKept = 1_000;

/**
 * Writes of steps with a single task, which the next checkpoint holds anyway. They are kept back until that is stored;
 * when they turn out to matter (the task stopped to ask, it failed, or another task works beside it) they come out.
 */
export class DeferredWrites {
  readonly #kept = new Map<string, TaskWrites[] | 'stored'>();

  /** Takes a task's writes; returns what has to be stored now. */
  add(place: string, task: TaskWrites): TaskWrites[] {
    const kept = this.#kept.get(place);
    if (kept === 'stored') return [task];
    const all = [...(kept ?? []), task];
    const isOrdinary = task.writes.every(
      ([channel]) => !Object.hasOwn(WRITES_IDX_MAP, channel) && !channel.startsWith('__error'),
    );
    const isAlone = all.every(({ taskId }) => taskId === task.taskId);
    this.#keep(place, isOrdinary && isAlone ? all : 'stored');
    return isOrdinary && isAlone ? [] : all;
  }

  /** The checkpoint that follows is stored. */
  drop(place: string): void {
    this.#kept.delete(place);
  }

  #keep(place: string, writes: TaskWrites[] | 'stored'): void {
    this.#kept.delete(place);
    this.#kept.set(place, writes);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= mostKept) break;
      this.#kept.delete(oldest);
    }
  }
}
