import { CirclePause, FilePen, GitCompareArrows, Minus, Pin, Plus } from 'lucide-react';
import { use } from 'react';
import { cx } from '../components/cx.ts';
import { MarkingsContext } from './markings.ts';

const looks = {
  pause: { Icon: CirclePause, words: 'A run pauses before it', colours: 'bg-accent text-on-accent' },
  pin: { Icon: Pin, words: 'Its reply is pinned', colours: 'bg-accent-soft text-accent-ink' },
  differs: {
    Icon: GitCompareArrows,
    words: 'A recorded run first does something else here',
    colours: 'bg-warning-soft text-warning',
  },
  added: { Icon: Plus, words: 'Added', colours: 'bg-success-soft text-success' },
  removed: { Icon: Minus, words: 'Removed', colours: 'bg-danger-soft text-danger' },
  changed: { Icon: FilePen, words: 'Changed', colours: 'bg-warning-soft text-warning' },
} as const;

/** What is to be known of a node beside what a run does there. */
export function NodeMarks({ name }: { name: string }) {
  const marks = use(MarkingsContext).nodes.get(name) ?? [];
  if (marks.length === 0) return null;
  return (
    <span className="absolute -bottom-2 left-2 z-10 flex gap-1">
      {marks.map((mark) => {
        const { Icon, words, colours } = looks[mark];
        return (
          <span
            key={mark}
            role="img"
            data-mark={mark}
            aria-label={words}
            title={words}
            className={cx('grid size-5 place-items-center rounded-full border border-surface', colours)}
          >
            <Icon aria-hidden className="size-3" />
          </span>
        );
      })}
    </span>
  );
}
