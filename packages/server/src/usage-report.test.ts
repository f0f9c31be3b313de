import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localOwner } from '@cadence-agents/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localPrincipal } from './app/access/principal.ts';
import { listRuns } from './app/runs.ts';
import { type Cadence, openCadence } from './cadence.ts';
import { readSettings } from './settings/read-settings.ts';

describe('a conversation', () => {
  let dataDir: string;
  let cadence: Cadence;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'cadence-usage-'));
    cadence = await openCadence(await readSettings(dataDir, { CADENCE_DATA_DIR: dataDir }));
  });
  afterEach(async () => {
    await cadence.close();
    rmSync(dataDir, { recursive: true });
  });
  const question = { message: 'What is 15 * 23?', workflowId: 'coordinator' };

  it('shows in the report of usage, by workflow and by agent', async () => {
    const { usage } = await cadence.wait((await cadence.send(question)).id);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const report = (groupBy: 'workflow' | 'agent') =>
      cadence.store.usage.report(localOwner.tenantId, { since, bucket: 'day', groupBy });
    const workflows = await report('workflow');
    expect(workflows).toMatchObject([{ group: 'coordinator', runs: 1, failures: 0, ...usage }]);
    expect(workflows[0]?.medianMs).not.toBeNull();
    const agents = await report('agent');
    expect(agents.map(({ group }) => group)).toEqual(['coordinator', 'math', 'synthesizer']);
    const sum = (pick: 'inputTokens' | 'modelCalls') => agents.reduce((total, row) => total + row[pick], 0);
    expect(sum('inputTokens')).toBe(usage.inputTokens);
    expect(sum('modelCalls')).toBe(usage.modelCalls);
  });

  it('keeps what each run cost by the prices of its time, and finds runs by it', async () => {
    const costs: (number | undefined)[] = [];
    for (const prices of [
      { offline: { input: 1, output: 2 } },
      { offline: { input: 100, output: 200 } },
      {},
    ]) {
      await cadence.close();
      const env = { CADENCE_DATA_DIR: dataDir, CADENCE_MODEL_PRICES: JSON.stringify(prices) };
      cadence = await openCadence(await readSettings(dataDir, env));
      costs.push((await cadence.wait((await cadence.send(question)).id)).cost);
    }
    const [first = 0, second = 0, third] = costs;
    expect(first).toBeGreaterThan(0);
    expect(second).toBeCloseTo(100 * first, 8);
    expect(third).toBeUndefined();
    const listed = async (query: object) => {
      const asked = { limit: 10, ...query };
      return (await listRuns(cadence, localPrincipal, asked)).items.map(({ cost }) => cost);
    };
    expect(await listed({})).toEqual([undefined, second, first]);
    expect(await listed({ minCost: 0 })).toEqual([second, first]);
    expect(await listed({ minCost: second })).toEqual([second]);
    expect(await listed({ minCost: 2 * second })).toEqual([]);
  });

  it('is begun once under one idempotency key, and not for another message', async () => {
    const idempotencyKey = 'k';
    const first = await cadence.send({ ...question, idempotencyKey });
    expect((await cadence.send({ ...question, idempotencyKey })).id).toBe(first.id);
    await expect(cadence.send({ ...question, message: 'Else?', idempotencyKey })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    });
    await cadence.wait(first.id);
  });
});
