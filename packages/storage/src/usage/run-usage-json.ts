// A run's usage as rows without names: it is kept for every run, and the names would be most of it.
import {
  cacheUsage,
  decodeStrict,
  encodeStrict,
  type NodeUsage,
  type RunUsage,
} from '@cadence-agents/contracts';
import { cacheColumns } from './cache-columns.ts';

type NodeRow = [
  node: string,
  agentId: string | null,
  model: string | null,
  failures: number,
  ms: number,
  inputTokens: number,
  outputTokens: number,
  modelCalls: number,
  /** Both left out where no cache had a part in it. */
  cachedInputTokens?: number,
  cacheWriteTokens?: number,
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
      ...cacheColumns(of),
    ],
  );
  return encodeStrict([ms, ...rows], 'spent');
}

export function decodeRunUsage(json: string): RunUsage {
  const [ms, ...rows] = decodeStrict<[number, ...NodeRow[]]>(json);
  return { ms, nodes: rows.map(nodeOf) };
}

function nodeOf([node, agentId, model, failures, ms, ...counts]: NodeRow): NodeUsage {
  const [inputTokens, outputTokens, modelCalls, cached = 0, written = 0] = counts;
  const usage = { inputTokens, outputTokens, modelCalls, ...cacheUsage(cached, written) };
  return { node, agentId, model, failures, ms, ...usage };
}
