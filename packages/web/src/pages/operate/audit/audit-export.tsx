import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import { toCsv } from '../../../components/csv.ts';
import { saveFile, saveJson } from '../../../components/save-file.ts';
import { useToast } from '../../../components/toast.tsx';
import { operateTexts } from '../operate-texts.ts';
import { exportAudit } from './audit-queries.ts';
import type { AuditSearch } from './audit-search.ts';

const words = operateTexts.audit;
const header = ['time', 'actor', 'action', 'target', 'outcome', 'ip', 'requestId', 'details'];

/** What the filter finds, as a file. */
export function AuditExport({ search }: { search: AuditSearch }) {
  const { show, showError } = useToast();
  const save = useMutation({
    mutationFn: async (format: 'csv' | 'json') => {
      const { items, next } = await exportAudit(search);
      if (format === 'json') saveJson('audit.json', JSON.stringify(items, null, 2));
      else {
        const rows = items.map(({ time, actor, action, target, outcome, ip, requestId, details }) => [
          ...[time, actor, action, target, outcome, ip, requestId],
          JSON.stringify(details),
        ]);
        saveFile('audit.csv', new Blob([toCsv(header, rows)], { type: 'text/csv' }));
      }
      if (next !== null) show({ title: words.exportCut(items.length) });
    },
    onError: showError,
  });
  return (
    <div className="flex gap-2">
      {(['csv', 'json'] as const).map((format) => (
        <Button
          key={format}
          size="sm"
          icon={<Download aria-hidden />}
          busy={save.isPending && save.variables === format}
          onClick={() => save.mutate(format)}
        >
          {format === 'csv' ? words.exportCsv : words.exportJson}
        </Button>
      ))}
    </div>
  );
}
