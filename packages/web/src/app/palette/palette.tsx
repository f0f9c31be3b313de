import { Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { cx } from '../../components/cx.ts';
import { texts } from '../../texts.ts';
import { useFoundMessages } from './found-messages.ts';
import { fuzzyScore } from './fuzzy-score.ts';
import { type PaletteEntry, usePaletteEntries } from './palette-entries.ts';

const words = texts.shell.palette;
const MOST_SHOWN = 40;

export interface PaletteProps {
  onClose: () => void;
  onShortcuts: () => void;
}

/** Goes anywhere by a few letters. */
export function Palette({ onClose, onShortcuts }: PaletteProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const named = matching(usePaletteEntries(onShortcuts), typed);
  const found = [...named, ...useFoundMessages(typed)];
  const at = Math.min(chosen, found.length - 1);
  const shown = found[at];
  useEffect(() => {
    list.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const run = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    onClose();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setChosen((at + step + found.length) % Math.max(found.length, 1));
    else if (event.key === 'Enter') run(shown);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-3 top-[max(1rem,12vh)] z-50 mx-auto flex max-h-[70vh] max-w-xl animate-pop flex-col overflow-hidden rounded-xl border bg-raised shadow-pop"
        >
          <Dialog.Title className="sr-only">{words.title}</Dialog.Title>
          <div className="flex items-center gap-2.5 border-b px-4">
            <Search aria-hidden className="size-4 shrink-0 text-faint" />
            <input
              type="text"
              role="combobox"
              aria-label={words.title}
              aria-expanded
              aria-controls={listId}
              aria-activedescendant={shown && `${listId}-${at}`}
              aria-autocomplete="list"
              autoComplete="off"
              spellCheck={false}
              placeholder={words.placeholder}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setChosen(0);
              }}
              onKeyDown={onKeyDown}
              className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none"
            />
          </div>
          <div ref={list} id={listId} role="listbox" aria-label={words.title} className="overflow-y-auto p-2">
            {found.map((entry, index) => (
              <Option
                key={entry.id}
                id={`${listId}-${index}`}
                entry={entry}
                at={index}
                isChosen={index === at}
                isFirstOfGroup={entry.group !== found[index - 1]?.group}
                onPoint={() => setChosen(index)}
                onRun={() => run(entry)}
              />
            ))}
          </div>
          {found.length === 0 && <p className="px-4 pb-5 text-sm text-muted">{words.nothing}</p>}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface OptionProps {
  id: string;
  entry: PaletteEntry;
  at: number;
  isChosen: boolean;
  isFirstOfGroup: boolean;
  onPoint: () => void;
  onRun: () => void;
}

function Option({ id, entry, at, isChosen, isFirstOfGroup, onPoint, onRun }: OptionProps) {
  const Icon = entry.icon;
  return (
    // The keys are those of the field above, which keeps the focus.
    <div
      id={id}
      data-at={at}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      onPointerMove={onPoint}
      onClick={onRun}
      onKeyDown={undefined}
      className={cx(
        'flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-2 text-sm',
        isChosen ? 'bg-accent-soft text-accent-ink' : 'text-ink',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0 opacity-70" />
      <span className="min-w-0 flex-1 truncate">{entry.label}</span>
      <span className={cx('shrink-0 text-2xs', isFirstOfGroup || isChosen ? 'text-muted' : 'sr-only')}>
        {entry.group}
      </span>
    </div>
  );
}

/** The best first. Before anything is typed, in the order in which they come. */
function matching(entries: readonly PaletteEntry[], typed: string): PaletteEntry[] {
  if (typed.trim() === '') return entries.slice(0, MOST_SHOWN);
  return entries
    .flatMap((entry) => {
      const score = fuzzyScore(typed, entry.label);
      return score === undefined ? [] : [{ entry, score }];
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_SHOWN)
    .map(({ entry }) => entry);
}
