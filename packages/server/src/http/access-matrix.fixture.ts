// Who calls, what is called, and what the data says must come of it.
import { randomUUID } from 'node:crypto';
import {
  type Action,
  type Bond,
  type Endpoint,
  type Role,
  roleReaches,
  roleSchema,
  ruleOf,
  subjects,
  type WorkflowDefinition,
} from '@cadence-agents/contracts';
import type { TestServer } from './server.fixture.ts';

/** What the request got: served, no key, not allowed, or that there is no such thing. */
export type Verdict = 'served' | 'unauthenticated' | 'refused' | 'hidden';

export interface Caller {
  name: string;
  tenantId: string;
  /** `null` for those who have no key. */
  role: Role | null;
  scopes: string[] | null;
  userId: string | null;
  deployment: boolean;
}

/** The tenant, the person and the workflow that everything belongs to that is called. */
export const theirs = { tenantId: 'acme', userId: 'ann', workflowId: 'desk' };

/** Who is exported and erased: not of whom the keys are, which would go too. */
export const exported = 'carol';

/** Every role × bound to its own, other or no workflows × to its own, another or no person × tenant, and two more. */
export const callers: readonly Caller[] = [
  ...roleSchema.options.flatMap((role) =>
    [null, ['desk'], ['elsewhere']].flatMap((scopes) =>
      [null, 'ann', 'bob'].flatMap((userId) =>
        ['acme', 'other'].map((tenantId) => ({
          name: [role, tenantId, userId ?? 'anyone', scopes?.join() ?? 'all workflows'].join(' · '),
          ...{ tenantId, role, scopes, userId, deployment: false },
        })),
      ),
    ),
  ),
  { name: 'deployment', tenantId: 'local', role: 'admin', scopes: null, userId: null, deployment: true },
  { name: 'nobody', tenantId: 'local', role: null, scopes: null, userId: null, deployment: false },
];

const covers: Record<Bond, (caller: Caller) => boolean> = {
  tenant: ({ tenantId }) => tenantId === theirs.tenantId,
  workflows: ({ scopes }) => scopes === null || scopes.includes(theirs.workflowId),
  user: ({ userId }) => userId === null || userId === theirs.userId,
};
const has: Record<Bond, (caller: Caller) => boolean> = {
  tenant: ({ deployment }) => !deployment,
  workflows: ({ scopes }) => scopes !== null,
  user: ({ userId }) => userId !== null,
};

/** What a request names beside the thing that its action is done to. */
interface Named {
  /** Bonds that hide nothing, because the request names no such thing: it makes one, or it is the caller's own. */
  free?: readonly Bond[];
  /** What would be hidden is refused: it is asked for, not looked at. */
  asks?: boolean;
}
const making: Named = { free: ['tenant', 'workflows', 'user'] };
const exceptions: Readonly<Record<string, Named>> = {
  createConversation: making,
  langGraphCreateThread: making,
  listWorkflows: making,
  openAiListModels: making,
  langGraphSearchAssistants: making,
  listAgents: making,
  listConversations: making,
  langGraphSearchThreads: making,
  langGraphCountThreads: making,
  langGraphPruneThreads: making,
  langGraphCountAssistants: making,
  listRuns: making,
  searchRuns: making,
  listHandoffs: making,
  uploadFile: making,
  listSchedules: making,
  listDeliveries: making,
  webhookSecret: making,
  langGraphSearchCrons: making,
  langGraphCountCrons: making,
  // Of whoever asks.
  langGraphPutItem: making,
  langGraphGetItem: making,
  langGraphDeleteItem: making,
  langGraphSearchItems: making,
  langGraphListNamespaces: making,
  usage: making,
  listKeys: making,
  listAudit: making,
  // Of whoever it is in the caller's own tenant.
  listPeople: making,
  exportPerson: making,
  erasePerson: making,
  tryAgent: making,
  draftWorkflow: making,
  testModel: making,
  tryTool: making,
  putAgent: making,
  openAiEmbeddings: making,
  // An id of its own tenant is free to use.
  putWorkflow: { free: ['tenant'] },
  tryWorkflow: { free: ['tenant'] },
  // Without a conversation there is the workflow alone.
  openAiChat: { free: ['user'] },
  openAiCreateResponse: { free: ['user'] },
  // Of the runs that the caller may see.
  workflowCoverage: { free: ['user'] },
  workflowCosts: { free: ['user'] },
  createSchedule: { free: ['user'] },
  langGraphCreateCron: { free: ['user'] },
  langGraphCreateStatelessRun: { free: ['user'] },
  langGraphBatchRuns: { free: ['user'] },
  langGraphStreamStatelessRun: { free: ['user'] },
  langGraphWaitStatelessRun: { free: ['user'] },
  createKey: { free: ['tenant'], asks: true },
  getProfile: making,
  putProfile: making,
};

