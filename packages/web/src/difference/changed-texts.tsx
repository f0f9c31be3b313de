import { cx } from '../components/cx.ts';
import { texts } from '../texts.ts';
import { changedPart } from './changed-part.ts';

const words = texts.difference;
/** As much of what both have is shown on either side of the change. */
const AROUND = 240;

/** Two texts side by side, with the piece marked by which they differ. */
export function ChangedTexts({ before, after }: { before: string; after: string }) {
  const change = changedPart(before, after);
  const { from, to, insert } = change
    ? wholeWords(before, change)
    : { from: before.length, to: before.length, insert: '' };
  const head = shortened(before.slice(0, from), 'start');
  const tail = shortened(before.slice(to), 'end');
  return (
    <div className="grid min-w-0 gap-2 md:grid-cols-2">
      <Side name={words.before} head={head} changed={before.slice(from, to)} tail={tail} tone="danger" />
      <Side name={words.after} head={head} changed={insert} tail={tail} tone="success" />
    </div>
  );
}

/** "25" became "5", and not only a "2" is gone. */
function wholeWords(before: string, { from, to, insert }: { from: number; to: number; insert: string }) {
  const pieces = [insert, before.slice(from, to)];
  // A word that was put between two others is whole already.
  const cutsHead = pieces.some((piece) => /^[\p{L}\p{N}_.-]/u.test(piece));
  const cutsTail = pieces.some((piece) => /[\p{L}\p{N}_.-]$/u.test(piece));
  const headIn = /[\p{L}\p{N}_.-]*$/u.exec(before.slice(Math.max(0, from - LONGEST_WORD), from));
  const tailIn = /^[\p{L}\p{N}_.-]*/u.exec(before.slice(to, to + LONGEST_WORD));
  const head = cutsHead ? (headIn?.[0] ?? '') : '';
  const tail = cutsTail ? (tailIn?.[0] ?? '') : '';
  return { from: from - head.length, to: to + tail.length, insert: `${head}${insert}${tail}` };
}

const LONGEST_WORD = 40;

interface SideProps {
  name: string;
  head: string;
  changed: string;
  tail: string;
  tone: 'danger' | 'success';
}

function Side({ name, head, changed, tail, tone }: SideProps) {
  const Changed = tone === 'danger' ? 'del' : 'ins';
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-2xs font-medium text-muted">{name}</figcaption>
      <pre className="max-h-80 overflow-y-auto rounded-md border bg-sunken px-2 py-1.5 font-mono text-2xs break-words whitespace-pre-wrap">
        {head}
        {changed !== '' && (
          <Changed
            className={cx(
              'rounded-xs no-underline',
              tone === 'danger' ? 'bg-danger-soft text-danger' : 'bg-success-soft text-success',
            )}
          >
            {changed}
          </Changed>
        )}
        {tail}
      </pre>
    </figure>
  );
}

function shortened(text: string, cut: 'start' | 'end'): string {
  if (text.length <= AROUND) return text;
  return cut === 'start' ? `…${text.slice(-AROUND)}` : `${text.slice(0, AROUND)}…`;
}
