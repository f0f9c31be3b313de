// Looks for runs to carry out: one search at a time; asked to look meanwhile, it looks once more.

export interface WorkSearch {
  /**
   * Looks for work now. A conversation that is named is claimed by name, which waits for a lock that others skip; while
   * more is waiting than there is room for, names do not count, since everybody has to have a turn.
   */
  look(conversationId?: string): void;
  /** Whether more was waiting than there was room for, when it was last looked at. */
  hasBacklog(): boolean;
  /** The search that goes on now, if any. */
  underWay(): Promise<void> | undefined;
}

interface SearchSetup {
  /** Called before each search. */
  prepare: () => Promise<void>;
  /** Takes a run, any or of the conversation named; tells whether there was one. */
  claim: (conversationId: string | undefined, waitedMs: number) => Promise<boolean>;
  hasRoom: () => boolean;
  /** Whether others are to have the rest, if they want it. */
  hasShare: () => boolean;
  /** How long they have for that. */
  patienceMs: number;
  onFault: (error: unknown) => void;
}

export function startWorkSearch(setup: SearchSetup): WorkSearch {
  const { prepare, claim, hasRoom, hasShare, patienceMs, onFault } = setup;
  const named = new Set<string>();
  let underWay: Promise<void> | undefined;
  let again = false;
  let backlog = false;

  const takeAll = async () => {
    while (hasRoom()) {
      if (hasShare()) named.clear();
      const [next] = named;
      if (next !== undefined) named.delete(next);
      const found = await claim(next, hasShare() ? patienceMs : 0);
      if (!found && next === undefined) {
        backlog = false;
        return;
      }
    }
    named.clear();
    backlog = true;
  };
  const search = async () => {
    while (again) {
      again = false;
      if (hasRoom()) await prepare();
      await takeAll();
    }
  };
  return {
    look(conversationId) {
      again = true;
      if (conversationId !== undefined && !backlog) named.add(conversationId);
      underWay ??= search()
        .catch(onFault)
        .finally(() => {
          underWay = undefined;
        });
    },
    hasBacklog: () => backlog,
    underWay: () => underWay,
  };
}
