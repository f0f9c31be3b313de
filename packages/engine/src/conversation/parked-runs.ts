// Runs whose tools are not here: they are set aside for a process that has them, and taken up when they are here.
import {
  type ClaimedRun,
  type RunRecord,
  type Signals,
  type Store,
  workTopic,
} from '@cadence-agents/contracts';

interface Setup {
  runs: Store['runs'];
  holder: string;
  /** How long a run waits for a process that has its tools. */
  parkedMs: number;
  /** Carry out the runs of this conversation and no others. */
  only?: string | undefined;
  /** Another object whenever other tools are here. */
  tools?: (() => unknown) | undefined;
  signals: Signals;
}

export interface ParkedRuns {
  /** Sets the run aside; none of its workflow is taken up here until other tools are. */
  park(claimed: ClaimedRun): Promise<void>;
  /** The next one that may be carried out here, or that nobody has come for, if it is time to look. */
  claim(leaseMs: number): Promise<ClaimedRun | undefined>;
  /** It is time to look, at a conversation that is named or at all of them. */
  due(conversationId?: string): void;
  /** It was not set aside after all. */
  notDue(conversationId: string): void;
}

export function parkedRuns(setup: Setup): ParkedRuns {
  const { runs, holder, parkedMs, signals, only, tools = () => null } = setup;
  /** Workflows that could not be made with the tools that are here. */
  const unable = new Set<string>();
  let triedWith = tools();
  const dueOnes = new Set<string>();
  let allDue = false;
  const forgetOld = () => {
    if (tools() === triedWith) return;
    triedWith = tools();
    unable.clear();
  };
  return {
    due(conversationId) {
      if (conversationId === undefined) allDue = true;
      else dueOnes.add(conversationId);
    },
    async park({ run, lease, overdue }) {
      forgetOld();
      const reason = pinnedWorkflow(run);
      unable.add(reason);
      // Whoever took it up because it was overdue has said so, and that is enough. The others look more often.
      await runs.park(lease, run.id, { reason, patienceMs: overdue ? null : parkedMs });
      signals.publish(workTopic, { type: 'work', conversationId: run.conversationId });
    },
    notDue: (conversationId) => dueOnes.delete(conversationId),
    async claim(leaseMs) {
      if (!allDue && dueOnes.size === 0) return undefined;
      const due = allDue ? undefined : [...dueOnes];
      const conversationIds = only === undefined ? due : [only];
      allDue = false;
      dueOnes.clear();
      forgetOld();
      const claimed = await runs.claimParked(holder, leaseMs, { unable: [...unable], conversationIds });
      // There may be more.
      if (claimed) allDue = true;
      return claimed;
    },
  };
}

const pinnedWorkflow = ({ tenantId, workflowId, workflowVersion }: RunRecord): string =>
  JSON.stringify([tenantId, workflowId, workflowVersion]);
