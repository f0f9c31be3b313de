import { CadenceError, type StateRecord, type StateStore, type StepRecord } from '@cadence-agents/contracts';
import type { Archive } from '../archive/archive.ts';
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { isExactText } from '../exact-text.ts';
import { copyUses } from '../files/file-uses.ts';
import { openRuns } from '../rows/conversation-lock.ts';
import { conversationParams, ensureConversation, toConversationRecord } from '../rows/conversation-row.ts';
import { busy, earlierStep, goBack, movedSteps, sourceOf, updated } from './go-back.ts';
import { readTree } from './run-tree.ts';
import { planSnapshot, planStep, readHead, type StateHead } from './state-head.ts';
import {
  laterFork,
  latestRow,
  type ReadMoved,
  readCheckpointId,
  readLinks,
  rowAt,
  rowsBefore,
  rowsOfConversation,
  rowsOfRun,
  type StepRow,
  toStepRecord,
} from './step-rows.ts';
import { type HeadCache, insertStep, storedHead } from './step-writer.ts';
import { type StoredState, stateAfter } from './stored-state.ts';

/** Unless somebody works on it: `open` is the row of a run that waits for a person, 0 of one that is about to go on. */
const lockUnheld = statement<{ id: string }, { ordinal: number; open: number | null }>(
  `SELECT ordinal, (SELECT CASE status WHEN 'awaiting_human' THEN runs.ordinal ELSE 0 END FROM runs
     WHERE conversation_id = conversations.id AND ${openRuns} ORDER BY position LIMIT 1) AS open
   FROM conversations WHERE id = $id AND lease_holder IS NULL FOR NO KEY UPDATE`,
);

const rowsAtOnce = 500;

export function createStateStore(database: Database, heads: HeadCache, archive: Archive): StateStore {
  const readMoved = movedSteps(archive);
  const headOf = async (conversationId: string, row: StepRow): Promise<StateHead | undefined> => {
    const cached = heads.get(conversationId);
    if (cached && isHead(cached, row)) return cached;
    return readHead(database, row.place, readMoved);
  };
  return {
    async latest(conversationId) {
      if (!isExactText(conversationId)) return undefined;
      const row = await database.first(latestRow, { conversationId });
      const head = row && (await headOf(conversationId, row));
      if (!head) return undefined;
      heads.set(conversationId, head);
      return toStateRecord(row, head);
    },

    async at(conversationId, checkpointId) {
      const step = readCheckpointId(checkpointId);
      if (!step || !isExactText(conversationId)) return undefined;
      const row = await database.first(rowAt, { conversationId, ...step });
      const head = row && (await headOf(conversationId, row));
      return head && toStateRecord(row, head);
    },

    async list(conversationId, { runId } = {}) {
      const records: StepRecord[] = [];
      if (!isExactText(conversationId, runId)) return records;
      for (let after = 0; ; ) {
        const page = { conversationId, after, limit: rowsAtOnce };
        const rows =
          runId === undefined
            ? await database.all(rowsOfConversation, page)
            : await database.all(rowsOfRun, { ...page, runId });
        for (const row of rows) records.push(toStepRecord(row));
        after = rows.at(-1)?.place ?? 0;
        if (rows.length < rowsAtOnce) return records;
      }
    },

    async history(conversationId, { limit, before }) {
      const step = before === undefined ? undefined : readCheckpointId(before);
      if (!isExactText(conversationId) || (before !== undefined && !step)) return [];
      const end = step && (await database.first(rowAt, { conversationId, ...step }));
      if (step && !end) return [];
      const page = { conversationId, before: end?.place ?? Number.MAX_SAFE_INTEGER };
      const [newest] = await database.all(rowsBefore, { ...page, limit: 1 });
      const head = newest && (await headOf(conversationId, newest));
      if (!head) return [];
      const fitting = Math.max(1, Math.floor(MOST_HISTORY / head.size));
      const rows = await database.all(rowsBefore, { ...page, limit: Math.min(limit, fitting) });
      return readHistory(database, rows.reverse(), readMoved);
    },

    async wentBack(conversationId) {
      if (!isExactText(conversationId)) return false;
      return (await database.first(laterFork, { conversationId })) !== undefined;
    },

    async tree(conversationId) {
      return isExactText(conversationId) ? readTree(database, conversationId) : { current: null, runs: [] };
    },

    ...newConversations(database, readMoved),
    ...stateChanges(database, readMoved),
  };
}

/** Characters of JSON that a page of states may have. */
const MOST_HISTORY = 8_000_000;

