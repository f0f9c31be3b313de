import { Dialog } from '../../components/dialog.tsx';
import { texts } from '../../texts.ts';

const words = texts.shell.shortcuts;

/** What the keyboard can do here. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={words.title}>
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2 pb-4 text-sm">
        {words.list.map(({ keys, does }) => (
          <div key={does} className="contents">
            <dt className="text-muted">{does}</dt>
            <dd className="flex items-start justify-end gap-1">
              {keys.map((key) => (
                <kbd key={key} className="rounded border bg-sunken px-1.5 font-sans text-xs">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
