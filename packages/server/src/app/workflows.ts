import {
  type ApiPublication,
  CadenceError,
  type DescribedKind,
  describeKind,
  isTrialId,
  type Problem,
  type WorkflowDefinition,
  type WorkflowVersion,
  workflowDefinitionSchema,
} from '@cadence-agents/contracts';
import { readDefinition } from '@cadence-agents/workflow';
import type { ListedWorkflow } from '../workflows/workflow-catalogue.ts';
import { audited } from './access/audited.ts';
import { authorize } from './access/authorize.ts';
import type { Principal } from './access/principal.ts';
import { demandScope, mayUse } from './access/reach.ts';
import type { AppContext } from './app-context.ts';
import { demandGate } from './gate-report.ts';

type Reading = Pick<AppContext, 'store' | 'workflows'>;
type Changing = Pick<AppContext, 'store' | 'log'>;

/** Those that new runs can start on, and that the principal may use. */
export async function usableWorkflows(
  { workflows }: Pick<AppContext, 'workflows'>,
  principal: Principal,
): Promise<ListedWorkflow[]> {
  authorize(principal, 'workflow.read');
  const listed = await workflows.list(principal.tenantId);
  return listed.filter(({ id }) => mayUse(principal, id));
}

export async function findUsableWorkflow(
  context: Pick<AppContext, 'workflows'>,
  principal: Principal,
  id: string,
): Promise<ListedWorkflow> {
  const found = (await usableWorkflows(context, principal)).find((each) => each.id === id);
  if (!found) throw noWorkflow(id);
  return found;
}

/** Those that can be used, and the drafts. */
export async function listWorkflows(context: Reading, principal: Principal): Promise<ListedWorkflow[]> {
  const { workflows, store } = context;
  const drafts = (await store.workflows.list(principal.tenantId))
    .filter(({ published }) => !published)
    // Runs keep versions of built-in workflows and of trials too.
    .filter(({ workflowId }) => !workflows.isBuiltIn(workflowId) && !isTrialId(workflowId))
    .filter(({ workflowId }) => mayUse(principal, workflowId))
    .map(({ workflowId: id, createdAt, definition: { name, description = null } }) => {
      return { id, name, description, createdAt, version: null, from: 'stored' as const };
    });
  return [...(await usableWorkflows(context, principal)), ...drafts];
}

export interface SeenWorkflow {
  definition: unknown;
  name: string;
  description: string | null;
  /** That new runs start on, or that was asked for; `null` for a draft and for what is built in. */
  version: number | null;
  from: 'stored' | 'built in';
}

/** The version or the draft that is asked for; else the published one, else the draft. */
export async function findWorkflow(
  { store, workflows }: Reading,
  principal: Principal,
  id: string,
  { version, draft = false }: { version?: number | undefined; draft?: boolean } = {},
): Promise<SeenWorkflow> {
  authorize(principal, 'workflow.read');
  demandScope(principal, id);
  const { tenantId } = principal;
  const stored = store.workflows;
  if (version !== undefined) {
    const found = await stored.get(tenantId, id, version);
    if (!found) throw noWorkflow(id, version);
    return seen(id, found, found.version, 'stored');
  }
  if (draft || !(workflows.isBuiltIn(id) || (await stored.get(tenantId, id)))) {
    const definition = await stored.draft(tenantId, id);
    if (definition !== undefined) return seen(id, { definition }, null, 'stored');
    if (draft) throw noWorkflow(id);
  }
  const found = await workflows.find(tenantId, id);
  return seen(id, found, found.version, found.version === null ? 'built in' : 'stored');
}

/** The draft, checked, as a version that a run can be pinned to. Another program may have written it. */
export async function pinDraft(
  { store, check }: Pick<AppContext, 'store' | 'check'>,
  principal: Principal,
  id: string,
): Promise<number> {
  authorize(principal, 'workflow.put');
  demandScope(principal, id);
  const given = await store.workflows.draft(principal.tenantId, id);
  if (given === undefined) throw noWorkflow(id);
  const { definition, problems } = await check(principal.tenantId, given);
  if (!definition) throw invalidWorkflow(id, problems);
  const { version } = await store.workflows.put(principal.tenantId, definition, { publish: false });
  return version;
}

/** A definition that can be run and drawn. */
export async function checkedWorkflow(
  context: Reading & Pick<AppContext, 'check'>,
  principal: Principal,
  id: string,
): Promise<WorkflowDefinition> {
  const { definition: given } = await findWorkflow(context, principal, id);
  const { definition, problems } = await context.check(principal.tenantId, given);
  if (!definition) throw invalidWorkflow(id, problems);
  return definition;
}

/** What a workflow can be made of. */
export function listNodeKinds(
  { kinds, plugins }: Pick<AppContext, 'kinds' | 'plugins'>,
  principal: Principal,
): DescribedKind[] {
  authorize(principal, 'catalogue.read');
  const owners = new Map(
    plugins.bundles().flatMap((bundle) => bundle.kinds.map(({ kind }) => [kind, bundle.slug] as const)),
  );
  return kinds().list.map((kind) => describeKind(kind, owners.get(kind) ?? null));
}

/** Newest first. */
export async function workflowVersions(
  { store, workflows }: Reading,
  principal: Principal,
  id: string,
): Promise<WorkflowVersion[]> {
  authorize(principal, 'workflow.read');
  demandScope(principal, id);
  const oldestFirst = await store.workflows.versions(principal.tenantId, id);
  if (oldestFirst.length === 0) await workflows.find(principal.tenantId, id);
  return oldestFirst.toReversed();
}

