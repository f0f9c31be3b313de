import {
  CadenceError,
  type DescribedKind,
  describeKind,
  endpoints,
  workflowDefinitionSchema,
} from '@cadence/contracts';
import { drawMermaid, drawSvg } from '@cadence/workflow';
import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../api-context.ts';
import { demandScope, type Principal } from '../guard/principal.ts';
import { implement, invalidInput } from '../implement.ts';
import { isTriedWorkflow } from '../tried-workflow.ts';

export function addWorkflowRoutes(app: FastifyInstance, context: ApiContext): void {
  const { cadence } = context;
  const stored = cadence.store.workflows;

  implement(app, endpoints.listWorkflows, async (_, { principal }) => {
    const { scopes, tenantId } = principal;
    const all = [...(await cadence.workflows.list(tenantId)), ...(await draftsOf(context, tenantId))];
    return { items: scopes === null ? all : all.filter(({ id }) => scopes.includes(id)) };
  });
  implement(app, endpoints.getWorkflow, async ({ params, query }, { principal }) => {
    const found = await findWorkflow(context, principal, params.id, query.version);
    const { definition, version, from } = found;
    const { name = params.id, description = null } = summaryIn(definition);
    return { id: params.id, name, description, version, from, definition };
  });
  implement(app, endpoints.putWorkflow, async ({ params, query, body }, { principal }) => {
    if (body.id !== undefined && body.id !== params.id) {
      throw invalidInput([{ path: 'body.id', message: `is not "${params.id}", the id in the address` }]);
    }
    demandScope(principal, params.id);
    const { tenantId } = principal;
    const given = { ...body, id: params.id };
    const { problems, definition } = await cadence.check(tenantId, given);
    if (definition) return stored.put(tenantId, definition, { publish: !query.draft });
    // A draft may have problems left, but it has to have the form of a definition to be kept.
    const draft = query.draft ? workflowDefinitionSchema.safeParse(given).data : undefined;
    if (draft) return stored.put(tenantId, draft, { publish: false });
    throw invalidWorkflow(params.id, problems);
  });
  implement(app, endpoints.deleteWorkflow, async ({ params }, { principal }) => {
    demandScope(principal, params.id);
    const { tenantId } = principal;
    // Runs keep versions of a built-in one too, under its id, but nobody stored those.
    const isOwn = !cadence.workflows.isBuiltIn(params.id) || (await stored.get(tenantId, params.id));
    if (isOwn && (await stored.delete(tenantId, params.id))) return;
    if (isOwn) throw noWorkflow(params.id);
    throw new CadenceError('WORKFLOW_BUILT_IN', `The workflow "${params.id}" is built in.`, {
      hint: 'Store a workflow of your own under another id.',
    });
  });
  implement(app, endpoints.checkWorkflow, async ({ body }, { principal }) => {
    const { problems, definition, certificate } = await cadence.check(principal.tenantId, body);
    return {
      valid: definition !== undefined,
      problems,
      maxSteps: definition && certificate?.bounded ? certificate.maxSteps : null,
    };
  });
  implement(app, endpoints.listNodeKinds, async () => ({ items: nodeKinds(cadence) }));
  addVersionRoutes(app, context);
}

function nodeKinds({ kinds, plugins }: ApiContext['cadence']): DescribedKind[] {
  const owners = new Map(
    plugins.bundles().flatMap((bundle) => bundle.kinds.map(({ kind }) => [kind, bundle.slug] as const)),
  );
  return kinds().list.map((kind) => describeKind(kind, owners.get(kind) ?? null));
}

