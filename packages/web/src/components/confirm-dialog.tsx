import { texts } from '../texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  description: string;
  /** What the button says: the deed, not "OK". */
  action: string;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ action, busy, onConfirm, ...dialog }: ConfirmDialogProps) {
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button onClick={dialog.onClose}>{texts.common.cancel}</Button>
          <Button look="danger" busy={busy ?? false} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    />
  );
}