export async function checkWorkflow(
  { check }: Pick<AppContext, 'check'>,
  principal: Principal,
  given: unknown,
): Promise<{ valid: boolean; problems: Problem[]; maxSteps: number | null }> {
  authorize(principal, 'workflow.check');
  const { problems, definition, certificate } = await check(principal.tenantId, given);
  const maxSteps = definition && certificate?.bounded ? certificate.maxSteps : null;
  return { valid: definition !== undefined, problems, maxSteps };
}

/** Stores a version, which new runs start on unless it is a draft. A draft may have problems left. */
export function saveWorkflow(
  context: Changing & Pick<AppContext, 'check'>,
  principal: Principal,
  { id, definition: given, draft }: { id: string; definition: Record<string, unknown>; draft: boolean },
): Promise<WorkflowVersion> {
  const work = async () => {
    demandScope(principal, id);
    const { tenantId } = principal;
    const stored = context.store.workflows;
    const named = { ...given, id };
    const { problems, definition } = await context.check(tenantId, named);
    if (definition) return stored.put(tenantId, definition, { publish: !draft, draft });
    // It has to have the form of a definition to be kept.
    const kept = draft ? readDefinition(named) : undefined;
    if (kept) return stored.put(tenantId, kept, { publish: false, draft });
    throw invalidWorkflow(id, problems);
  };
  const details = ({ version, published }: WorkflowVersion) => ({ version, published: published && !draft });
  return audited(context, principal, 'workflow.put', id, work, details);
}

/** Has new runs start on a version that is stored; with `gate` only if its gate has passed. */
export function publishWorkflow(
  context: Changing & Pick<AppContext, 'check'>,
  principal: Principal,
  { id, version, gate = false }: { id: string; version: number; gate?: boolean },
): Promise<WorkflowVersion> {
  const work = async () => {
    await soundVersion(context, principal, { id, version });
    if (gate) await demandGate(context, principal, { id, version });
    return context.store.workflows.publish(principal.tenantId, id, version);
  };
  return audited(context, principal, 'workflow.publish', id, work, { version, published: true });
}

const MOST_PUBLICATIONS = 50;

/** Which versions were published, by whom and when; newest first, as far as the audit log has it. */
export async function workflowPublications(
  context: Reading,
  principal: Principal,
  id: string,
): Promise<ApiPublication[]> {
  // The log has those of workflows that are gone, too.
  await workflowVersions(context, principal, id);
  const filter = { target: id, outcome: 'done', limit: MOST_PUBLICATIONS } as const;
  const changes = await Promise.all(
    (['workflow.publish', 'workflow.put'] as const).map(
      async (action) => (await context.store.audit.list(principal.tenantId, { ...filter, action })).items,
    ),
  );
  return changes
    .flat()
    .flatMap(({ actor: by, time, details: { version, published } }) =>
      typeof version === 'number' && published === true ? [{ version, by, time }] : [],
    )
    .toSorted((a, b) => b.time.localeCompare(a.time))
    .slice(0, MOST_PUBLICATIONS);
}

/** The definition of a stored version that is as it should be. */
export async function soundVersion(
  { store, check }: Pick<AppContext, 'store' | 'check'>,
  principal: Principal,
  { id, version }: { id: string; version: number },
): Promise<WorkflowDefinition> {
  demandScope(principal, id);
  const { tenantId } = principal;
  const found = await store.workflows.get(tenantId, id, version);
  if (!found) throw noWorkflow(id, version);
  const { definition, problems } = await check(tenantId, found.definition);
  if (!definition) throw invalidWorkflow(id, problems);
  return definition;
}

/** Runs that were started on it keep their version. */
export function deleteWorkflow(
  context: Changing & { workflows: Pick<AppContext['workflows'], 'isBuiltIn'> },
  principal: Principal,
  id: string,
): Promise<void> {
  return audited(context, principal, 'workflow.delete', id, async () => {
    demandScope(principal, id);
    const { tenantId } = principal;
    const stored = context.store.workflows;
    // Runs keep versions of a built-in one too, under its id, but nobody stored those.
    const isOwn = !context.workflows.isBuiltIn(id) || (await stored.get(tenantId, id));
    if (isOwn && (await stored.delete(tenantId, id))) return;
    if (isOwn) throw noWorkflow(id);
    throw new CadenceError('WORKFLOW_BUILT_IN', `The workflow "${id}" is built in.`, {
      hint: 'Store a workflow of your own under another id.',
    });
  });
}

const summarySchema = workflowDefinitionSchema.pick({ name: true, description: true }).partial().loose();

function seen(
  id: string,
  { definition }: { definition: unknown },
  version: number | null,
  from: SeenWorkflow['from'],
): SeenWorkflow {
  const { name = id, description } = summarySchema.parse(definition);
  return { definition, name, description: description ?? null, version, from };
}

export function noWorkflow(id: string, version?: number): CadenceError {
  const which = version === undefined ? '' : ` in version ${version}`;
  return new CadenceError('WORKFLOW_NOT_FOUND', `There is no workflow "${id}"${which}.`, {
    hint: 'Look at the list of workflows and their versions.',
  });
}

export function invalidWorkflow(id: string, problems: readonly Problem[]): CadenceError {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const count = errors.length === 1 ? 'a problem' : `${errors.length} problems`;
  return new CadenceError('WORKFLOW_INVALID', `The workflow "${id}" has ${count}.`, {
    hint: errors[0]?.hint,
    details: problems,
  });
}