export function expectedVerdict(name: string, { action }: Endpoint, caller: Caller): Verdict {
  if (action === 'public') return 'served';
  if (caller.role === null) return 'unauthenticated';
  const { role, on } = ruleOf(action);
  if (!roleReaches(caller.role, role)) return 'refused';
  const { refuses, hides }: { refuses: readonly Bond[]; hides: readonly Bond[] } = subjects[on];
  if (refuses.some((bond) => has[bond](caller))) return 'refused';
  // Somebody else's profile: for authors whose key is nobody's in particular.
  if (on === 'person' && caller.userId !== theirs.userId)
    return caller.userId === null && roleReaches(caller.role, 'author') ? 'served' : 'refused';
  const { free = [], asks = false } = exceptions[name] ?? {};
  if (hides.every((bond) => free.includes(bond) || covers[bond](caller))) return 'served';
  return asks ? 'refused' : 'hidden';
}

/** Whether a listing has what is theirs. */
export function expectedInList(action: Action, caller: Caller): boolean {
  const { hides }: { hides: readonly Bond[] } = subjects[ruleOf(action).on];
  return hides.every((bond) => covers[bond](caller));
}

/** Asks a person, so that a run ends at once and can be answered, without a model. */
const desk: WorkflowDefinition = {
  id: theirs.workflowId,
  name: 'Desk',
  entrypointNodeId: 'ask',
  nodes: [
    {
      id: 'ask',
      workflowId: theirs.workflowId,
      nodeType: 'HUMAN_HANDOFF',
      nodeName: 'ask',
      agentId: 'shared-agent',
      config: { question: 'May I go on?' },
    },
  ],
  edges: [],
};

/** Ids of what is called. */
export interface Things {
  conversation: string;
  run: string;
  handoff: string;
  checkpoint: string;
  step: number;
  version: number;
  key: string;
  schedule: string;
  delivery: string;
  file: string;
}

export const sharedAgent = { id: 'shared-agent', name: 'Shared', systemPrompt: 'Hello.' };

/** What is theirs, made anew: whoever was served last may have removed it. */
export async function makeThings({ cadence }: TestServer): Promise<Things> {
  const { tenantId, userId, workflowId } = theirs;
  const { store } = cadence;
  for (const elsewhere of ['other', 'local']) {
    await store.workflows.delete(elsewhere, workflowId);
    await store.agents.delete(elsewhere, sharedAgent.id);
  }
  await store.agents.put(tenantId, sharedAgent);
  const { version } = await store.workflows.put(tenantId, desk);
  const owner = { tenantId, ownerId: userId };
  const webhook = { url: 'http://127.0.0.1:9/', format: 'native' } as const;
  const accepted = await cadence.send({ message: 'Hello', workflowId, owner, webhook });
  const run = await cadence.wait(accepted.id, accepted);
  const [step] = await store.states.list(run.conversationId);
  const { createApiKeys } = await import('../security/api-keys.ts');
  const { record } = await createApiKeys({ store: store.keys }).createKey({
    ...{ role: 'viewer', tenantId, userId, scopes: [workflowId] },
  });
  const made = await store.schedules.create(
    {
      ...{ id: randomUUID(), tenantId, ownerId: userId, workflowId, input: 'Hello', tone: 'natural' },
      ...{ model: null, metadata: {}, conversationId: null, onBusy: 'enqueue', nextAt: null, webhook: null },
      ...{ cron: '0 0 1 1 *', timeZone: 'UTC', endsAt: null, enabled: false },
    },
    1_000_000,
  );
  // Under the name that all addresses have.
  await cadence.enteredServers.put('math', { url: 'http://127.0.0.1:9/mcp' });
  const bytes = Buffer.from('Hello');
  const file = await store.files.put({ ...owner, bytes, name: 'hello.txt', mediaType: 'text/plain' });
  await store.files.use(tenantId, run.conversationId, [file.id]);
  const [told] = (await store.deliveries.list(tenantId, { runId: run.id })).items;
  if (!run.handoff || !step || !told) throw new Error('The run did not wait for a person.');
  return {
    ...{ conversation: run.conversationId, run: run.id, handoff: run.handoff.id },
    ...{ checkpoint: step.checkpointId, step: step.step, version, key: record.id, schedule: made.id },
    delivery: told.id,
    file: file.id,
  };
}

const messages = [{ role: 'user', content: 'Hello' }];
const cron = { schedule: '0 0 1 1 *', enabled: false };
const langGraphRun = { assistant_id: theirs.workflowId, input: { messages } };

