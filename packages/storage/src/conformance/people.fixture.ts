import type { Store } from '@cadence-agents/contracts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { claimed, outcome, said, sampleSchedule, tenantId, tokens, turnOf } from './samples.fixture.ts';

/** A word that is nowhere but in what is about one person. */
export const canary = 'zq7canary';
export const userId = `ann-${canary}`;
const keyId = `annskey-${canary}`;

const insertCheckpoint = statement<{ data: Uint8Array }>(
  `INSERT INTO checkpoints (thread, checkpoint_id, revision, created_at, data)
   SELECT ordinal, 'c', 0, 0, $data FROM checkpoint_threads`,
);
const insertCheckpointWrite = statement<{ data: Uint8Array }>(
  `INSERT INTO checkpoint_writes (thread, checkpoint_id, task_id, idx, channel_json, data)
   SELECT ordinal, 'c', 't', 0, '""', $data FROM checkpoint_threads`,
);

/** Leaves something of the person in every table that can have it. */
export async function plant(store: Store, database: Database): Promise<void> {
  await store.profiles.put(tenantId, userId, {
    name: canary,
    roles: [canary],
    preferences: { like: canary },
  });
  await store.keys.create({
    ...{ id: keyId, tenantId, userId, name: canary, role: 'operator', scopes: null },
    ...{ expiresAt: null, secretHash: 'h' },
  });
  await plantSchedule(store);
  const owner = { tenantId, ownerId: userId };
  await store.items.put(owner, { namespace: ['likes'], key: 'k', value: { canary }, ttlMs: null });
  await plantBranch(store);
  // Has its words indexed.
  await store.tend();
  const { run, lease } = await claimed(store, {
    ...{ conversationId: `c-${canary}`, ownerId: userId, input: canary, idempotencyKey: canary },
    ...{ metadata: { canary }, model: canary },
    webhook: { url: `https://example.com/${canary}`, format: 'native' },
  });
  const bytes = Buffer.from(canary);
  const file = await store.files.put({ ...owner, bytes, name: canary, mediaType: 'text/plain' });
  await store.files.use(tenantId, run.conversationId, [file.id]);
  const message = said(`I know ${canary}.`);
  const turn = turnOf(run.id, { answer: canary });
  const call = { callId: canary, idempotencyKey: canary, tool: 't', fingerprint: 'f' };
  const [event] = tokens(run.id, 1, 1);
  await store.runs.commit(lease, run.id, {
    events: event ? [{ ...event, type: 'on_chat_model_stream', data: { chunk: canary } }] : [],
    steps: [{ node: 'agent', messages: [message], turn, state: { messages: [message], turn } }],
    calls: [{ call, result: { output: canary, isError: false } }],
  });
  const handoff = { id: `h-${canary}`, node: 'n', question: canary };
  await store.runs.finish(lease, run.id, outcome({ status: 'awaiting_human', answer: canary, handoff }));
  await store.handoffs.answer(tenantId, handoff.id, { text: canary });
  await store.conversations.update(tenantId, run.conversationId, { title: canary, metadata: { canary } });
  const request = { tenantId, ownerId: userId, key: canary, route: 'POST /', digest: 'd' };
  await store.idempotency.begin(request);
  await store.idempotency.finish(request, { status: 200, body: { canary } });
  const entry = { tenantId, action: 'run.cancel', outcome: 'done', details: {}, ip: '192.0.2.7' } as const;
  await store.audit.append({ ...entry, actor: keyId, target: canary, requestId: canary });
  for (const target of [run.id, handoff.id, run.conversationId, userId]) {
    await store.audit.append({ ...entry, actor: 'an admin', target, requestId: 'r' });
  }
  await database.run(
    statement(
      `INSERT INTO idempotent_replies (tenant_id, idempotency_key, route, digest, reply_json, created_at)
       VALUES ('${tenantId}', '${canary}', 'POST /', 'd', '"${canary}"', 0)`,
    ),
    {},
  );
  await database.run(
    statement(`INSERT INTO checkpoint_threads (thread_id, ns) VALUES ('c-${canary}', '${canary}')`),
    {},
  );
  await store.pluginVersions.install(
    { slug: 'mine', version: '1.0.0', hash: 'h', by: keyId, archive: Buffer.from('x') },
    5,
  );
  await store.settings.put({ name: 'maxSteps', value: 9, by: keyId });
  const data = Buffer.from(canary);
  await database.run(insertCheckpoint, { data });
  await database.run(insertCheckpointWrite, { data });
  await plantFeedback(store);
  // Has what it used added up.
  await store.tend();
}

/** A run whose conversation went back to before it. */
async function plantBranch(store: Store): Promise<void> {
  const ended = { conversationId: `c-${canary}`, ownerId: userId, input: `Do you know ${canary}?` };
  const before = await claimed(store, ended);
  const left = said(`Left behind by ${canary}.`);
  const then = turnOf(before.run.id, { answer: canary });
  await store.runs.commit(before.lease, before.run.id, {
    steps: [{ node: 'agent', messages: [left], turn: then, state: { messages: [left], turn: then } }],
  });
  await store.runs.finish(before.lease, before.run.id, outcome());
  // What came of it is a branch from here on.
  await store.states.rewind(ended.conversationId, null, []);
}

/** On what somebody else was answered. */
async function plantFeedback(store: Store): Promise<void> {
  const other = await claimed(store, { conversationId: 'cems', ownerId: 'cem' });
  await store.runs.finish(other.lease, other.run.id, outcome());
  await store.runs.giveFeedback(tenantId, other.run.id, { value: 'down', note: canary, by: userId });
}

async function plantSchedule(store: Store): Promise<void> {
  const dueAt = '2026-01-31T08:00:00.000Z';
  const schedule = sampleSchedule({ id: `s-${canary}`, ownerId: userId, input: canary, nextAt: dueAt });
  await store.schedules.create(schedule, 10);
  const error = { code: 'WORKFLOW_NOT_FOUND', message: canary };
  await store.schedules.fire({ scheduleId: schedule.id, dueAt, nextAt: null }, { error });
}

/** Somebody else, who must not notice. */
export async function plantOther(store: Store): Promise<void> {
  await store.profiles.put(tenantId, 'bob', { name: 'Bob', roles: [], preferences: {} });
  await store.profiles.put('elsewhere', userId.replace(canary, ''), {
    name: 'A',
    roles: [],
    preferences: {},
  });
  const { run, lease } = await claimed(store, { conversationId: 'bobs', ownerId: 'bob' });
  await store.runs.finish(lease, run.id, outcome(), { events: tokens(run.id, 1, 3) });
  await store.audit.append({
    ...{ tenantId, actor: 'bobskey', action: 'run.cancel', target: run.id, outcome: 'done' },
    ...{ details: { code: 'X' }, ip: '192.0.2.8', requestId: 'bobs' },
  });
  // Has what it used added up.
  await store.tend();
}
