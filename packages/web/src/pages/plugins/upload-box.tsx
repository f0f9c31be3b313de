import { useQuery } from '@tanstack/react-query';
import { CircleCheck, PackagePlus } from 'lucide-react';
import { useCallback, useId } from 'react';
import { pluginList } from '../../api/plugins.ts';
import { settingList } from '../../api/settings.ts';
import { buttonClasses } from '../../components/button.tsx';
import { cx } from '../../components/cx.ts';
import { useFileDrop } from '../../components/use-file-drop.ts';
import { pluginsTexts } from './plugins-texts.ts';
import { UploadProgress } from './upload-progress.tsx';
import { UploadReport } from './upload-report.tsx';
import { UploadsDisabled } from './uploads-disabled.tsx';
import { useUpload } from './use-upload.ts';

const words = pluginsTexts.upload;

/** Takes an archive by drag and drop or from a dialog, and tells what became of it. */
export function UploadBox() {
  const upload = useUpload();
  const { data: settings } = useQuery(settingList);
  const { data: plugins = [] } = useQuery(pluginList);
  const isOff = settings?.some(({ name, value }) => name === 'enableUploads' && value === false) === true;
  if (isOff || upload.error?.code === 'UPLOADS_DISABLED') return <UploadsDisabled />;
  const { fileName, progress, installed, error } = upload;
  const isBusy = progress !== undefined;
  const isInUse = plugins.some(
    ({ slug, version }) => slug === installed?.slug && version === installed.version,
  );
  return (
    <section aria-label={words.title} className="flex flex-col gap-3">
      <DropZone isBusy={isBusy} onFile={upload.send} />
      <div role="status" className="empty:hidden">
        {isBusy && <UploadProgress name={fileName ?? ''} part={progress} />}
        {installed && isInUse && !isBusy && (
          <p className="flex items-center gap-2 rounded-lg bg-success-soft px-3 py-2 text-success">
            <CircleCheck aria-hidden className="size-4 shrink-0" />
            {words.installed(installed.name, installed.version ?? '')}
          </p>
        )}
      </div>
      {error && !isBusy && <UploadReport fileName={fileName ?? ''} error={error} />}
    </section>
  );
}

function DropZone({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File) => void }) {
  const inputId = useId();
  const take = useCallback(
    ([file]: readonly File[]) => {
      if (file && !isBusy) onFile(file);
    },
    [isBusy, onFile],
  );
  const isOver = useFileDrop(take);
  return (
    <div
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-dashed px-4 py-3.5 transition-colors',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong/60 bg-surface',
      )}
    >
      <PackagePlus aria-hidden className="size-5.5 shrink-0 text-accent" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">
          {words.drop}{' '}
          <label
            htmlFor={inputId}
            className={cx(
              buttonClasses('secondary', 'sm'),
              'relative cursor-pointer focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent',
            )}
          >
            {words.choose}
            <input
              id={inputId}
              type="file"
              accept=".tgz,.zip,.gz"
              aria-label={words.file}
              disabled={isBusy}
              className="sr-only"
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file) onFile(file);
                target.value = '';
              }}
            />
          </label>
        </p>
        <p className="mt-0.5 text-xs text-muted">{words.hint}</p>
      </div>
    </div>
  );
}
