import { FileDown } from 'lucide-react';
import { useCallback } from 'react';
import { useToast } from '../../../components/toast.tsx';
import { useFileDrop } from '../../../components/use-file-drop.ts';
import { exchangeTexts as words } from './exchange-texts.ts';

export interface DefinitionDropProps {
  /** What a drop does here. */
  label: string;
  onDefinition: (text: string, definition: unknown) => void;
}

/** Takes a file with a definition that is dropped anywhere on the page, and says so while it is over it. */
export function DefinitionDrop({ label, onDefinition }: DefinitionDropProps) {
  const { show } = useToast();
  const take = useCallback(
    async ([file]: readonly File[]) => {
      if (!file) return;
      const text = await file.text();
      try {
        onDefinition(text, JSON.parse(text));
      } catch {
        show({ title: words.notJson(file.name), text: words.notJsonHint, tone: 'danger' });
      }
    },
    [onDefinition, show],
  );
  const isOver = useFileDrop(take);
  if (!isOver) return null;
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-3 z-40 grid place-items-center rounded-xl border-2 border-dashed border-accent bg-accent-soft/80"
    >
      <p className="flex items-center gap-2 text-sm font-semibold text-accent-ink">
        <FileDown aria-hidden className="size-5" />
        {label}
      </p>
    </div>
  );
}
