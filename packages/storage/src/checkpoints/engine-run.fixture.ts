// A run as the engine has it when it calls the saver: accepted, claimed, with events that wait to be stored.
import { type ClaimedRun, localOwner, noUsage, type RunEvent, type StagedWrite } from '@cadence/contracts';
import type { Database } from '../database/database.ts';
import { createEventStore } from '../events/event-store.ts';
import { createRunStore } from '../runs/run-store.ts';
import { checkpointRemoval } from './remove-checkpoints.ts';
import type { RunCommit } from './run-commit.ts';

export class EngineRun implements RunCommit {
  lease: ClaimedRun['lease'];
  readonly runId: string;
  waiting: RunEvent[] = [];
  staged: StagedWrite[] = [];
  /** How many steps wait for one another to be stored together. */
  stepsTogether = 1;
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

  async stage(write: StagedWrite): Promise<void> {
    this.staged.push(write);
    if (this.staged.length >= this.stepsTogether) await this.commit();
  }

  async commit(): Promise<void> {
    const { append } = createEventStore(this.#database);
    const [events, staged] = [this.waiting.splice(0), this.staged.splice(0)];
    try {
      await append(this.lease, this.runId, events, staged);
    } catch (error) {
      this.waiting.unshift(...events);
      this.staged.unshift(...staged);
      throw error;
    }
  }

  async finish(): Promise<void> {
    const outcome = {
      status: 'completed',
      answer: 'done',
      usage: noUsage,
      error: null,
      handoff: null,
    } as const;
    const runs = createRunStore(this.#database, checkpointRemoval);
    await runs.finish(this.lease, this.runId, outcome, this.waiting.splice(0), this.staged.splice(0));
  }
}
