import { type FormEvent, useId, useState } from 'react';
import { texts } from '../texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './field.tsx';

export interface TypedConfirmDialogProps {
  title: string;
  description: string;
  /** What the button says: the deed, not "OK". */
  action: string;
  /** Has to be typed first. */
  typed: string;
  label: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be undone and is worth a second thought. */
export function TypedConfirmDialog(props: TypedConfirmDialogProps) {
  const { title, description, action, typed, label, busy, onConfirm, onClose } = props;
  const formId = useId();
  const [text, setText] = useState('');
  const isRight = text === typed;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRight && !busy) onConfirm();
  };
  return (
    <Dialog
      open
      title={title}
      description={description}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button look="danger" type="submit" form={formId} busy={busy} disabled={!isRight}>
            {action}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="pb-2">
        <TextField
          label={label}
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
