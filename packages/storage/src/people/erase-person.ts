import { type ErasedRows, encodeStrict, type Store } from '@cadence-agents/contracts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { removeFilesOf } from '../files/file-store.ts';
import { noFeedback } from '../runs/feedback.ts';
import { removeConversation } from '../runs/remove-conversation.ts';

type Person = { tenantId: string; userId: string };

const conversations = statement<Person, { id: string }>(
  `SELECT id FROM conversations WHERE tenant_id = $tenantId AND owner_id = $userId
   UNION SELECT conversation_id FROM runs WHERE tenant_id = $tenantId AND owner_id = $userId ORDER BY id`,
);
const keyIds = statement<Person, { id: string }>(
  'SELECT id FROM api_keys WHERE tenant_id = $tenantId AND user_id = $userId',
);
/** What the audit log may have as a target. */
const idsWithin = statement<{ id: string }, { id: string }>(
  `SELECT id FROM runs WHERE conversation_id = $id
   UNION ALL SELECT handoffs.id FROM runs JOIN handoffs ON run_id = runs.id WHERE runs.conversation_id = $id`,
);
const removeThread = statement<{ id: string }>('DELETE FROM checkpoint_threads WHERE thread_id = $id');
const profile = statement<Person>('DELETE FROM profiles WHERE tenant_id = $tenantId AND user_id = $userId');
const keys = statement<Person>('DELETE FROM api_keys WHERE tenant_id = $tenantId AND user_id = $userId');
const replies = statement<Person>(
  'DELETE FROM kept_replies WHERE tenant_id = $tenantId AND owner_id = $userId',
);
const usage = statement<Person>(
  'DELETE FROM usage_totals WHERE tenant_id = $tenantId AND owner_id = $userId',
);
const ranks = statement<Person>('DELETE FROM usage_ranks WHERE tenant_id = $tenantId AND owner_id = $userId');
const scheduleIds = statement<Person, { id: string }>(
  'SELECT id FROM schedules WHERE tenant_id = $tenantId AND owner_id = $userId',
);
const schedules = statement<Person>(
  'DELETE FROM schedules WHERE tenant_id = $tenantId AND owner_id = $userId',
);
const items = statement<Person>('DELETE FROM store_items WHERE tenant_id = $tenantId AND owner_id = $userId');
const schedulesFor = statement<{ id: string }>('DELETE FROM schedules WHERE conversation_id = $id');
const formerReplies = statement<{ tenantId: string }>(
  'DELETE FROM idempotent_replies WHERE tenant_id = $tenantId',
);
type OfTenant = { tenantId: string };
// Two statements, each by an index of its own.
const entriesByThem = statement<OfTenant & { keys: string }>(
  `UPDATE audit_entries SET target_json = NULL, actor = 'erased', request_id = NULL, ip = NULL, details_json = '{}'
   WHERE tenant_id = $tenantId AND actor IN ITEMS_OF($keys)`,
);
const entriesOnThem = statement<OfTenant & { targets: string }>(
  `UPDATE audit_entries SET target_json = NULL
   WHERE tenant_id = $tenantId AND target_json IS NOT NULL AND target_json IN ITEMS_OF($targets)`,
);

// What they said of what others were answered.
const feedback = statement<OfTenant & { givers: string }>(
  `UPDATE runs SET ${noFeedback} WHERE tenant_id = $tenantId AND feedback_by IN ITEMS_OF($givers)`,
);
const pluginVersions = statement<{ keys: string }>(
  `UPDATE plugin_versions SET actor = 'erased' WHERE actor IN ITEMS_OF($keys)`,
);

const settings = statement<{ keys: string }>(
  `UPDATE settings SET actor = 'erased' WHERE actor IN ITEMS_OF($keys)`,
);

export async function conversationsOf(database: Database, person: Person): Promise<string[]> {
  return (await database.all(conversations, person)).map(({ id }) => id);
}

export async function erasePerson(
  database: Database,
  archive: Pick<Store['archive'], 'sweep'>,
  person: Person,
): Promise<ErasedRows> {
  const { tenantId, userId } = person;
  const ids = await conversationsOf(database, person);
  const keysHeld = (await database.all(keyIds, person)).map(({ id }) => id);
  const scheduled = (await database.all(scheduleIds, person)).map(({ id }) => id);
  const targets = [userId, ...keysHeld, ...ids, ...scheduled];
  for (const id of ids) {
    await database.write((queries) => queries.run(schedulesFor, { id }));
    // One transaction each, so that others get their turn in between.
    const within = await database.write(async (queries) => {
      const found = await queries.all(idsWithin, { id });
      await removeConversation(queries, id);
      await queries.run(removeThread, { id });
      return found;
    });
    for (const found of within) targets.push(found.id);
  }
  const filesGone = await removeFilesOf(database, person);
  const rest = await database.write(
    async (queries) => ({
      schedules: await queries.run(schedules, person),
      store_items: await queries.run(items, person),
      profiles: await queries.run(profile, person),
      api_keys: await queries.run(keys, person),
      kept_replies: await queries.run(replies, person),
      usage_totals: await queries.run(usage, person),
      usage_ranks: await queries.run(ranks, person),
      idempotent_replies: await queries.run(formerReplies, { tenantId }),
      feedback: await queries.run(feedback, { tenantId, givers: JSON.stringify([userId, ...keysHeld]) }),
      plugin_versions: await queries.run(pluginVersions, { keys: JSON.stringify(keysHeld) }),
      settings: await queries.run(settings, { keys: JSON.stringify(keysHeld) }),
      audit_entries:
        (await queries.run(entriesByThem, { tenantId, keys: JSON.stringify(keysHeld) })) +
        (await queries.run(entriesOnThem, {
          tenantId,
          targets: JSON.stringify(targets.map((id) => encodeStrict(id, 'id'))),
        })),
    }),
    { durable: true },
  );
  await database.scrub();
  // Last, as it may be away. Called again, it goes on from here.
  await archive.sweep();
  return { conversations: ids.length, files: filesGone, ...rest };
}
