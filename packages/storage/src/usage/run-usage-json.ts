// A run's usage as rows without names: it is kept for every run, and the names would be most of it.
import type { RunUsage } from '@cadence/contracts';
import { decodeStrict, encodeStrict } from '@cadence/contracts';

type NodeRow = [
  node: string,
  agentId: string | null,
  model: string | null,
  failures: number,
  ms: number,
  inputTokens: number,
  outputTokens: number,
  modelCalls: number,
];

export function encodeRunUsage({ ms, nodes }: RunUsage): string {
  const rows = nodes.map(
    (of): NodeRow => [
      of.node,
      of.agentId,
      of.model,
      of.failures,
      of.ms,
      of.inputTokens,
      of.outputTokens,
      of.modelCalls,
    ],
  );
  return encodeStrict([ms, ...rows], 'spent');
}

export function decodeRunUsage(json: string): RunUsage {
  const [ms, ...rows] = decodeStrict<[number, ...NodeRow[]]>(json);
  const nodes = rows.map(([node, agentId, model, failures, time, inputTokens, outputTokens, modelCalls]) => ({
    node,
    agentId,
    model,
    failures,
    ms: time,
    inputTokens,
    outputTokens,
    modelCalls,
  }));
  return { ms, nodes };
}