function addVersionRoutes(app: FastifyInstance, context: ApiContext): void {
  const { cadence } = context;
  const stored = cadence.store.workflows;

  implement(app, endpoints.workflowGraph, async ({ params, query }, { principal }, reply) => {
    const { definition: given } = await findWorkflow(context, principal, params.id);
    const { definition, problems } = await cadence.check(principal.tenantId, given);
    if (!definition) throw invalidWorkflow(params.id, problems);
    const kinds = cadence.kinds();
    if (query.format === 'mermaid')
      return reply.type('text/plain; charset=utf-8').send(drawMermaid(definition, kinds));
    if (query.format === 'svg') return reply.type('image/svg+xml').send(drawSvg(definition, kinds));
    return {
      nodes: definition.nodes.map(({ id, nodeName, nodeType }) => ({ id, name: nodeName, kind: nodeType })),
      edges: definition.edges.map(({ sourceNodeId, targetNodeId, conditionType, conditionValue }) => ({
        from: sourceNodeId,
        to: targetNodeId,
        label: conditionType === 'ALWAYS' ? null : (conditionValue ?? null),
      })),
      mermaid: drawMermaid(definition, kinds),
    };
  });
  implement(app, endpoints.workflowVersions, async ({ params }, { principal }) => {
    demandScope(principal, params.id);
    const oldestFirst = await stored.versions(principal.tenantId, params.id);
    if (oldestFirst.length === 0) await cadence.workflows.find(principal.tenantId, params.id);
    return { items: oldestFirst.toReversed() };
  });
  implement(app, endpoints.publishWorkflow, async ({ params }, { principal }) => {
    demandScope(principal, params.id);
    const { tenantId } = principal;
    const found = await stored.get(tenantId, params.id, params.version);
    if (!found) throw noWorkflow(params.id, params.version);
    const { definition, problems } = await cadence.check(tenantId, found.definition);
    if (!definition) throw invalidWorkflow(params.id, problems);
    return stored.publish(tenantId, params.id, params.version);
  });
}

interface SeenWorkflow {
  definition: unknown;
  /** That new runs start on, or that was asked for; `null` for a draft and for what is built in. */
  version: number | null;
  from: 'stored' | 'built in';
}

/** A definition that the principal may see: the published one, else the newest draft. */
async function findWorkflow(
  { cadence }: ApiContext,
  principal: Principal,
  id: string,
  version?: number,
): Promise<SeenWorkflow> {
  demandScope(principal, id);
  const { tenantId } = principal;
  const { workflows } = cadence.store;
  if (version !== undefined) {
    const found = await workflows.get(tenantId, id, version);
    if (found) return { ...found, from: 'stored' };
    throw noWorkflow(id, version);
  }
  const draft = cadence.workflows.isBuiltIn(id) ? undefined : (await workflows.versions(tenantId, id)).at(-1);
  if (draft && !(await workflows.get(tenantId, id))) return { ...draft, version: null, from: 'stored' };
  const found = await cadence.workflows.find(tenantId, id);
  return { ...found, from: found.version === null ? 'built in' : 'stored' };
}

/** Stored, and not yet published; without what is kept for runs alone. */
async function draftsOf({ cadence }: ApiContext, tenantId: string) {
  const latest = await cadence.store.workflows.list(tenantId);
  return latest
    .filter(({ published }) => !published)
    .filter(({ workflowId }) => !cadence.workflows.isBuiltIn(workflowId) && !isTriedWorkflow(workflowId))
    .map(({ workflowId: id, definition: { name, description = null } }) => {
      return { id, name, description, version: null, from: 'stored' as const };
    });
}

function noWorkflow(id: string, version?: number): CadenceError {
  const which = version === undefined ? '' : ` in version ${version}`;
  return new CadenceError('WORKFLOW_NOT_FOUND', `There is no workflow "${id}"${which}.`, {
    hint: 'Look at the list of workflows and their versions.',
  });
}

export function invalidWorkflow(
  id: string,
  problems: readonly { severity: string; hint: string }[],
): CadenceError {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const count = errors.length === 1 ? 'a problem' : `${errors.length} problems`;
  return new CadenceError('WORKFLOW_INVALID', `The workflow "${id}" has ${count}.`, {
    hint: errors[0]?.hint,
    details: problems,
  });
}

function summaryIn(definition: unknown): { name?: string; description?: string | null | undefined } {
  const { name, description } = workflowDefinitionSchema
    .pick({ name: true, description: true })
    .partial()
    .loose()
    .parse(definition);
  return { ...(name !== undefined && { name }), description };
}
