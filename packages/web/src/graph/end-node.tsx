import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { Flag } from 'lucide-react';
import { memo, use } from 'react';
import { cx } from '../components/cx.ts';
import { texts } from '../texts.ts';
import { GraphContext } from './graph-context.ts';

export type EndNodeType = Node<{ isReached: boolean }, 'end'>;

export const EndIcon = () => <Flag aria-hidden />;

export const EndNode = memo(function EndNode({ data }: NodeProps<EndNodeType>) {
  const { direction, canConnect } = use(GraphContext);
  return (
    <div
      className={cx(
        'flex h-full w-full items-center justify-center gap-1 rounded-full border graph-label font-semibold',
        data.isReached ? 'border-success bg-success-soft text-success' : 'bg-sunken text-muted',
      )}
    >
      <Flag aria-hidden className="size-3" />
      {texts.graph.end}
      <Handle
        type="target"
        position={direction === 'RIGHT' ? Position.Left : Position.Top}
        isConnectableStart={false}
        isConnectable={canConnect}
        className={canConnect ? 'graph-handle graph-handle-target' : 'opacity-0!'}
      />
    </div>
  );
});
