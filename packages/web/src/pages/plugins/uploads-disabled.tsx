import { PackageX } from 'lucide-react';
import { CopyButton } from '../../components/copy-button.tsx';
import { pluginsTexts } from './plugins-texts.ts';

const words = pluginsTexts.upload;

export function UploadsDisabled() {
  return (
    <section
      aria-label={words.disabled}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border bg-surface px-4 py-3.5 shadow-card"
    >
      <PackageX aria-hidden className="size-5.5 shrink-0 text-faint" />
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="font-medium">{words.disabled}</h2>
        <p className="mt-0.5 text-xs text-muted">{words.disabledHint}</p>
      </div>
      <span className="flex items-center gap-1 rounded-md border bg-sunken py-0.5 pr-0.5 pl-2.5">
        <code className="text-xs">{words.disabledSetting}</code>
        <CopyButton text={words.disabledSetting} />
      </span>
    </section>
  );
}
