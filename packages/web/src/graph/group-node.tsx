import type { Node, NodeProps } from '@xyflow/react';
import { memo, use } from 'react';
import { texts } from '../texts.ts';
import { GraphContext } from './graph-context.ts';
import type { GraphNode } from './graph-model.ts';
import { NodeHandles } from './node-handles.tsx';
import { CELL } from './node-size.ts';
import type { Point } from './rounded-path.ts';

export type GroupNodeType = Node<{ group: GraphNode; left: number; more: Point }, 'agents'>;

/** The box around agents that are alike; its last cell opens it to all of them. */
export const GroupNode = memo(function GroupNode({ data: { group, left, more } }: NodeProps<GroupNodeType>) {
  const { onToggle } = use(GraphContext);
  return (
    <div className="h-full w-full rounded-xl border border-dashed border-line-strong bg-sunken/70">
      <span className="graph-group-title block truncate px-3 pt-1 font-medium text-muted">
        {texts.graph.agents(group.inside.length)}
      </span>
      {left > 0 && (
        <button
          type="button"
          onClick={() => onToggle?.(group.key)}
          style={{ left: more.x, top: more.y, ...CELL }}
          className="graph-name nodrag nopan pointer-events-auto absolute truncate rounded-lg border border-dashed px-2 text-muted hover:bg-hover hover:text-ink"
        >
          {texts.graph.more(left)}
        </button>
      )}
      <NodeHandles />
    </div>
  );
});
