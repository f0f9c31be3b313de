import type { Witness } from '@cadence-agents/contracts';
import { noProgress, type RunProgress, routeKey, type TakenRoute } from '../../../graph/run-progress.ts';

/** What a picture shows of a route after so many of its visits; with all of them it has ended. */
export function witnessProgress({ visits }: Pick<Witness, 'visits'>, count: number): RunProgress {
  const shown = visits.slice(0, count);
  const hasEnded = count > visits.length;
  const taken: Record<string, TakenRoute> = {};
  for (const [index, { node, label = null }] of shown.entries()) {
    const next = visits[index + 1];
    if (!next ? !hasEnded : index + 1 >= shown.length) continue;
    const to = next?.node ?? null;
    const key = routeKey(node, to);
    const before = taken[key];
    const labels = [...new Set([...(before?.labels ?? []), label])];
    taken[key] = { from: node, to, times: (before?.times ?? 0) + 1, labels, at: index + 1 };
  }
  const counted: Record<string, number> = {};
  for (const { node } of shown) counted[node] = (counted[node] ?? 0) + 1;
  return {
    ...noProgress,
    status: hasEnded ? 'completed' : 'running',
    activeNode: hasEnded ? null : (shown.at(-1)?.node ?? null),
    visits: counted,
    taken,
  };
}
