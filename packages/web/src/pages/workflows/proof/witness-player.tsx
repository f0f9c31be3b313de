import type { Witness } from '@cadence-agents/contracts';
import { ChevronLeft, ChevronRight, Pause, Play, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { cx } from '../../../components/cx.ts';
import { IconButton } from '../../../components/icon-button.tsx';
import { useStage } from '../try/stage.tsx';
import { deedTexts, proofTexts as words } from './proof-texts.ts';
import { witnessProgress } from './witness-progress.ts';

const STEP_MS = 900;

/** A route step by step: listed here, lighting up on the canvas. */
export function WitnessPlayer({ witness, onClose }: { witness: Witness; onClose: () => void }) {
  const { play } = useStage();
  const [count, setCount] = useState(1);
  const [isPlaying, setIsPlaying] = useState(true);
  const all = witness.visits.length + 1;
  const isOver = count >= all;
  useEffect(() => play(witnessProgress(witness, count)), [play, witness, count]);
  useEffect(() => () => play(undefined), [play]);
  useEffect(() => {
    if (!isPlaying || isOver) return;
    const timer = setTimeout(() => setCount(count + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, isOver, count]);
  const step = (to: number) => {
    setIsPlaying(false);
    setCount(Math.min(all, Math.max(1, to)));
  };
  return (
    <section
      aria-label={words.player}
      className="flex flex-col gap-2 rounded-xl border border-accent/40 bg-accent-soft/40 p-3"
    >
      <div className="flex items-center gap-1">
        <p role="status" className="flex-1 text-xs font-medium tabular-nums">
          {words.step(Math.min(count, all - 1), all - 1)}
        </p>
        <IconButton
          size="sm"
          label={words.back}
          icon={<ChevronLeft aria-hidden />}
          onClick={() => step(count - 1)}
        />
        <IconButton
          size="sm"
          label={isPlaying && !isOver ? words.rest : words.playing}
          icon={isPlaying && !isOver ? <Pause aria-hidden /> : <Play aria-hidden />}
          onClick={() => {
            if (isOver) setCount(1);
            setIsPlaying(isOver || !isPlaying);
          }}
        />
        <IconButton
          size="sm"
          label={words.next}
          icon={<ChevronRight aria-hidden />}
          onClick={() => step(count + 1)}
        />
        <IconButton size="sm" label={words.close} icon={<X aria-hidden />} onClick={onClose} />
      </div>
      <p className="text-xs break-words text-muted">{witness.about}</p>
      <ol className="flex flex-col text-xs">
        {witness.visits.map(({ node, does, label }, index) => (
          <li
            key={`visit-${index.toString()}`}
            aria-current={index === count - 1 ? 'step' : undefined}
            className={cx(
              'rounded px-1.5 py-0.5',
              index === count - 1 && 'bg-accent-soft font-medium text-accent-ink',
              index >= count && 'text-muted',
            )}
          >
            {index + 1}. {node} {deedTexts[does]}
            {typeof label === 'string' && ` (${label})`}
          </li>
        ))}
      </ol>
    </section>
  );
}
