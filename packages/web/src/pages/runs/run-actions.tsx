import type { ApiRun } from '@cadence-agents/contracts';
import { useMutation } from '@tanstack/react-query';
import { Columns2, Download, Square } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useMay } from '../../api/who-am-i.ts';
import { Button } from '../../components/button.tsx';
import { saveJson } from '../../components/save-file.ts';
import { useToast } from '../../components/toast.tsx';
import { texts } from '../../texts.ts';
import { CompareDialog } from './compare-dialog.tsx';
import { isOpen } from './run-queries.ts';

const words = texts.runs;

export function RunActions({ run, status }: { run: ApiRun; status: ApiRun['status'] }) {
  const [isComparing, setIsComparing] = useState(false);
  const mayStop = useMay('operator');
  const { show, showError } = useToast();
  const stop = useMutation({
    mutationFn: () => client.cancelRun({ params: { id: run.id } }),
    onError: showError,
  });
  const save = useMutation({
    mutationFn: () => client.runRecording({ params: { id: run.id } }),
    onSuccess: (recording) => {
      saveJson(`cadence-run-${run.id}.json`, JSON.stringify(recording, null, 2));
      show({ title: words.exported });
    },
    onError: showError,
  });
  return (
    <>
      {isOpen(status) && mayStop !== false && (
        <Button icon={<Square aria-hidden />} busy={stop.isPending} onClick={() => stop.mutate()}>
          {texts.chat.stop}
        </Button>
      )}
      <Button icon={<Columns2 aria-hidden />} onClick={() => setIsComparing(true)}>
        {words.compare}
      </Button>
      <Button icon={<Download aria-hidden />} busy={save.isPending} onClick={() => save.mutate()}>
        {words.export}
      </Button>
      {isComparing && <CompareDialog run={run} onClose={() => setIsComparing(false)} />}
    </>
  );
}
