import { use } from 'react';
import { cx } from '../components/cx.ts';
import { texts } from '../texts.ts';
import { GraphContext } from './graph-context.ts';
import type { GraphEdgePart } from './graph-model.ts';
import { LABEL_HEIGHT } from './node-size.ts';

export interface EdgeLabelProps {
  part: GraphEdgePart;
  isTaken: boolean;
  isSelected: boolean;
}

export function EdgeLabel({ part, isTaken, isSelected }: EdgeLabelProps) {
  const { onSelect, problemsOf } = use(GraphContext);
  const selection = { type: 'edge', index: part.index } as const;
  const isWrong = problemsOf(selection).length > 0;
  const className = cx(
    'graph-label max-w-[min(10.5rem,100%)] truncate rounded-full border bg-surface px-2 font-medium',
    isTaken ? 'border-accent/50 text-accent-ink' : 'text-muted',
    isWrong && 'border-danger text-danger',
    isSelected && 'outline-2 outline-accent',
  );
  const style = { height: LABEL_HEIGHT - 2, lineHeight: `${LABEL_HEIGHT - 4}px` };
  if (onSelect === undefined)
    return (
      <span title={part.label ?? ''} className={className} style={style}>
        {part.label}
      </span>
    );
  return (
    <button
      type="button"
      title={part.label ?? ''}
      aria-label={texts.graph.edge(part.label ?? '', isWrong)}
      onClick={() => onSelect(selection)}
      className={cx(className, 'pointer-events-auto hover:border-accent hover:text-ink')}
      style={style}
    >
      {part.label}
    </button>
  );
}
