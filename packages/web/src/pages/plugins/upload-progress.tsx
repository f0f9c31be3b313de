import { Progress } from 'radix-ui';
import { pluginsTexts } from './plugins-texts.ts';

const words = pluginsTexts.upload;

export function UploadProgress({ name, part }: { name: string; part: number }) {
  const percent = Math.round(part * 100);
  const told = percent >= 100 ? words.checking : `${percent} %`;
  return (
    <div className="rounded-lg border bg-surface px-3 py-2.5">
      <div className="mb-1.5 flex justify-between gap-3 text-xs">
        <span className="min-w-0 truncate font-medium">{words.progress(name)}</span>
        <span className="shrink-0 text-muted tabular-nums">{told}</span>
      </div>
      <Progress.Root
        value={percent}
        aria-label={words.progress(name)}
        className="h-1.5 overflow-hidden rounded-full bg-hover"
      >
        <Progress.Indicator
          className="h-full rounded-full bg-accent transition-[width]"
          style={{ width: `${percent}%` }}
        />
      </Progress.Root>
    </div>
  );
}
