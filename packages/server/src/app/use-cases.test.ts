// The use cases by themselves: who may do what, and what the audit log has of it, with no HTTP in sight.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@cadence-agents/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cadence, openCadence } from '../cadence.ts';
import { readSettings } from '../settings/read-settings.ts';
import { localPrincipal, type Principal } from './access/principal.ts';
import { saveAgent, tryAgent } from './agents.ts';
import { type AppContext, appContext } from './app-context.ts';
import {
  addMessages,
  createConversation,
  deleteConversation,
  findConversation,
  listConversations,
  listMessages,
  updateConversation,
} from './conversations.ts';
import {
  answerHandoff,
  answerWaiting,
  findHandoff,
  listHandoffs,
  resumeRun,
  waitingRun,
} from './handoffs.ts';
import { createKey, listKeys, revokeKey } from './keys.ts';
import { listAudit } from './operation.ts';
import { readProfile } from './profiles.ts';
import { forkRun, listSteps, readHistory, readStep, sendToFork } from './run-steps.ts';
import { cancelRun, deleteRun, findRun, listRuns, readEvents, waitForRun } from './runs.ts';
import { sendMessage } from './send-message.ts';
import { findWorkflow, listWorkflows, publishWorkflow, saveWorkflow } from './workflows.ts';

const folder = mkdtempSync(join(tmpdir(), 'cadence-use-cases-'));
let cadence: Cadence;
let context: AppContext;
beforeAll(async () => {
  const read = await readSettings(folder, { CADENCE_DATA_DIR: folder });
  cadence = await openCadence(read);
  context = appContext(cadence, silentLog);
});
afterAll(async () => {
  await cadence.close();
  rmSync(folder, { recursive: true });
});

const ann: Principal = { ...localPrincipal, userId: 'ann', role: 'operator', keyId: 'key-of-ann' };
const bob: Principal = { ...ann, userId: 'bob', keyId: 'key-of-bob' };
const abroad: Principal = { ...ann, tenantId: 'elsewhere' };

const said = (id: string, content: string) => ({ id, role: 'user' as const, content });
const auditOf = async (action: string) =>
  (await listAudit(context, localPrincipal, { limit: 50, action })).items;

const ask = async (principal: Principal, message: string, more: { workflowId?: string } = {}) =>
  waitForRun(context, await sendMessage(context, principal, { message, workflowId: 'coordinator', ...more }));

async function askAtDesk(principal: Principal) {
  const workflowId = 'desk';
  const definition = {
    name: 'Desk',
    entrypointNodeId: 'person',
    nodes: [{ id: 'person', workflowId, nodeType: 'HUMAN_HANDOFF', nodeName: 'person' }],
    edges: [],
  };
  await saveWorkflow(context, localPrincipal, { id: workflowId, definition, draft: false });
  const run = await ask(principal, 'Help me.', { workflowId });
  return { run, handoffId: run.handoff?.id ?? '' };
}

