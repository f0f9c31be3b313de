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

/** A sign of life of a worker. */
export interface WorkerSign {
  /** How long it holds: others then take the worker for dead, and what it has is theirs. */
  aliveMs: number;
  /** How long the leases are to last if nobody takes it for dead. Much longer, so that they are seldom written. */
  leaseMs: number;
  /** How many conversations the others may count on it for. */
  capacity: number;
  /** What it is at work on. */
  conversations: readonly string[];
  /** What it has let go of although it may still hold it: others need not wait for it longer than for a dead worker. */
  left?: readonly string[];
}

/** Who carries out runs. Each worker has a name of its own, in which it holds leases. */
export interface WorkerStore {
  beat(holder: string, sign: WorkerSign): Promise<Beat>;
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
