import { texts } from '../../texts.ts';
import { formatCost, formatCount, formatMs, formatPercent, formatShort } from './usage-formats.ts';
import type { UsageSum } from './usage-sums.ts';

const words = texts.usage.stats;

/** The figures of the whole range. */
export function UsageNumbers({ sum }: { sum: UsageSum }) {
  const { runs, failures, inputTokens, outputTokens, cachedInputTokens, cost, medianMs, p95Ms } = sum;
  const tiles = [
    { name: words.runs, value: formatCount(runs) },
    {
      name: words.failures,
      value: formatCount(failures),
      note: runs > 0 ? words.failureShare(formatPercent(failures / runs)) : undefined,
      isBad: failures > 0,
    },
    {
      name: words.tokens,
      value: formatShort(inputTokens + outputTokens),
      note: words.tokensSplit(
        formatShort(inputTokens),
        formatShort(outputTokens),
        cachedInputTokens > 0 ? formatShort(cachedInputTokens) : '',
      ),
    },
    {
      name: words.cost,
      value: cost === null ? words.costUnknown : formatCost(cost),
      note: cost === null ? words.costMissing : words.costHint,
    },
    { name: words.median, value: formatMs(medianMs), note: words.medianHint },
    { name: words.p95, value: formatMs(p95Ms), note: words.p95Hint },
  ];
  return (
    <dl
      aria-label={texts.usage.numbers}
      className="grid grid-cols-2 overflow-hidden rounded-xl border bg-line shadow-card sm:grid-cols-3 xl:grid-cols-6"
      style={{ gap: 1 }}
    >
      {tiles.map(({ name, value, note, isBad }) => (
        <div key={name} className="flex flex-col bg-surface px-4 py-3">
          <dt className="text-xs text-muted">{name}</dt>
          <dd
            className={
              isBad === true
                ? 'text-xl font-semibold text-danger tabular-nums'
                : 'text-xl font-semibold tabular-nums'
            }
          >
            {value}
          </dd>
          {note !== undefined && <dd className="mt-0.5 text-2xs text-faint">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
