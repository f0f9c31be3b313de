// Looks for runs to carry out: one search at a time; asked to look meanwhile, it looks once more.

/** As many as are taken at once: room that is kept for them is not there for messages that come meanwhile. */
const MOST_AT_ONCE = 20;

export interface WorkSearch {
  /**
   * Looks for work now. Conversations that are named are claimed by name, which costs less than to find out whose turn
   * it is; while more is waiting than there is room for, names do not count, since everybody has to have a turn.
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
  /** Takes up to so many runs, any or of the conversations named; tells whether there was one. */
  claim: (wanted: WantedWork) => Promise<boolean>;
  /** How many more could be carried out. */
  room: () => number;
  /** How many of those others do not want. */
  share: () => number;
  /** How long they have for that. */
  patienceMs: number;
  onFault: (error: unknown) => void;
}

export interface WantedWork {
  conversationIds: readonly string[] | undefined;
  most: number;
  waitedMs: number;
}

export function startWorkSearch(setup: SearchSetup): WorkSearch {
  const { prepare, claim, room, share, patienceMs, onFault } = setup;
  const named = new Set<string>();
  let underWay: Promise<void> | undefined;
  let again = false;
  let backlog = false;

  const takeAll = async () => {
    for (let free = room(); free > 0; free = room()) {
      const own = Math.min(free, share());
      // What is beyond the share is taken one by one, since others may come for it at any time.
      const wanted =
        own > 0 ? { most: Math.min(own, MOST_AT_ONCE), waitedMs: 0 } : { most: 1, waitedMs: patienceMs };
      const conversationIds = own > 0 && named.size > 0 ? [...named] : undefined;
      named.clear();
      const found = await claim({ conversationIds, ...wanted });
      if (!found && !conversationIds) {
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
      if (room() > 0) await prepare();
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