/** The body of a request that can be carried out. */
export const bodies: Readonly<Record<string, (things: Things) => unknown>> = {
  updateConversation: () => ({ title: 'A title' }),
  sendMessage: () => ({ message: 'Hello', workflowId: theirs.workflowId, onBusy: 'interrupt' }),
  putFeedback: () => ({ value: 'up' }),
  trySafety: () => ({ text: 'Hello' }),
  resumeRun: () => ({ text: 'yes' }),
  answerHandoff: () => ({ text: 'yes' }),
  showBranch: ({ run }) => ({ runId: run }),
  forkRun: ({ step }) => ({ step }),
  tryCall: () => ({}),
  createSchedule: () => ({
    message: 'Hello',
    workflowId: theirs.workflowId,
    cron: cron.schedule,
    enabled: false,
  }),
  putWorkflow: () => desk,
  draftWorkflow: () => ({ words: 'A greeting.' }),
  tryWorkflow: () => ({ definition: desk, message: 'Hello' }),
  gateWorkflow: () => ({ last: 1 }),
  putWorkflowLayout: () => ({ direction: 'RIGHT', nodes: [], end: null }),
  putAgent: () => sharedAgent,
  tryAgent: () => ({ agent: sharedAgent, message: 'Hello' }),
  rotateKey: () => ({ graceDays: 7 }),
  createKey: () => ({ role: 'viewer', userId: theirs.userId, scopes: [theirs.workflowId] }),
  testModel: () => ({ model: 'offline' }),
  openAiChat: () => ({ model: theirs.workflowId, messages }),
  openAiEmbeddings: () => ({ model: 'any', input: 'Hello' }),
  openAiCreateResponse: () => ({ model: theirs.workflowId, input: 'Hello' }),
  langGraphUpdateThread: () => ({ metadata: {} }),
  langGraphThreadStateOf: ({ checkpoint }) => ({ checkpoint: { checkpoint_id: checkpoint } }),
  langGraphUpdateState: () => ({ values: { messages } }),
  langGraphCreateRun: () => langGraphRun,
  langGraphStreamRun: () => langGraphRun,
  langGraphWaitRun: () => langGraphRun,
  langGraphCreateStatelessRun: () => langGraphRun,
  langGraphBatchRuns: () => [langGraphRun],
  langGraphCancelRuns: ({ conversation, run }) => ({ thread_id: conversation, run_ids: [run] }),
  langGraphPruneThreads: () => ({ thread_ids: [] }),
  langGraphSetLatestAssistant: ({ version }) => ({ version }),
  langGraphThreadCommand: () => ({ id: 1, method: 'run.start', params: langGraphRun }),
  langGraphThreadEvents: () => ({ channels: ['lifecycle'] }),
  langGraphStreamStatelessRun: () => langGraphRun,
  langGraphPutItem: () => ({ namespace: ['n'], key: 'k', value: {} }),
  langGraphCreateCron: () => ({ ...langGraphRun, ...cron }),
  langGraphCreateThreadCron: () => ({ ...langGraphRun, ...cron }),
  langGraphWaitStatelessRun: () => langGraphRun,
};

/** What an endpoint answered; of a stream that does not end by itself nothing is waited for. */
export async function replyText({ lasting }: Endpoint, response: Response): Promise<string> {
  if (!lasting || !response.ok) return response.text();
  await response.body?.cancel();
  return '';
}

/** The address of an endpoint, for what is theirs. */
export function addressOf({ path, action }: Endpoint, things: Things): string {
  const ids: Record<string, string> = {
    thread_id: things.conversation,
    run_id: things.run,
    cron_id: things.schedule,
    checkpoint_id: things.checkpoint,
    assistant_id: theirs.workflowId,
    step: String(things.step),
    version: String(things.version),
    number: '1',
    name: 'math',
    id: idFor(action, path, things),
  };
  const profile = path.endsWith('/profile') ? `?userId=${theirs.userId}` : '';
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(ids[name] ?? '')) + profile;
}

function idFor(action: Action | 'public', path: string, things: Things): string {
  if (path.startsWith('/api/v1/conversations')) return things.conversation;
  if (path.startsWith('/api/v1/runs')) return things.run;
  if (path.startsWith('/v1/responses')) return `resp_${things.run}`;
  if (path.startsWith('/api/v1/handoffs')) return things.handoff;
  if (path.startsWith('/api/v1/schedules')) return things.schedule;
  if (path.startsWith('/api/v1/webhooks')) return things.delivery;
  if (path.startsWith('/api/v1/files')) return things.file;
  if (path.startsWith('/api/v1/people')) return exported;
  if (path.startsWith('/api/v1/agents')) return sharedAgent.id;
  return action.startsWith('key.') ? things.key : theirs.workflowId;
}
