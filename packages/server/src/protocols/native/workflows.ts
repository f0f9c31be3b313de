import { endpoints } from '@cadence-agents/contracts';
import { drawMermaid, drawSvg } from '@cadence-agents/workflow';
import type { FastifyInstance } from 'fastify';
import { draftSteps, draftWorkflow } from '../../app/drafting/draft-workflow.ts';
import { findVersion, gateVersionWithin } from '../../app/gate.ts';
import { invalidInput } from '../../app/invalid-input.ts';
import { simulateDefinition, simulateWorkflow } from '../../app/simulation.ts';
import { workflowCosts, workflowCoverage } from '../../app/traffic.ts';
import { tryWorkflow } from '../../app/workflow-trials.ts';
import {
  checkedWorkflow,
  checkWorkflow,
  deleteWorkflow,
  findWorkflow,
  listNodeKinds,
  listWorkflows,
  publishWorkflow,
  saveWorkflow,
  workflowPublications,
  workflowVersions,
} from '../../app/workflows.ts';
import { accepts } from '../../http/accepts.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { idempotencyKey } from '../../http/idempotency-key.ts';
import { implement } from '../../http/implement.ts';
import { streamDraft } from './stream-draft.ts';

/** A gate that takes longer goes on after the reply. */
const GATE_REPLY_MS = 10_000;

export function addWorkflowRoutes(app: FastifyInstance, api: ApiContext): void {
  const { app: context, stopping } = api;
  addVersionRoutes(app, api);
  implement(app, endpoints.listWorkflows, async (_, { principal }) => ({
    items: await listWorkflows(context, principal),
  }));
  implement(app, endpoints.getWorkflow, async ({ params, query }, { principal }) => ({
    id: params.id,
    ...(await findWorkflow(context, principal, params.id, query)),
  }));
  implement(app, endpoints.putWorkflow, ({ params: { id }, query, body }, { principal }) => {
    if (body.id !== undefined && body.id !== id) {
      throw invalidInput([{ path: 'body.id', message: `is not "${id}", the id in the address` }]);
    }
    return saveWorkflow(context, principal, { id, definition: body, draft: query.draft });
  });
  implement(app, endpoints.deleteWorkflow, ({ params }, { principal }) =>
    deleteWorkflow(context, principal, params.id),
  );
  implement(app, endpoints.checkWorkflow, ({ body }, { principal }) =>
    checkWorkflow(context, principal, body),
  );
  implement(app, endpoints.draftWorkflow, ({ body }, request, reply) => {
    const left = new AbortController();
    reply.raw.once('close', () => left.abort());
    const draft = { ...body, signal: AbortSignal.any([left.signal, stopping]) };
    return accepts(request, 'text/event-stream')
      ? streamDraft(request, reply, draftSteps(context, request.principal, draft))
      : draftWorkflow(context, request.principal, draft);
  });
  implement(app, endpoints.tryWorkflow, ({ params, body }, request) =>
    tryWorkflow(context, request.principal, { ...params, ...body, idempotencyKey: idempotencyKey(request) }),
  );
  implement(app, endpoints.simulateWorkflow, ({ params }, { principal }) =>
    simulateWorkflow(context, principal, params.id),
  );
  implement(app, endpoints.simulateDefinition, ({ body }, { principal }) =>
    simulateDefinition(context, principal, body),
  );
  implement(app, endpoints.workflowCoverage, async ({ params, query }, { principal }) => {
    const { coverage } = await workflowCoverage(context, principal, params.id, query);
    return coverage;
  });
  implement(app, endpoints.workflowCosts, ({ params, query }, { principal }) =>
    workflowCosts(context, principal, params.id, query),
  );
  implement(app, endpoints.listNodeKinds, async (_, { principal }) => ({
    items: listNodeKinds(context, principal),
  }));
  implement(app, endpoints.workflowGraph, async ({ params, query }, { principal }, reply) => {
    const definition = await checkedWorkflow(context, principal, params.id);
    const kinds = context.kinds();
    if (query.format === 'mermaid')
      return reply.type('text/plain; charset=utf-8').send(drawMermaid(definition, kinds));
    if (query.format === 'svg') return reply.type('image/svg+xml').send(await drawSvg(definition, kinds));
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
}

function addVersionRoutes(app: FastifyInstance, { app: context }: ApiContext): void {
  implement(app, endpoints.workflowVersions, async ({ params }, { principal }) => ({
    items: await workflowVersions(context, principal, params.id),
  }));
  implement(app, endpoints.workflowPublications, async ({ params }, { principal }) => ({
    items: await workflowPublications(context, principal, params.id),
  }));
  implement(app, endpoints.getWorkflowVersion, ({ params }, { principal }) =>
    findVersion(context, principal, params),
  );
  implement(app, endpoints.gateWorkflow, ({ params, body }, { principal }) =>
    gateVersionWithin(context, principal, { ...params, ...body }, GATE_REPLY_MS),
  );
  implement(app, endpoints.publishWorkflow, ({ params, query }, { principal }) =>
    publishWorkflow(context, principal, { ...params, ...query }),
  );
}