/** The states of consecutive steps, given oldest first and returned newest first. */
async function readHistory(
  queries: Queries,
  rows: readonly StepRow[],
  readMoved: ReadMoved,
): Promise<StateRecord[]> {
  const places = { first: rows[0]?.place ?? 0, last: rows.at(-1)?.place ?? 0 };
  const links = new Map((await readLinks(queries, places, readMoved)).map((link) => [link.number, link]));
  const records: StateRecord[] = [];
  let before: StoredState | undefined;
  for (const row of rows) {
    const record = toStepRecord(row);
    const link = links.get(record.step);
    // A run that goes on meanwhile adds steps, and one that is rolled back takes some away.
    if (!link) break;
    before = (before && stateAfter(before, link)) ?? (await readHead(queries, row.place, readMoved))?.state;
    if (!before) break;
    records.unshift({ ...record, ...before });
  }
  return records;
}

const spokenIn = statement<{ id: string }, { workflows_json: string | null }>(
  'SELECT workflows_json FROM conversations WHERE id = $id',
);

/** Each is one transaction. */
function newConversations(database: Database, readMoved: ReadMoved): Pick<StateStore, 'fork' | 'begin'> {
  return {
    async fork({ from, conversationId, messages, ...given }) {
      const params = conversationParams({ ...given, id: conversationId });
      // Part of it may be in the archive, for which no transaction can wait. A state never changes.
      const source = await sourceOf(database, from, readMoved);
      return database.write(
        async (queries) => {
          // What was said there is here too.
          const spoken = await queries.first(spokenIn, { id: from.conversationId });
          const workflows = spoken?.workflows_json ?? null;
          const { row, isNew } = await ensureConversation(queries, { ...params, workflows });
          if (!isNew) throw alreadyThere(conversationId);
          const state = { ...source.state, ...(messages && { messages: [...messages] }) };
          const planned = planSnapshot(source.number, state);
          const origin = { conversation: row.ordinal, run: null, source: 'fork', node: source.node } as const;
          await insertStep(queries, origin, planned, undefined);
          await copyUses(queries, from.conversationId, conversationId);
          return latestRecord(queries, conversationId);
        },
        { durable: true },
      );
    },

    async begin({ messages, ...given }) {
      const params = conversationParams(given);
      return database.write(
        async (queries) => {
          const { row } = await ensureConversation(queries, params);
          if (messages.length > 0 && !(await storedHead(queries, row.ordinal))) {
            const planned = planSnapshot(1, { messages: [...messages], turn: null });
            await insertStep(queries, updateOf(row.ordinal), planned, undefined);
          }
          return toConversationRecord(row);
        },
        { durable: true },
      );
    },
  };
}

function stateChanges(database: Database, readMoved: ReadMoved): Pick<StateStore, 'update' | 'rewind'> {
  return {
    async update(conversationId, updates) {
      return database.write(
        async (queries) => {
          const locked = await queries.first(lockUnheld, { id: conversationId });
          if (!locked || locked.open === 0) throw busy(conversationId);
          const { ordinal: conversation, open: run } = locked;
          const head = await storedHead(queries, conversation);
          const { messages: before = [], turn = null } = head?.state ?? {};
          const state = { messages: updated(before, updates), turn };
          const planned = head
            ? planStep(head, { messages: updates, turn: null }, state)
            : planSnapshot(1, state);
          // A run that waits takes with it what was changed meanwhile, if it is undone.
          await insertStep(queries, { ...updateOf(conversation), run }, planned, head);
          return latestRecord(queries, conversationId);
        },
        { durable: true },
      );
    },

    async rewind(conversationId, checkpointId, updates, runId) {
      const source = await earlierStep(database, conversationId, checkpointId, readMoved);
      return database.write(
        async (queries) => {
          await goBack(queries, conversationId, source, updates, runId);
          return latestRecord(queries, conversationId);
        },
        { durable: true },
      );
    },
  };
}

const updateOf = (conversation: number) =>
  ({ conversation, run: null, source: 'update', node: null }) as const;

const isHead = ({ number, createdAt }: StateHead, row: StepRow): boolean =>
  toStepRecord(row).step === number && row.created_at === createdAt;

const toStateRecord = (row: StepRow, { state }: StateHead): StateRecord => ({
  ...toStepRecord(row),
  ...state,
});

async function latestRecord(queries: Queries, conversationId: string): Promise<StepRecord> {
  const row = await queries.first(latestRow, { conversationId });
  if (row) return toStepRecord(row);
  throw new CadenceError('INTERNAL', `A step of the conversation "${conversationId}" was not kept.`);
}

function alreadyThere(conversationId: string): CadenceError {
  return new CadenceError('INPUT_INVALID', `There is a conversation "${conversationId}" already.`, {
    hint: 'Fork into a conversation with a new id.',
  });
}
