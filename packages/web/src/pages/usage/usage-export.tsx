import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { client } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { toCsv } from '../../components/csv.ts';
import { saveFile } from '../../components/save-file.ts';
import { useToast } from '../../components/toast.tsx';
import type { UsageChoice } from './usage-queries.ts';
import { rangeStart } from './usage-range.ts';
import { usageTexts } from './usage-texts.ts';

const header = ['by', 'time', 'group', 'runs', 'failures', 'inputTokens', 'outputTokens', 'costUsd'];
const groupings = ['workflow', 'agent', 'model', 'user'] as const;

/** Everything that the page shows, as a file for spreadsheets. */
export function UsageExport({ choice: { range, bucket } }: { choice: UsageChoice }) {
  const { showError } = useToast();
  const save = useMutation({
    mutationFn: async () => {
      const since = new Date(rangeStart(range, bucket, Date.now())).toISOString();
      const reports = await Promise.all(
        groupings.map((groupBy) => client.usage({ query: { since, bucket, groupBy } })),
      );
      const rows = reports.flatMap(({ items }, index) =>
        items.map(({ time, group, runs, failures, inputTokens, outputTokens, cost }) => [
          ...[groupings[index] ?? '', time, group, runs, failures, inputTokens, outputTokens],
          cost,
        ]),
      );
      saveFile('usage.csv', new Blob([toCsv(header, rows)], { type: 'text/csv' }));
    },
    onError: showError,
  });
  return (
    <Button icon={<Download aria-hidden />} busy={save.isPending} onClick={() => save.mutate()}>
      {usageTexts.exportCsv}
    </Button>
  );
}
