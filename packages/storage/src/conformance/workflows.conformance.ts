import type { GateReport } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { statement } from '../database/statement.ts';
import { newRun, tenantId, workflow } from './samples.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

const nodeRows = statement<{ tenantId: string }>(
  `SELECT id, workflow_id, node_type, node_name, agent_id, config FROM workflow_nodes
   WHERE tenant_id = $tenantId ORDER BY ordinal`,
);
const edgeRows = statement<{ tenantId: string }>(
  `SELECT id, workflow_id, source_node_id, target_node_id, condition_type, condition_value FROM workflow_edges
   WHERE tenant_id = $tenantId ORDER BY ordinal`,
);
const renameNode = statement<{ tenantId: string; id: string; name: string }>(
  'UPDATE workflow_nodes SET node_name = $name WHERE tenant_id = $tenantId AND id = $id',
);
const breakConfig = statement<{ tenantId: string; id: string }>(
  "UPDATE workflow_nodes SET config = '{oops' WHERE tenant_id = $tenantId AND id = $id",
);
const workflowRows = statement<{ tenantId: string }>(
  `SELECT id, name, description, is_conversational, entrypoint_node_id, limits, published_version FROM workflows
   WHERE tenant_id = $tenantId`,
);

export function workflowsConformance(open: OpenTestDatabase): void {
  describe('workflows', () => {
    const db = useDatabase(open);

    it('put keeps the definition exactly and publishes it', async () => {
      const kept = await db.store.workflows.put(tenantId, workflow());
      expect(kept).toMatchObject({ workflowId: 'assistant', version: 1, published: true });
      expect(await db.store.workflows.get(tenantId, 'assistant')).toEqual(kept);
      expect(kept.definition).toStrictEqual(workflow());
    });

    it('put writes rows whose columns are the fields of the definition', async () => {
      await db.store.workflows.put(tenantId, workflow());
      expect(await db.database.all(workflowRows, { tenantId })).toMatchObject([
        {
          id: 'assistant',
          name: 'Assistant',
          description: 'Answers.',
          is_conversational: 0,
          entrypoint_node_id: 'agent',
          limits: '{"maxSteps":5,"maxTokens":null}',
          published_version: 1,
        },
      ]);
      expect(await db.database.all(nodeRows, { tenantId })).toMatchObject([
        {
          id: 'agent',
          workflow_id: 'assistant',
          node_type: 'AGENT',
          agent_id: 'a1',
          config: '{"depth":[1,-0]}',
        },
        { id: 'tools', node_name: 'tools', agent_id: null, config: null },
      ]);
      expect(await db.database.all(edgeRows, { tenantId })).toMatchObject([
        { id: 'e1', source_node_id: 'agent', target_node_id: 'tools', condition_value: 'tools' },
        { id: 'e2', target_node_id: null, condition_type: 'ALWAYS', condition_value: null },
      ]);
    });

    it('put of the same content in another order of keys is no new version', async () => {
      const first = await db.store.workflows.put(tenantId, workflow());
      const { name, ...rest } = workflow();
      expect(await db.store.workflows.put(tenantId, { name, ...rest })).toEqual(first);
      expect(await db.store.workflows.versions(tenantId, 'assistant')).toHaveLength(1);
    });

    it('put of another content is a new version, and the former stays as it was', async () => {
      await db.store.workflows.put(tenantId, workflow());
      await db.store.workflows.put(tenantId, workflow({ name: 'Second' }));
      const versions = await db.store.workflows.versions(tenantId, 'assistant');
      expect(
        versions.map(({ version, published, definition }) => [version, published, definition.name]),
      ).toEqual([
        [1, false, 'Assistant'],
        [2, true, 'Second'],
      ]);
      expect((await db.store.workflows.get(tenantId, 'assistant', 1))?.definition.name).toBe('Assistant');
    });

    it('put without publishing leaves the published version in force', async () => {
      await db.store.workflows.put(tenantId, workflow());
      const draft = await db.store.workflows.put(tenantId, workflow({ name: 'Draft' }), { publish: false });
      expect(draft).toMatchObject({ version: 2, published: false });
      expect((await db.store.workflows.get(tenantId, 'assistant'))?.version).toBe(1);
      await db.store.workflows.publish(tenantId, 'assistant', 2);
      expect((await db.store.workflows.get(tenantId, 'assistant'))?.definition.name).toBe('Draft');
      expect(await db.database.all(workflowRows, { tenantId })).toMatchObject([{ name: 'Draft' }]);
    });

    it('keeps with a version what its gate found, the last time', async () => {
      await db.store.workflows.put(tenantId, workflow());
      const gate = (version = 1) => db.store.workflows.gate(tenantId, 'assistant', version);
      expect(await gate()).toBeUndefined();
      const report: GateReport = {
        ...{ last: 5, state: 'running', startedAt: '2026-01-01T00:00:00.000Z', endedAt: null, passed: false },
        ...{ unchanged: 0, diverged: 0, stranded: 0, skipped: 0, left: 1, findings: [] },
      };
      await db.store.workflows.keepGate(tenantId, 'assistant', 1, report);
      const done: GateReport = { ...report, state: 'done', passed: true, unchanged: 1, left: 0 };
      await db.store.workflows.keepGate(tenantId, 'assistant', 1, done);
      expect(await gate()).toEqual(done);
      await db.store.workflows.put(tenantId, workflow({ name: 'Second' }));
      expect(await gate(2)).toBeUndefined();
      await expect(db.store.workflows.keepGate(tenantId, 'assistant', 3, done)).rejects.toMatchObject({
        code: 'WORKFLOW_NOT_FOUND',
      });
    });

    it('where its nodes stand is kept beside its versions, and gone with it', async () => {
      const { workflows } = db.store;
      const layout = {
        direction: 'DOWN' as const,
        nodes: [{ id: 'agent', x: 1.5, y: -2 }],
        end: { x: 0, y: 90 },
      };
      await expect(workflows.keepLayout(tenantId, 'assistant', layout)).rejects.toMatchObject({
        code: 'WORKFLOW_NOT_FOUND',
      });
      const first = await workflows.put(tenantId, workflow());
      expect(await workflows.layout(tenantId, 'assistant')).toBeUndefined();
      await workflows.keepLayout(tenantId, 'assistant', layout);
      expect(await workflows.put(tenantId, workflow())).toEqual(first);
      await workflows.put(tenantId, workflow({ name: 'Second' }));
      expect(await workflows.layout(tenantId, 'assistant')).toEqual(layout);
      expect(await workflows.layout('elsewhere', 'assistant')).toBeUndefined();
      await workflows.delete(tenantId, 'assistant');
      await workflows.put(tenantId, workflow());
      expect(await workflows.layout(tenantId, 'assistant')).toBeUndefined();
    });

    it('a workflow that was never published is listed, but not got without its version', async () => {
      await db.store.workflows.put(tenantId, workflow(), { publish: false });
      expect(await db.store.workflows.get(tenantId, 'assistant')).toBeUndefined();
      expect(await db.store.workflows.list(tenantId)).toMatchObject([{ version: 1, published: false }]);
    });

    it('the draft is what was put last, published or not, and nothing before that', async () => {
      expect(await db.store.workflows.draft(tenantId, 'assistant')).toBeUndefined();
      await db.store.workflows.put(tenantId, workflow());
      expect(await db.store.workflows.draft(tenantId, 'assistant')).toMatchObject({ name: 'Assistant' });
      const draft = { publish: false, draft: true };
      await db.store.workflows.put(tenantId, workflow({ name: 'Draft' }), draft);
      expect(await db.store.workflows.draft(tenantId, 'assistant')).toMatchObject({ name: 'Draft' });
      expect((await db.store.workflows.get(tenantId, 'assistant'))?.definition.name).toBe('Assistant');
      await db.store.workflows.publish(tenantId, 'assistant', 1);
      expect(await db.store.workflows.draft(tenantId, 'assistant')).toMatchObject({ name: 'Assistant' });
    });

    it('a version that is kept for a run alone is no draft', async () => {
      await db.store.workflows.put(tenantId, workflow(), { publish: false });
      expect(await db.store.workflows.draft(tenantId, 'assistant')).toBeUndefined();
      expect(await db.database.all(nodeRows, { tenantId })).toEqual([]);
    });

    it('a draft that was never published is listed, and can be published', async () => {
      await db.store.workflows.put(tenantId, workflow(), { publish: false, draft: true });
      expect(await db.store.workflows.get(tenantId, 'assistant')).toBeUndefined();
      expect(await db.store.workflows.list(tenantId)).toMatchObject([{ version: 1, published: false }]);
      await db.store.workflows.publish(tenantId, 'assistant', 1);
      expect(await db.store.workflows.get(tenantId, 'assistant')).toMatchObject({ version: 1 });
    });

    it('the draft is the definition that was put, field by field', async () => {
      await db.store.workflows.put(tenantId, workflow());
      const again = await db.store.workflows.draft(tenantId, 'assistant');
      const { nodes, ...rest } = workflow();
      expect(again).toEqual({
        ...rest,
        nodes: nodes.map((node) => ({ ...node, agentId: node.agentId ?? null })),
        edges: workflow().edges.map((edge) => ({ ...edge, conditionValue: edge.conditionValue ?? null })),
      });
    });

    it('rows that another program changed are the draft, and no version changes', async () => {
      const kept = await db.store.workflows.put(tenantId, workflow());
      await db.database.write((queries) => queries.run(renameNode, { tenantId, id: 'agent', name: 'Ada' }));
      expect(await db.store.workflows.draft(tenantId, 'assistant')).toMatchObject({
        nodes: [{ id: 'agent', nodeName: 'Ada' }, { id: 'tools' }],
      });
      expect(await db.store.workflows.get(tenantId, 'assistant')).toEqual(kept);
      expect(await db.store.workflows.get(tenantId, 'assistant', 1)).toEqual(kept);
    });

    it('a row that holds no JSON where it should is told by its place', async () => {
      await db.store.workflows.put(tenantId, workflow());
      await db.database.write((queries) => queries.run(breakConfig, { tenantId, id: 'tools' }));
      await expect(db.store.workflows.draft(tenantId, 'assistant')).rejects.toMatchObject({
        code: 'WORKFLOW_INVALID',
        message: expect.stringContaining('config of the node "tools"'),
      });
    });

    it('publish of a version that does not exist throws WORKFLOW_NOT_FOUND', async () => {
      await expect(db.store.workflows.publish(tenantId, 'assistant', 1)).rejects.toMatchObject({
        code: 'WORKFLOW_NOT_FOUND',
      });
    });

    it('a put that cannot be kept changes nothing', async () => {
      await db.store.workflows.put(tenantId, workflow());
      const [node] = workflow().nodes;
      const twice = workflow({ name: 'Bad', nodes: node ? [node, node] : [] });
      await expect(db.store.workflows.put(tenantId, twice)).rejects.toMatchObject({
        code: 'WORKFLOW_INVALID',
        details: { path: '$.nodes[1].id' },
      });
      expect((await db.store.workflows.get(tenantId, 'assistant'))?.definition.name).toBe('Assistant');
      expect(await db.store.workflows.versions(tenantId, 'assistant')).toHaveLength(1);
    });

    it('puts of one workflow at the same time get versions of their own', async () => {
      const { store: other } = await db.another();
      const puts = Array.from({ length: 10 }, (_, index) =>
        (index % 2 === 0 ? db.store : other).workflows.put(tenantId, workflow({ name: `W${index}` })),
      );
      const versions = (await Promise.all(puts)).map(({ version }) => version);
      expect(versions.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      expect(await db.database.all(nodeRows, { tenantId })).toHaveLength(2);
    });

    it('delete removes the rows; versions stay readable for the runs that are pinned to them', async () => {
      await db.store.workflows.put(tenantId, workflow());
      await db.store.workflows.put(tenantId, workflow({ name: 'Second' }));
      await db.store.runs.accept(newRun({ workflowVersion: 1 }));
      expect(await db.store.workflows.delete(tenantId, 'assistant')).toBe(true);
      expect(await db.store.workflows.delete(tenantId, 'assistant')).toBe(false);
      expect(await db.store.workflows.get(tenantId, 'assistant')).toBeUndefined();
      expect(await db.store.workflows.list(tenantId)).toEqual([]);
      expect(await db.database.all(nodeRows, { tenantId })).toEqual([]);
      expect(await db.store.workflows.get(tenantId, 'assistant', 1)).toMatchObject({ published: false });
    });

    it('a workflow recreated under its id never reuses the number of another content', async () => {
      await db.store.workflows.put(tenantId, workflow());
      await db.store.runs.accept(newRun({ workflowVersion: 1 }));
      await db.store.workflows.delete(tenantId, 'assistant');
      const again = await db.store.workflows.put(tenantId, workflow({ name: 'New' }));
      expect(again).toMatchObject({ version: 2, published: true });
      expect(await db.store.workflows.versions(tenantId, 'assistant')).toHaveLength(1);
      expect((await db.store.workflows.get(tenantId, 'assistant', 1))?.definition.name).toBe('Assistant');
    });

    it('tenants have the same ids without seeing one another', async () => {
      await db.store.workflows.put('a', workflow({ name: 'Of a' }));
      await db.store.workflows.put('b', workflow({ name: 'Of b' }));
      expect((await db.store.workflows.get('a', 'assistant'))?.definition.name).toBe('Of a');
      expect(await db.store.workflows.list('b')).toMatchObject([
        { version: 1, definition: { name: 'Of b' } },
      ]);
      await db.store.workflows.delete('a', 'assistant');
      expect(await db.store.workflows.get('b', 'assistant')).toBeDefined();
    });
  });

  describe('agents', () => {
    const db = useDatabase(open);
    const agent = { id: 'helper', name: 'Helper', systemPrompt: 'Help.\u0000', model: null, tools: ['add'] };

    it('put, get, list and delete', async () => {
      expect(await db.store.agents.put(tenantId, agent)).toStrictEqual(agent);
      await db.store.agents.put(tenantId, { ...agent, id: 'b', name: 'B' });
      await db.store.agents.put(tenantId, { ...agent, name: 'Changed' });
      expect(await db.store.agents.get(tenantId, 'helper')).toStrictEqual({ ...agent, name: 'Changed' });
      expect((await db.store.agents.list(tenantId)).map(({ id }) => id)).toEqual(['b', 'helper']);
      expect(await db.store.agents.delete(tenantId, 'helper')).toBe(true);
      expect(await db.store.agents.delete(tenantId, 'helper')).toBe(false);
      expect(await db.store.agents.get(tenantId, 'helper')).toBeUndefined();
    });

    it('tenants do not see one another', async () => {
      await db.store.agents.put('a', agent);
      expect(await db.store.agents.get('b', 'helper')).toBeUndefined();
      expect(await db.store.agents.list('b')).toEqual([]);
      expect(await db.store.agents.delete('b', 'helper')).toBe(false);
    });
  });
}
