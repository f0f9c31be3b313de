import type { ApiKey } from '@cadence-agents/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { useToast } from '../../components/toast.tsx';
import { texts } from '../../texts.ts';
import { nameOf } from './key-columns.tsx';
import { NewKey } from './new-key.tsx';
import { keyList } from './settings-queries.ts';
import { settingsTexts } from './settings-texts.ts';

const words = settingsTexts.keys;

/** A new key in the place of this one, and how long both are valid. */
export function RotateKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [grace, setGrace] = useState('1');
  const queries = useQueryClient();
  const { showError } = useToast();
  const rotate = useMutation({
    mutationFn: () => client.rotateKey({ params: { id: apiKey.id }, body: { graceDays: Number(grace) } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyList.queryKey }),
    onError: showError,
  });
  if (rotate.data) return <NewKey secret={rotate.data.key} onClose={onClose} />;
  const actions = (
    <>
      <Button onClick={onClose}>{texts.common.cancel}</Button>
      <Button look="primary" busy={rotate.isPending} onClick={() => rotate.mutate()}>
        {words.rotate}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      title={words.rotateTitle(nameOf(apiKey))}
      description={words.rotateHint}
      onClose={onClose}
      actions={actions}
    >
      <div className="pb-2">
        <Field label={words.grace}>
          {({ id }) => (
            <Select id={id} label={words.grace} value={grace} options={words.graces} onChange={setGrace} />
          )}
        </Field>
      </div>
    </Dialog>
  );
}
