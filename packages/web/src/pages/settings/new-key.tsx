import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { settingsTexts } from './settings-texts.ts';

const words = settingsTexts.keys;

/** The secret, this once. */
export function NewKey({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      open
      title={words.made}
      description={words.madeHint}
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          {words.done}
        </Button>
      }
    >
      <div className="mb-2 flex items-center gap-2 rounded-lg border bg-sunken py-1.5 pr-1.5 pl-3">
        <code data-testid="new-key" className="min-w-0 flex-1 text-xs break-all select-all">
          {secret}
        </code>
        <CopyButton text={secret} label={words.copy} />
      </div>
    </Dialog>
  );
}
