import type { ClaimedRun } from '@cadence-agents/contracts';
import type { JobEnd, RunJob } from './run-job.ts';

/** Room for runs, until it is known whether it is needed. */
export interface ReservedRoom {
  use(claimed: ClaimedRun): void;
  /** What was not used. */
  giveBack(): void;
}

interface RunJobsSetup {
  start: (claimed: ClaimedRun) => RunJob;
  /** Called when a run has ended here, carried out or left. */
  onEnd: (conversationId: string, end: JobEnd) => void;
}

/** The runs under way in this process. */
export class RunJobs {
  /** Conversations that are not worked on here any more although the store may still think so. */
  readonly left = new Set<string>();
  readonly #setup: RunJobsSetup;
  readonly #jobs = new Set<RunJob>();
  /** The one that was begun last, where one is still ending that was left. */
  readonly #byRun = new Map<string, RunJob>();
  #reserved = 0;

  constructor(setup: RunJobsSetup) {
    this.#setup = setup;
  }

  /** Those under way, and those that may be in a moment. */
  get count(): number {
    return this.#jobs.size + this.#reserved;
  }

  get all(): RunJob[] {
    return [...this.#jobs];
  }

  /** Resolves when those that are under way now have ended. */
  async done(): Promise<void> {
    await Promise.all(this.all.map(({ done }) => done));
  }

  has(job: RunJob): boolean {
    return this.#jobs.has(job);
  }

  /** Stores at once what the run has told, if it is under way. */
  readonly storeTold = async (runId: string): Promise<void> => {
    await this.#byRun.get(runId)?.storeTold();
  };

  /** To be called before runs are claimed, so that those claimed at the same time do not outnumber the room. */
  reserve(count: number): ReservedRoom {
    this.#reserved += count;
    let kept = count;
    const letGo = (some: number) => {
      this.#reserved -= some;
      kept -= some;
    };
    const use = (claimed: ClaimedRun) => {
      letGo(1);
      this.#begin(claimed);
    };
    return { use, giveBack: () => letGo(kept) };
  }

  #begin(claimed: ClaimedRun): void {
    const job = this.#setup.start(claimed);
    const { runId, conversationId } = job;
    this.#jobs.add(job);
    this.#byRun.set(runId, job);
    this.left.delete(conversationId);
    job.done.then((end) => {
      this.#jobs.delete(job);
      if (this.#byRun.get(runId) === job) this.#byRun.delete(runId);
      if (!end.carriedOut) this.left.add(conversationId);
      this.#setup.onEnd(conversationId, end);
    });
  }
}
