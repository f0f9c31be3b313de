import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localOwner } from '@cadence/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
