/** What a worker learns with a sign of life. */
export interface Beat {
  /** Of the conversations named, those that it still holds. */
  held: HeldLease[];
  /** How many conversations the other workers that live can work on at once, together. */
  others: number;
}

export interface HeldLease {
  conversationId: string;
  fence: number;
  /** The run was asked to stop. */
  cancelRequested: boolean;
  /** What it did is to be undone. */
  rollback: boolean;
}

/** Who carries out runs. Each worker has a name of its own, in which it holds leases. */
export interface WorkerStore {
  /**
   * A sign of life, which holds for `leaseMs`: so long the leases of these conversations are prolonged, and the others
   * count on the worker for as many conversations as it has capacity.
   */
  beat(
    holder: string,
    leaseMs: number,
    sign: { capacity: number; conversations: readonly string[] },
  ): Promise<Beat>;
  /** The worker is no more: what it holds can be taken up at once. */
  leave(holder: string): Promise<void>;
}

/** How much of a deployment may be at work for one tenant or on one workflow, and who comes first. */
export interface WorkLimits {
  /** Conversations of a tenant at once, by its id; `*` for those that are not named. */
  tenantConcurrency?: Readonly<Record<string, number>>;
  /** How much a tenant gets while others wait too, by its id: 1 for those that are not named. */
  tenantWeights?: Readonly<Record<string, number>>;
  /** Conversations at once that run a workflow, by its id. */
  workflowConcurrency?: Readonly<Record<string, number>>;
}
