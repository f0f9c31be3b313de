// What the gate of a version found, for those who read it and before it is published.
import { CadenceError, type GateReport } from '@cadence-agents/contracts';
import type { Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';

export const MOST_GATE_MS = 60_000;
/** One that has not ended so long after its time was up has lost its process. */
const LOST_AFTER_MS = MOST_GATE_MS + 30_000;

export async function latestGate(
  store: Pick<AppContext['store'], 'workflows'>,
  tenantId: string,
  id: string,
  version: number,
): Promise<GateReport | undefined> {
  const gate = await store.workflows.gate(tenantId, id, version);
  const isLost = gate?.state === 'running' && Date.parse(gate.startedAt) + LOST_AFTER_MS < Date.now();
  return gate && isLost ? { ...gate, state: 'broken off' } : gate;
}

/** Those who see one person's runs are not told of others'. */
export const asSeenBy = ({ userId }: Principal, gate: GateReport): GateReport =>
  userId === null ? gate : { ...gate, findings: [] };

/** Refuses a version whose gate has not passed. */
export async function demandGate(
  { store }: Pick<AppContext, 'store'>,
  { tenantId }: Principal,
  { id, version }: { id: string; version: number },
): Promise<void> {
  const gate = await latestGate(store, tenantId, id, version);
  if (gate?.passed) return;
  const why = gate ? whyNot(gate) : 'was not tried on any run';
  throw new CadenceError('GATE_NOT_PASSED', `Version ${version} of "${id}" ${why}.`, {
    hint: 'Look at what its gate found, and publish it without the gate if that is what you want.',
  });
}

function whyNot({ state, diverged, stranded, left }: GateReport): string {
  if (state !== 'done') return `has a gate that is ${state}`;
  if (left > 0) return `was not tried on ${left} of the runs: there was no time left`;
  return `has ${diverged} runs that go another way and ${stranded} that wait at a node which is gone`;
}
