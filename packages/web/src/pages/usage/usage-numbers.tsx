import { formatCost, formatCount, formatMs, formatPercent, formatShort } from './usage-formats.ts';
import type { UsageSum } from './usage-sums.ts';
import { usageTexts } from './usage-texts.ts';

const { stats: words, compared } = usageTexts;

/** How a figure is to that of the time before. */
function comparison(now: number, before: number | null | undefined): string | undefined {
  if (before === undefined || before === null) return undefined;
  if (before === 0) return now === 0 ? undefined : compared.none;
  const change = now / before - 1;
  if (Math.abs(change) < 0.005) return compared.same;
  return change > 0 ? compared.more(formatPercent(change)) : compared.less(formatPercent(-change));
}

/** The figures of the whole range. */
export function UsageNumbers({ sum, before }: { sum: UsageSum; before: UsageSum | undefined }) {
  const { runs, failures, inputTokens, outputTokens, cachedInputTokens, cost, medianMs, p95Ms } = sum;
  const tiles = [
    { name: words.runs, value: formatCount(runs), note: comparison(runs, before?.runs) },
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
      note: cost === null ? words.costMissing : (comparison(cost, before?.cost) ?? words.costHint),
    },
    { name: words.median, value: formatMs(medianMs), note: words.medianHint },
    { name: words.p95, value: formatMs(p95Ms), note: words.p95Hint },
  ];
  return (
    <dl
      aria-label={usageTexts.numbers}
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
