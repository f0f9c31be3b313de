// A run as the engine has it when it calls the saver: accepted, claimed, with events that wait to be stored.
import { type ClaimedRun, localOwner, noUsage, type RunEvent } from '@cadence/contracts';
import type { Database } from '../database/database.ts';
import { createRunStore } from '../runs/run-store.ts';
import { checkpointRemoval } from './remove-checkpoints.ts';
import type { RunCommit } from './run-commit.ts';

export class EngineRun implements RunCommit {
  readonly lease: ClaimedRun['lease'];
  readonly runId: string;
  waiting: RunEvent[] = [];
  readonly #database: Database;
  #seq = 0;

  private constructor(database: Database, { run, lease }: ClaimedRun) {
    this.#database = database;
    this.lease = lease;
    this.runId = run.id;
  }

  static async start(database: Database, conversationId: string, runId: string): Promise<EngineRun> {
    const runs = createRunStore(database, checkpointRemoval);
    const request = { id: runId, conversationId, workflowId: 'w', workflowVersion: null, input: 'hello' };
    await runs.accept({ ...request, ...localOwner, tone: 'natural', onBusy: 'enqueue' });
    const claimed = await runs.claim('tester', 60_000, conversationId);
    if (!claimed) throw new Error(`Run "${runId}" cannot be claimed.`);
    return new EngineRun(database, claimed);
  }

  emit(node: string): void {
    this.#seq++;
    this.waiting.push({
      seq: this.#seq,
      runId: this.runId,
      time: new Date(0).toISOString(),
      node,
      type: 'on_node_end',
      data: { label: null },
    });
  }

  // An own field, so that it stays when a test spreads the run.
  readonly commitWith = async <T>(store: (events: RunEvent[]) => Promise<T>): Promise<T> => {
    const taken = this.waiting.splice(0);
    try {
      return await store(taken);
    } catch (error) {
      this.waiting.unshift(...taken);
      throw error;
    }
  };

  async finish(): Promise<void> {
    const outcome = {
      status: 'completed',
      answer: 'done',
      usage: noUsage,
      error: null,
      handoff: null,
    } as const;
    const runs = createRunStore(this.#database, checkpointRemoval);
    await this.commitWith((events) => runs.finish(this.lease, this.runId, outcome, events));
  }
}
