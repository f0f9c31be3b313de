import { CircleAlert, FileText, X } from 'lucide-react';
import { Progress } from 'radix-ui';
import { cx } from '../components/cx.ts';
import { IconButton } from '../components/icon-button.tsx';
import { texts } from '../texts.ts';
import { fileSize } from './file-size.ts';
import { isPicture } from './is-picture.ts';
import type { Attachment, Attachments } from './use-attachments.ts';
import { useObjectUrl } from './use-object-url.ts';

const words = texts.files;

/** What goes with the message that is being written. */
export function AttachmentChips({ list, remove }: Pick<Attachments, 'list' | 'remove'>) {
  if (list.length === 0) return null;
  return (
    <ul aria-label={words.attached} className="flex flex-wrap gap-2 px-2.5 pt-2.5">
      {list.map((attachment) => (
        <Chip key={attachment.key} attachment={attachment} onRemove={() => remove(attachment.key)} />
      ))}
    </ul>
  );
}

function Chip({ attachment, onRemove }: { attachment: Attachment; onRemove: () => void }) {
  const { file, refusal, stored, progress } = attachment;
  const isUnderWay = stored === undefined && refusal === undefined;
  return (
    <li
      className={cx(
        'flex max-w-full items-center gap-2 rounded-lg border bg-sunken py-1 pr-1 pl-1.5 sm:max-w-80',
        refusal !== undefined && 'border-danger/50 bg-danger-soft',
      )}
    >
      <Preview attachment={attachment} />
      <div className="min-w-0 flex-1">
        <p className="truncate text-xs font-medium">{file.name}</p>
        {refusal === undefined ? (
          <p className="text-2xs text-muted tabular-nums">{fileSize(file.size)}</p>
        ) : (
          <p role="alert" className="text-2xs break-words text-danger">
            {refusal} {words.removeIt}
          </p>
        )}
        {isUnderWay && <UploadBar name={file.name} part={progress} />}
      </div>
      <IconButton size="sm" label={words.remove(file.name)} icon={<X aria-hidden />} onClick={onRemove} />
    </li>
  );
}

function Preview({ attachment: { file, refusal } }: { attachment: Attachment }) {
  const isShown = refusal === undefined && isPicture(file.type);
  const url = useObjectUrl(isShown ? file : undefined);
  if (url !== undefined)
    return <img src={url} alt="" className="size-9 shrink-0 rounded-md border object-cover" />;
  const Icon = refusal === undefined ? FileText : CircleAlert;
  return (
    <Icon
      aria-hidden
      className={cx('mx-1 size-4.5 shrink-0', refusal === undefined ? 'text-accent' : 'text-danger')}
    />
  );
}

function UploadBar({ name, part }: { name: string; part: number }) {
  const percent = Math.round(part * 100);
  return (
    <Progress.Root
      value={percent}
      aria-label={words.uploading(name)}
      className="mt-0.5 h-1 overflow-hidden rounded-full bg-hover"
    >
      <Progress.Indicator
        className="h-full rounded-full bg-accent transition-[width]"
        style={{ width: `${percent}%` }}
      />
    </Progress.Root>
  );
}