describe.each([
  ['another user', bob],
  ['another tenant', abroad],
])("for %s somebody's rows are not there", (_, other) => {
  it('neither a conversation', async () => {
    const { conversationId: id } = await ask(ann, 'What is 2 + 2?');
    const attempts = [
      () => findConversation(context, other, id),
      () => updateConversation(context, other, id, { title: 'Mine' }),
      () => listMessages(context, other, id, { limit: 10 }),
      () => addMessages(context, other, id, [said('m', 'hello')]),
      () => deleteConversation(context, other, id),
    ];
    for (const attempt of attempts)
      await expect(attempt()).rejects.toMatchObject({ code: 'CONVERSATION_NOT_FOUND' });
    const { items } = await listConversations(context, other, { limit: 50 });
    expect(items.map((each) => each.id)).not.toContain(id);
    expect(await findConversation(context, ann, id)).toMatchObject({ ownerId: 'ann' });
  });

  it('nor a run', async () => {
    const run = await ask(ann, 'What is 2 + 2?');
    const attempts = [
      () => findRun(context, other, run),
      () => cancelRun(context, other, run),
      () => deleteRun(context, other, run),
      () => listSteps(context, other, run),
      () => readStep(context, other, { ...run, step: '0' }),
      () => readHistory(context, other, run),
      () => forkRun(context, other, { id: run.id, step: '0' }),
      () => resumeRun(context, other, run, { text: 'yes' }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
    const { items } = await listRuns(context, other, { limit: 50 });
    expect(items.map(({ id }) => id)).not.toContain(run.id);
  });

  it('nor a hand-off', async () => {
    const { handoffId } = await askAtDesk(ann);
    expect((await listHandoffs(context, other, { limit: 10 })).items).toEqual([]);
    const refused = { code: 'HANDOFF_NOT_FOUND' };
    await expect(findHandoff(context, other, handoffId)).rejects.toMatchObject(refused);
    await expect(answerHandoff(context, other, handoffId, { text: 'Mine.' })).rejects.toMatchObject(refused);
    const [entry] = await auditOf('handoff.answer');
    const expected = { outcome: 'failed', target: handoffId, details: refused };
    if (other === bob) expect(entry).toMatchObject({ ...expected, actor: 'key-of-bob' });
  });
});

describe('a message', () => {
  it("cannot be sent to another user's conversation, nor wait for its answer there", async () => {
    const { conversationId } = (await askAtDesk(ann)).run;
    const sent = sendMessage(context, bob, { conversationId, message: 'Hi', workflowId: 'coordinator' });
    await expect(sent).rejects.toMatchObject({ code: 'CONVERSATION_NOT_FOUND' });
    const waiting = waitingRun(context, bob, conversationId);
    await expect(waiting).rejects.toMatchObject({ code: 'CONVERSATION_NOT_FOUND' });
  });

  it('cannot be sent to a workflow that the key is not for', async () => {
    const bound: Principal = { ...ann, role: 'author', scopes: ['desk'] };
    const refused = { code: 'WORKFLOW_NOT_FOUND' };
    await expect(ask(bound, 'Hi')).rejects.toMatchObject(refused);
    await expect(findWorkflow(context, bound, 'coordinator')).rejects.toMatchObject(refused);
    await expect(publishWorkflow(context, bound, { id: 'other', version: 1 })).rejects.toMatchObject(refused);
    const agent = { id: 'a', name: 'A', systemPrompt: 'x' };
    const trying = tryAgent(context, bound, { agent, message: 'Hi' });
    await expect(trying).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await askAtDesk(ann);
    expect((await listWorkflows(context, bound)).map(({ id }) => id)).toEqual(['desk']);
  });

  it.each([
    ['add', ['one', 'two', 'three']],
    ['ignore', ['one', 'two']],
  ] as const)(
    'comes after what was said before; to a conversation that has begun: %s',
    async (ifBegun, known) => {
      const conversationId = `earlier-${ifBegun}`;
      const earlier = [said('e1', 'one'), said('e2', 'two'), said('e3', 'three')];
      const send = async (count: number) => {
        const messages = earlier.slice(0, count);
        const message = { conversationId, message: 'Hello', workflowId: 'coordinator' };
        return waitForRun(
          context,
          await sendMessage(context, ann, { ...message, earlier: { messages, ifBegun } }),
        );
      };
      await send(2);
      await send(3);
      const contents = (await listMessages(context, ann, conversationId, { limit: 10 })).items.map(
        ({ content }) => content,
      );
      expect(contents.filter((content) => earlier.some((each) => each.content === content))).toEqual(known);
      expect(await findConversation(context, ann, conversationId)).toMatchObject({ title: 'Hello' });
    },
  );

  it('begins nothing where its workflow is not there', async () => {
    const message = { conversationId: 'nowhere', message: 'Hello', workflowId: 'lost' };
    const earlier = { messages: [said('e1', 'one')], ifBegun: 'add' } as const;
    await expect(sendMessage(context, ann, { ...message, earlier })).rejects.toMatchObject({
      code: 'WORKFLOW_NOT_FOUND',
    });
    await expect(findConversation(context, ann, 'nowhere')).rejects.toThrow();
  });
});

describe('a run', () => {
  it('is forked into a conversation of whoever forks it, which has what was said until then', async () => {
    const run = await ask(ann, 'What is 15 * 23?');
    const steps = await listSteps(context, ann, run);
    const step = String(steps.at(-1)?.step);
    const forked = await forkRun(context, localPrincipal, { id: run.id, step });
    const { conversationId } = forked;
    expect(await findConversation(context, localPrincipal, conversationId)).toMatchObject({
      ownerId: 'local',
    });
    expect((await listMessages(context, localPrincipal, conversationId, { limit: 10 })).items).toEqual(
      (await readStep(context, ann, { id: run.id, step })).messages,
    );
    const sent = await sendToFork(context, localPrincipal, forked, { message: 'What is 2 + 2?' });
    const { workflowVersion } = run;
    expect(await waitForRun(context, sent)).toMatchObject({ status: 'completed', workflowVersion });
    const [entry] = await auditOf('run.fork');
    expect(entry).toMatchObject({
      outcome: 'done',
      target: run.id,
      actor: 'local',
      requestId: null,
      ip: null,
    });
    await expect(forkRun(context, ann, { id: run.id, step: '99' })).rejects.toThrow('has no step "99"');
  });

  it('is named by its conversation too, where that is given', async () => {
    const run = await ask(ann, 'What is 2 + 2?');
    const elsewhere = { id: run.id, conversationId: 'another' };
    await expect(findRun(context, ann, elsewhere)).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
    await expect(deleteRun(context, ann, elsewhere)).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
    await deleteRun(context, ann, run);
    expect(await Array.fromAsync(readEvents(context, run))).toEqual([]);
    expect((await auditOf('run.delete')).map(({ outcome }) => outcome).slice(0, 2)).toEqual([
      'done',
      'failed',
    ]);
  });

  it('that waits goes on with an answer, from where its events had got to', async () => {
    const { run } = await askAtDesk(ann);
    const waiting = await waitingRun(context, ann, run.conversationId);
    if (!waiting) throw new Error('Nothing waits.');
    const { run: resumed, afterSeq } = await answerWaiting(context, ann, waiting, { text: 'Done.' });
    expect(await waitForRun(context, resumed)).toMatchObject({ status: 'completed', answer: 'Done.' });
    const [first, ...later] = await Array.fromAsync(readEvents(context, run, afterSeq));
    expect(first).toMatchObject({ seq: afterSeq + 1 });
    expect(later.at(-1)).toMatchObject({ type: 'on_run_end' });
    expect(await waitingRun(context, ann, run.conversationId)).toBeUndefined();
  });
});

describe('what belongs to a tenant', () => {
  it('is made and ended there alone', async () => {
    const admin: Principal = { ...localPrincipal, tenantId: 'elsewhere' };
    const { record } = await createKey(context, admin, { role: 'viewer' });
    expect(record).toMatchObject({ tenantId: 'elsewhere' });
    expect((await listKeys(context, localPrincipal, { limit: 10 })).items).toEqual([]);
    await expect(revokeKey(context, localPrincipal, record.id)).rejects.toMatchObject({
      code: 'KEY_NOT_FOUND',
    });
    await revokeKey(context, admin, record.id);
    const { items } = await listAudit(context, admin, { limit: 50 });
    expect(items.slice(0, 2).map(({ action, target }) => [action, target])).toEqual([
      ['key.revoke', record.id],
      ['key.create', record.id],
    ]);
  });

  it('is not overwritten from another', async () => {
    await saveAgent(
      context,
      { ...abroad, role: 'author' },
      { id: 'helper', name: 'Helper', systemPrompt: 'x' },
    );
    expect(await context.store.agents.list('local')).toEqual([]);
    await createConversation(context, abroad, { id: 'shared' });
    await expect(createConversation(context, ann, { id: 'shared' })).rejects.toThrow();
  });

  it("lets nobody but authors read another's profile", async () => {
    expect(await readProfile(context, ann)).toMatchObject({});
    await expect(readProfile(context, ann, 'bob')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const author: Principal = { ...ann, role: 'author' };
    await expect(readProfile(context, author, 'bob')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await readProfile(context, { ...author, userId: null }, 'bob');
  });
});
