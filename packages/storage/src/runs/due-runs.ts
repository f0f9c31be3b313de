// The runs that are to be archived. They are noted in the order of their rows, a page at a time; one that has not ended
// when its time comes stays noted.
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { isAtRest } from '../rows/conversation-lock.ts';

/** A run that is to be archived; numbers are those of rows. */
export interface DueRun {
  archive: number;
  run: number;
  id: string;
  tenantId: string;
  conversationId: string;
  conversation: number;
}

type DueRow = {
  archive: number;
  run: number;
  id: string;
  tenant_id: string;
  conversation_id: string;
  conversation: number;
};

// A conversation at work may undo what its last run did, and needs what was before.
const due = statement<{ after: number; before: number; limit: number }, DueRow>(
  `SELECT a.ordinal AS archive, a.run, r.id, r.tenant_id, r.conversation_id, conversations.ordinal AS conversation
   FROM archives a JOIN runs r ON r.ordinal = a.run JOIN conversations ON conversations.id = r.conversation_id
   WHERE a.run IS NOT NULL AND a.moved_at IS NULL AND a.ordinal > $after AND r.ended_at < $before AND ${isAtRest}
   ORDER BY a.ordinal LIMIT $limit`,
);
const countMarked = statement<{ before: number }, { found: number }>(
  `SELECT CAST(COUNT(*) AS INTEGER) AS found FROM archives a JOIN runs r ON r.ordinal = a.run
   WHERE a.run IS NOT NULL AND a.moved_at IS NULL AND r.ended_at < $before`,
);
const lastMarked = statement<Record<string, never>, { run: number }>(
  'SELECT COALESCE(MAX(run), 0) AS run FROM archives',
);
const runsAfter = statement<
  { after: number; limit: number },
  { ordinal: number; created_at: number; ended_at: number | null }
>('SELECT ordinal, created_at, ended_at FROM runs WHERE ordinal > $after ORDER BY ordinal LIMIT $limit');
const mark = statement<{ after: number; through: number }>(
  `INSERT INTO archives (run) SELECT ordinal FROM runs WHERE ordinal > $after AND ordinal <= $through
   ON CONFLICT (run) DO NOTHING`,
);

const PAGE = 500;

export async function dueRuns(
  database: Database,
  page: { after: number; before: number; limit: number },
): Promise<DueRun[]> {
  const rows = await database.all(due, page);
  return rows.map(({ tenant_id: tenantId, conversation_id: conversationId, ...row }) => ({
    ...row,
    tenantId,
    conversationId,
  }));
}

/** Notes the next ones; false when there are none that old. */
export async function markDue(database: Database, before: number): Promise<boolean> {
  const after = (await database.first(lastMarked, {}))?.run ?? 0;
  const through = oldOnes(await database.all(runsAfter, { after, limit: PAGE }), before).at(-1);
  if (!through) return false;
  await database.run(mark, { after, through: through.ordinal });
  return true;
}

/** Those noted, and those that would be. */
export async function countDue(database: Database, before: number): Promise<number> {
  let count = (await database.first(countMarked, { before }))?.found ?? 0;
  for (let after = (await database.first(lastMarked, {}))?.run ?? 0; ; ) {
    const old = oldOnes(await database.all(runsAfter, { after, limit: PAGE }), before);
    count += old.filter((run) => run.ended_at !== null && run.ended_at < before).length;
    if (old.length < PAGE) return count;
    after = old.at(-1)?.ordinal ?? after;
  }
}

/** Rows are numbered as time goes by, so that there is no need to look further than the first that is too new. */
function oldOnes<T extends { created_at: number }>(runs: readonly T[], before: number): T[] {
  const end = runs.findIndex((run) => run.created_at >= before);
  return end < 0 ? [...runs] : runs.slice(0, end);
}
